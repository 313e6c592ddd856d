"""Whatever `verify` doesn't refuse opens everywhere: in replay, log, export and the index."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from common.games import every_game
from ledger.kernel.errors import FORGED, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.corrections import random_patch, unchecked
from ledger.testing.effort import effort
from ledger.testing.playing import Habits, Script, play, step

PLAIN = Habits(undo=0, note=0)


def corrected(game: Game, seed: int) -> bytes | None:
    """Return a log with any correction, and moves after it as far as they go."""
    rng = random.Random(f"{game.meta.name}/{seed}")
    table = play(game, Script(seed, rng.randint(0, 40)), PLAIN)
    patches = [random_patch(table.state, rng) for _ in range(rng.choice((1, 1, 1, 2)))]
    try:
        data = unchecked(table, *patches, **({"from_box": True} if rng.random() < 0.3 else {}))
    except (LedgerError, *FORGED):
        return None  # it doesn't even fold
    with suppress(LedgerError, *FORGED):
        table = Table.of(read(data))
        for n in range(rng.randint(0, 12)):
            step(table, random.Random(f"{seed}/{n}"), Seeded(seed), None, PLAIN)
    return data if table.head.sealed or len(table.bytes()) < len(data) else table.bytes()


@every_game
def test_what_verify_does_not_refuse_opens_everywhere(
    game: Game, run, tmp_path: Path, record_property
) -> None:
    verdicts: Counter[str] = Counter()
    library = tmp_path / "library"
    kept: list[Path] = []
    for seed in range(effort(6, 300)):
        data = corrected(game, seed)
        if data is None:
            verdicts["doesn't fold"] += 1
            continue
        report = verify_bytes(data)
        verdicts[report.verdict] += 1
        if report.verdict not in ("legal", "possible"):
            continue
        file = tmp_path / f"{game.meta.name}-{seed}.jsonl"
        file.write_bytes(data)
        kept.append(file)
        line = next(p.line for p in report.problems if p.kind == "house-rule")
        for args in (
            ("replay", file),
            ("replay", file, "--at", line, "--json"),
            ("replay", file, "--as", "1", "--width", "60"),
            ("log", file),
            ("log", file, "--as", "spectator"),
            ("export", file, "--to", "session"),
        ):
            done = run(*args)
            assert done.code == 0, (seed, args, done.err)
    assert verdicts["illegal"], verdicts
    if kept:
        assert run("import", *kept, "--library", library).code == 0
        for table, right in (("problems", 0), ("games", len(kept))):
            found = run("query", f"select count(*) n from {table}", "--csv", "--library", library)  # noqa: S608
            assert found.out.split() == ["n", str(right)], found
    record_property("verdicts", dict(verdicts))
    print(game.meta.name, dict(verdicts))


@pytest.mark.parametrize("path", ["/players/0/have/lira", "/setup/target"])
def test_an_impossible_correction_of_an_old_log_is_a_verdict(
    run, tmp_path: Path, path: str
) -> None:
    from ledger.games.istanbul import GAME
    from ledger.kernel.log.events import Patch

    table = play(GAME, Script(3, 8), PLAIN)
    value = 1 if path == "/setup/target" else -5
    file = tmp_path / "old.jsonl"
    file.write_bytes(unchecked(table, Patch(path=path, value=value)))
    done = run("verify", file)
    assert done.code == 1
    assert f"line {len(table.lines) + 1}: illegal" in done.out
    assert run("log", file).code == 0


SESSION = """game: istanbul
players: Ola, Piotr

tile lira-r lira-y lira-g lira-b crystal-r bazaar-y
Ola roll GG$CC
"""


def test_a_session_with_a_tile_that_does_not_exist_is_refused(run, tmp_path: Path) -> None:
    file = tmp_path / "typo.session"
    file.write_text(
        SESSION + 'adjust "typo" [{"path": "/players/0/tiles", "value": ["lira-red"]}]\n'
    )
    done = run("import", file, "--out", tmp_path / "typo.jsonl")
    assert done.code == 1
    assert "typo.session:6" in done.err + done.out
    assert "lira-red" in done.err + done.out


def test_a_move_can_be_a_correction(run, tmp_path: Path) -> None:
    session, file = tmp_path / "evening.session", tmp_path / "evening.jsonl"
    session.write_text(SESSION)
    assert run("import", session, "--out", file).code == 0
    assert run("do", file, 'adjust Ola lira 5 "miscounted"').code == 0
    before = file.read_bytes()
    for line in ("adjust Ola lira 1000", "adjust Ola rubies 7", "adjust Ola gold 1"):
        assert run("do", file, line).code != 0
    assert file.read_bytes() == before
    assert "Ola lira 5 (miscounted)" in run("log", file).out
