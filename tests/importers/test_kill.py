"""Kill an import with -9 at many moments; import again: the library is as without the kill."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from common.paths import REPLAYS
from ledger.importers.pipeline import run_import
from ledger.library import writer as library_write
from ledger.library.library import Library
from ledger.testing.effort import effort

HERE = Path(__file__).parent
PLAYS = 400
KILLS = effort(1, campaign=100)
"""How many moments chance chooses; a campaign can have hundreds."""


def big_file(path: Path, count: int = PLAYS) -> Path:
    """Write an export of BG Stats with many plays."""
    players = [{"id": n, "uuid": f"p-{n}", "name": f"Player {n}"} for n in range(9)]
    games = [{"id": n, "uuid": f"g-{n}", "name": f"Game {n}"} for n in range(5)]
    plays = [
        {
            "uuid": f"play-{n}",
            "gameRefId": n % 5,
            "playDate": f"2025-{n % 12 + 1:02}-{n % 28 + 1:02} 18:00:00",
            "comments": "x" * (n % 90),
            "playerScores": [
                {"playerRefId": (n + i) % 9, "score": str(n * i % 60), "winner": i == 0}
                for i in range(4)
            ],
        }
        for n in range(count)
    ]
    path.write_text(json.dumps({"players": players, "games": games, "plays": plays}))
    return path


def child(folder: Path, at: int, *paths: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "import_process.py"), str(folder), str(at), *map(str, paths)],
        stdout=subprocess.PIPE,
        text=True,
    )


def state(folder: Path) -> dict[str, bytes]:
    """Every file but locks and what a repair cut off; the journal without records of imports."""
    out = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and ".locks" not in path.parts and ".torn-" not in name:
            data = path.read_bytes()
            if name == "library.jsonl":
                lines = data.splitlines(keepends=True)
                data = b"".join(x for x in lines if not x.startswith(b'{"type":"imported'))
            out[name] = data
    return out


@pytest.fixture(scope="module")
def inputs(tmp_path_factory) -> list[Path]:
    """A large file, logs, and a session that is first half and then whole: a revision."""
    folder = tmp_path_factory.mktemp("inputs")
    text = (REPLAYS / "osaka-2p.session").read_text()
    half = folder / "half.session"
    half.write_text(text[: text.index("\n", len(text) // 2) + 1] + "# on\n")
    return [
        half,
        REPLAYS / "osaka-3p.jsonl",
        big_file(folder / "big.json"),
        REPLAYS / "osaka-2p.session",
        REPLAYS / "istanbul-2p.session",
    ]


@pytest.fixture(scope="module")
def right(tmp_path_factory, inputs) -> tuple[dict[str, bytes], int]:
    """What the library is without a kill, and how many calls of the disk that takes."""
    folder = tmp_path_factory.mktemp("right") / "lib"
    out, _ = child(folder, 0, *inputs).communicate(timeout=60)
    calls, records, new, joined, known, changed, _, refused = map(int, out.split())
    assert (records, new, joined, known) == (PLAYS + 4, PLAYS + 3, 0, 0)
    assert (changed, refused) == (1, 0)
    assert Library(folder).troubles() == []
    found = state(folder)
    assert len(found) == 5
    return found, calls


def imported(folder: Path, inputs: list[Path]) -> list[int]:
    """Import in the same small batches; return how many records there were, and of each status."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library_write, "BATCH", 16)
        return [*run_import(Library(folder), inputs).total().values()]


def again(folder: Path, inputs: list[Path], right: dict[str, bytes]) -> None:
    Library(folder).games()  # what is there can be read
    assert imported(folder, inputs)[0] == PLAYS + 4
    assert state(folder) == right
    assert Library(folder).troubles() == []


MOMENTS = [0.02, 0.5, 0.97, 1, *(random.Random(7).random() for _ in range(KILLS))]


@pytest.mark.parametrize("part", MOMENTS)
def test_killed_at_a_call_of_the_disk(tmp_path, inputs, right, part):
    at = max(round(right[1] * part), 1)
    process = child(tmp_path / "lib", at, *inputs)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    again(tmp_path / "lib", inputs, right[0])


@pytest.mark.parametrize("size", [1, 250_000])
def test_killed_while_the_journal_grows(tmp_path, inputs, right, size):
    journal = tmp_path / "lib" / "library.jsonl"
    with child(tmp_path / "lib", 0, *inputs) as process:
        while process.poll() is None:
            if journal.exists() and journal.stat().st_size >= size:
                process.kill()
                break
            time.sleep(0.001)
    again(tmp_path / "lib", inputs, right[0])


def test_twice_is_once(tmp_path, inputs, right):
    for _ in range(2):
        counts = imported(tmp_path / "lib", inputs)
        assert state(tmp_path / "lib") == right[0]
    assert counts == [PLAYS + 4, 0, 0, PLAYS + 4, 0, 0, 0]
    assert len(Library(tmp_path / "lib").catalogue.imports) == 2 * len(inputs)


def test_ten_thousand_in_seconds(tmp_path):
    """Measured: 3 seconds of a processor; a busy machine stretches that less than the clock."""
    file, library = big_file(tmp_path / "big.json", 10_000), Library(tmp_path / "lib")
    start = time.process_time()
    assert run_import(library, [file]).total()["new"] == 10_000
    assert time.process_time() - start < 15
    start = time.process_time()
    assert len(Library(library.folder).players()) == 9
    assert time.process_time() - start < 5
