"""What no log can be made to say: second luck, fields in wrong places, impossible times."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from common.plugin_folder import CODE, plugins_in, write_plugin
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game, installed
from ledger.kernel.log.codec import chained
from ledger.kernel.message import Message
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded, outcomes
from ledger.kernel.verify.assurance import Redrawn
from ledger.kernel.verify.verify import Report, verify, verify_bytes
from ledger.testing.playing import whole_game

from ..logs import finished, line_of, played, started


def at_a_draw(game: Game, *, moves: int = 2) -> tuple[Table, Any]:
    """Return a running game, and a move that draws or rolls something."""
    for seed in itertools.count(1):
        table, rng = played(game, moves, seed), random.Random(seed)
        move = game.rules.random_move(table.state, rng)
        before = table.head.seq
        table.do(move, Seeded(1))
        drawn = bool(outcomes(line.data for line in table.lines[before:]))
        table.undo()
        fresh = played(game, moves, seed)
        if drawn and not fresh.over:
            return fresh, move
    raise AssertionError


def result_of(game: Game, table: Table, move: Any, seed: int) -> list[Any]:
    """Play a move with some luck, and return what came."""
    before = table.head.seq
    table.do(move, Seeded(seed))
    return outcomes(line.data for line in table.lines[before:])


def play_out(game: Game, table: Table) -> Report:
    rng, chance = random.Random(5), Seeded(5)
    while not table.over:
        table.do(game.rules.random_move(table.state, rng), chance)
    table.seal()
    return verify_bytes(table.bytes())


def test_luck_that_is_drawn_again_is_named(splash: Game) -> None:
    table, move = at_a_draw(splash)
    first = result_of(splash, table, move, 1)
    table.undo()
    back = table.head.seq
    seed = 2
    while (again := result_of(splash, table, move, seed)) == first:
        table.undo()
        seed += 1
        back = table.head.seq
    assert again != first
    report = play_out(splash, table)
    assert report.verdict == "legal" and report.assurance is not None
    found = report.assurance.redrawn
    assert found and found[-1].line == back and found[-1].results >= 1
    assert not report.assurance.strict and not report.assurance.plain


def test_whoever_draws_the_same_again_has_gained_nothing(splash: Game) -> None:
    table, move = at_a_draw(splash)
    first = result_of(splash, table, move, 1)
    table.undo()
    assert result_of(splash, table, move, 1) == first
    report = play_out(splash, table)
    assert report.assurance is not None
    assert report.assurance.redrawn == () and report.assurance.strict


def test_what_was_drawn_and_given_up_for_another_move_counts(splash: Game) -> None:
    table, move = at_a_draw(splash)
    count = len(result_of(splash, table, move, 1))
    table.undo()
    back = table.head.seq
    table.abandon("that was enough")
    table.seal()
    report = verify_bytes(table.bytes())
    assert report.assurance is not None
    assert report.assurance.redrawn == (Redrawn(back, count),)


def test_going_back_to_what_was_taken_back_is_followed(splash: Game) -> None:
    """A referee may go back to a line that had been taken back: then its draws stand again."""
    table, move = at_a_draw(splash)
    result_of(splash, table, move, 1)
    stood = table.head.seq
    table.undo()
    table.undo(stood)
    report = play_out(splash, table)
    assert report.assurance is not None
    assert report.assurance.redrawn == ()


def test_moves_without_luck_may_be_taken_back(osaka: Game) -> None:
    table, rng = started(osaka), random.Random(1)
    for _ in range(40):
        before = table.head.seq
        table.do(osaka.rules.random_move(table.state, rng), Seeded(1))
        if not outcomes(line.data for line in table.lines[before:]):
            table.undo()
            break
    report = verify_bytes(table.bytes())
    assert report.assurance is not None and report.assurance.redrawn == ()


def test_a_whole_game_of_second_chances_is_seen_at_once(splash: Game) -> None:
    table, rng, chance = started(splash), random.Random(1), Seeded(1)
    lost = 0
    while not table.over:
        move = splash.rules.random_move(table.state, rng)
        before = table.head.seq
        table.do(move, chance)
        drawn = outcomes(line.data for line in table.lines[before:])
        if drawn and not table.over:
            table.undo()
            before = table.head.seq
            table.do(move, chance)
            lost += outcomes(line.data for line in table.lines[before:]) != drawn
    table.seal()
    report = verify_bytes(table.bytes())
    assert report.assurance is not None
    assert len(report.assurance.redrawn) == lost > 3


@pytest.mark.parametrize("log", sorted(Path("replays").glob("*.jsonl")), ids=lambda x: x.stem)
def test_recorded_games_had_one_chance(log: Path) -> None:
    report = verify_bytes(log.read_bytes())
    assert report.verdict in ("legal", "possible")
    assert report.assurance is not None and not report.assurance.redrawn


# --- headers and times ------------------------------------------------------------------------


def forged(data: bytes, change: Any) -> bytes:
    """Change the lines of a log, and chain them again; `change` takes the line as JSON."""
    out, digest = b"", ""
    for raw in data.splitlines():
        body = json.loads(raw)
        change(body)
        del body["digest"]
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        line = line_of(digest, text[:-1])
        digest = chained(digest, line[:-1])
        out += line
    return out


def refused(data: bytes, line: int) -> str:
    report = verify_bytes(data)
    assert report.verdict in ("illegal", "damaged")
    assert report.assurance is None
    assert report.problems[-1].line == line
    return report.problems[-1].message


@pytest.fixture(scope="module")
def whole(splash: Game) -> bytes:
    return finished(splash).bytes()


def some_lines(data: bytes) -> dict[str, int]:
    """Return lines of each sort: the first of a move, a later one, the last one."""
    lines = read(data).lines
    first = next(x for x in lines if x.more and x.cmd > 0)
    return {"first": first.seq, "later": first.seq + 1, "opening": 2}


def test_a_forged_log_is_as_good_as_before_when_nothing_is_changed(whole: bytes) -> None:
    assert verify_bytes(forged(whole, lambda body: None)).verdict == "legal"


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("waived", ["PLG-05"], "first"),
        ("waived", ["PLG-05"], "later"),
        ("waived", [], "later"),
        ("waived", ["PLG-05"], "opening"),
        ("key", "again", "later"),
        ("after", 1, "first"),
        ("turn", 99, "later"),
        ("by", 2, "later"),
        ("by", None, "later"),
    ],
)
def test_every_field_of_every_header_is_checked(
    whole: bytes, field: str, value: Any, where: str
) -> None:
    line = some_lines(whole)[where]

    def change(body: dict[str, Any]) -> None:
        if body["seq"] == line:
            if body.get(field) == value:
                value_now = 1 if field == "by" else value
            else:
                value_now = value
            data, digest = body.pop("data"), body.pop("digest")
            body |= {field: value_now, "data": data, "digest": digest}

    refused(forged(whole, change), line)


def test_a_remark_waives_nothing(splash: Game) -> None:
    table = played(splash, 2)
    table.note("hm")
    last = table.head.seq

    def change(body: dict[str, Any]) -> None:
        if body["seq"] == last:
            data, digest = body.pop("data"), body.pop("digest")
            body |= {"waived": ["PLG-05"], "data": data, "digest": digest}

    assert "waived" in refused(forged(table.bytes(), change), last)


@pytest.mark.parametrize(
    "started", ["x", "", "2026-02-30", "2026-13-01", "2026-03-01T25:00", "yesterday", "1e999"]
)
def test_a_start_that_is_no_time(whole: bytes, started: str) -> None:
    def change(body: dict[str, Any]) -> None:
        if body["seq"] == 1:
            body["data"]["started"] = started

    assert "started" in refused(forged(whole, change), 1)


BEGAN = "2026-03-01T18:00:00.000Z"


@pytest.mark.parametrize(
    ("started", "times", "wrong"),
    [
        ("2026-03-01", ("2026-03-01T00:00:00.000Z", "2026-03-04T00:00:00.000Z"), None),
        # where it is evening already, or still yesterday
        ("2026-03-01T23:30", ("2026-03-01T10:00:00.000Z", "2026-03-01T11:00:00.000Z"), None),
        (BEGAN, (BEGAN, "2027-03-01T18:00:00.000Z"), None),
        (None, (BEGAN, BEGAN), None),
        # a clock that was set
        (None, (BEGAN, "2026-03-01T12:00:00.000Z"), None),
        # it ends before it begins
        ("2026-03-05", (BEGAN, BEGAN), 0),
        (BEGAN, ("2026-03-01T18:00:00.000Z", "2026-02-01T18:00:00.000Z"), 1),
        # far outside
        (BEGAN, (BEGAN, "2199-01-01T00:00:00.000Z"), 1),
        ("0001-01-01", (BEGAN, BEGAN), 0),
        ("9999-12-31", ("9999-12-31T18:00:00.000Z", BEGAN), 1),
        # backwards by more than any clock
        (None, (BEGAN, "2026-02-20T18:00:00.000Z"), 1),
        (None, ("0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"), 1),
        (None, (BEGAN, "2026-02-30T00:00:00.000Z"), 1),
    ],
)
def test_impossible_times_are_faults(
    splash: Game, started: str | None, times: tuple[str, str], wrong: int | None
) -> None:
    table = played(splash, 2)
    cmds = [line.cmd for line in table.lines]

    def change(body: dict[str, Any]) -> None:
        if body["seq"] == 1 and started is not None:
            body["data"]["started"] = started
        if 0 < body["cmd"] <= 2:
            body["at"] = times[body["cmd"] - 1]

    data = forged(table.bytes(), change)
    if wrong is None:
        assert verify_bytes(data).verdict == "legal"
    else:
        refused(data, 1 + cmds.index(wrong + 1))


# --- a game that does what its log doesn't say -------------------------------------------------

BESIDE = CODE.replace(
    "    d.emit(Took(seat=x.seat, count=x.count))",
    "    d.emit(Took(seat=x.seat, count=x.count))\n    d.state.taken[x.seat - 1] += 1",
)


def heap_log() -> bytes:
    """Return a game of Heap that is played by its rules."""
    heap = find_game("heap")
    table = Table.open(heap, open_game(heap, ("Ana", "Bo"), id="h"), Seeded(1))
    while not table.over:
        table.do(heap.rules.random_move(table.state, random.Random(3)), Seeded(1))
    return table.bytes()


def test_a_position_changed_outside_an_event_is_found_if_it_is_looked_for(tmp_path: Path) -> None:
    write_plugin(tmp_path / "site", BESIDE)
    with plugins_in(tmp_path / "site"):
        reading = read(heap_log())
        assert verify(reading).verdict == "legal"  # the log alone can't tell
        report = verify(reading, strict=True)
    assert report.verdict == "unchecked"
    (problem,) = report.problems
    assert (problem.kind, problem.line) == ("game-fault", 3)
    fault = problem.text.values["what"]
    assert isinstance(fault, Message)
    assert fault.values["path"] == "taken"
    assert report.assurance is None


@pytest.mark.parametrize("name", ["osaka", "istanbul", "century", "klongs"])
def test_a_game_that_hides_nothing_from_its_log_stays_legal(name: str) -> None:
    reading = read(whole_game(installed()[name], 1).bytes())
    assert verify(reading, strict=True) == verify(reading)
    assert verify(reading, strict=True).verdict == "legal"
