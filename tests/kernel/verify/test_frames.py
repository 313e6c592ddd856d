"""Logs whose moves are right but whose frame is not: none of them is plainly legal, in any game.

Every one of them is chained anew, so that no digest tells the lie.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import ledger
from common.games import OURS, each_of_ours, every_game
from common.paths import REPLAYS
from ledger.kernel.boxes.box import digest_box
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import stamp
from ledger.kernel.log.events import Adjusted, Entry, Event, Line, Patch, groups
from ledger.kernel.narration.narrate import line_words, words
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.assurance import Assurance, end_of
from ledger.kernel.verify.verify import Report, verify_bytes
from ledger.library.journal.facts import describe
from ledger.testing.forge import forge
from ledger.testing.playing import NAMES, Habits, Script, play, waive_something

SMALLER = {
    "osaka": ("end_tokens", 2),
    "istanbul": ("crystal_value", 4),
    "century": ("end_tiles", 3),
    "klongs": ("day_rounds", 3),
    "splash": ("goal", 3),
}
"""A limit of each game that somebody may have changed, and to what."""

OPTIONS: dict[str, dict[str, str | int | bool]] = {
    "osaka": {"insurance_scope": "any"},
    "istanbul": {"tokens_in_exchanges": False},
    "century": {"tactical": True},
    "klongs": {"stacked_cook_shops": True},
}
"""An option of each game; century has none, so it must be refused there."""


def begun(game: Game) -> Table:
    """Return a game of a few moves."""
    table = play(game, Script(3, 6))
    assert not table.over
    return table


def given_up(game: Game, reason: str = "supper") -> Table:
    """Return a short game that was broken off, sealed."""
    table = begun(game)
    table.abandon(reason)
    table.seal()
    return table


def with_opening(table: Table, **changes: Any) -> bytes:
    """Write a log anew with another first event."""
    opened: Event = msgspec.structs.replace(table.lines[0].data, **changes)
    return forge(table.lines, {1: [opened]})


def own_box(game: Game) -> dict[str, Any]:
    """Return the standard box with one number changed."""
    name, value = SMALLER[game.meta.name]
    limits = {**msgspec.to_builtins(game.boxes.standard)["limits"], name: value}
    return game.boxes.whole({"limits": limits})


def assured(report: Report) -> Assurance:
    """Return what a legal log assures."""
    assert report.verdict == "legal", report.problems
    assert report.assurance is not None
    return report.assurance


@every_game
def test_a_seal_on_an_unfinished_game_is_illegal(game: Game) -> None:
    table = begun(game)
    asked = game.rules.awaiting(table.state)[0]
    table.seal()
    report = verify_bytes(table.bytes())
    (problem,) = report.problems
    assert (report.verdict, report.assurance) == ("illegal", None)
    assert (problem.kind, problem.line, problem.rule) == ("illegal", table.head.seq, asked.rule)
    log = describe(table.lines, 0)
    assert (log.sealed, log.end) == (True, None)


@pytest.mark.parametrize("name", OURS)
def test_a_shipped_game_without_its_last_move_is_illegal(name: str) -> None:
    lines = ledger.load(REPLAYS / f"{name}-2p.jsonl").lines
    *_, last, seal = groups(lines)
    report = verify_bytes(forge(lines, {line.seq: [] for line in last}))
    assert report.verdict == "illegal"
    assert [p.kind for p in report.problems] == ["illegal"]
    assert report.problems[0].line == seal[0].seq - len(last)


@every_game
def test_a_seal_after_the_end_was_taken_back_is_illegal(game: Game) -> None:
    table = begun(game)
    before = table.head.seq
    table.abandon("supper")
    table.undo(before)
    table.seal()
    assert verify_bytes(table.bytes()).verdict == "illegal"


@pytest.mark.parametrize("name", OURS)
def test_a_game_broken_off_cannot_pose_as_one_that_ended(name: str) -> None:
    real = end_of(ledger.load(REPLAYS / f"{name}-2p.jsonl").lines)
    assert real is not None
    game = OURS[name]
    table = given_up(game, real.reason)
    found = assured(verify_bytes(table.bytes()))
    assert (found.end, found.over, found.strict) == ("broken off", True, False)
    log = describe(table.lines, 0)
    assert log.end == "broken off"
    assert all(s.place is None and s.won is None for s in log.standings)
    for lang in ("en", "pl", "it"):
        told = words(game, table.lines[-2].data, NAMES[:2], lang)
        rules = words(game, real, NAMES[:2], lang)
        assert real.reason in told
        assert not any(player in told for player in NAMES[:2])
        assert any(player in rules for player in NAMES[:2])


@every_game
def test_a_changed_box_is_told(game: Game) -> None:
    table, box = given_up(game), own_box(game)
    place = f"limits.{SMALLER[game.meta.name][0]}"
    data = with_opening(table, box=digest_box(box), box_data=box)
    found = assured(verify_bytes(data))
    assert (found.box.standard, found.box.differs, found.strict) == (False, (place,), False)
    lines = read(data).lines
    departed = describe(lines, 0).departures
    assert departed is not None
    assert departed.box == (place,)
    assert place in line_words(game, lines, lines[0], NAMES, "en")
    assert place not in line_words(game, table.lines, table.lines[0], NAMES, "en")


@every_game
def test_a_changed_box_cannot_go_by_the_name_of_the_standard_one(game: Game) -> None:
    report = verify_bytes(with_opening(given_up(game), box_data=own_box(game)))
    assert (report.verdict, report.assurance) == ("damaged", None)


@each_of_ours
def test_a_changed_option_is_told_or_refused(game: Game) -> None:
    table, options = given_up(game), OPTIONS[game.meta.name]
    data = with_opening(table, options=options)
    report = verify_bytes(data)
    if not game.rules.opening.options.__struct_fields__:
        assert report.verdict == "damaged"
        return
    assert assured(report).options == options
    (name,) = options
    lines = read(data).lines
    assert name in line_words(game, lines, lines[0], NAMES, "en")
    departed = describe(lines, 0).departures
    assert departed is not None
    assert departed.options == options


@each_of_ours
def test_an_option_that_says_what_is_usual_is_not_told(game: Game) -> None:
    usual = msgspec.to_builtins(game.rules.opening.options())
    found = assured(verify_bytes(with_opening(given_up(game), options=usual)))
    assert found.options == {}


def waived(game: Game) -> tuple[Table, Line]:
    """Return a game with a waived rule, and the line that says so."""
    for seed in range(20):
        table = play(game, Script(seed, 8))
        before = table.head.seq
        rng = random.Random(seed)
        if not table.over and waive_something(table, rng, Seeded(1), None):
            return table, table.lines[before]
    raise AssertionError("nothing could be waived")


@every_game
def test_a_waived_rule_is_told_with_its_line_as_long_as_it_counts(game: Game) -> None:
    table, line = waived(game)
    if not table.over:
        table.abandon("supper")
    table.seal()
    found = assured(verify_bytes(table.bytes()))
    assert isinstance(line.waived, tuple)
    assert [(x.line, x.rule) for x in found.waived] == [(line.seq, r) for r in line.waived]
    assert not found.strict
    for rule in line.waived:
        assert rule in line_words(game, table.lines, line, NAMES, "en")
    table = Table(game, table.lines[:-1])
    table.undo(line.seq - 1)
    assert assured(verify_bytes(table.bytes())).waived == ()


@every_game
def test_a_waiver_that_nothing_needed_is_illegal(game: Game) -> None:
    lines = begun(game).lines
    move = next(x for x in lines if x.by is not None and x.cmd)
    data = forge(lines, headers={move.seq: {"waived": (game.rulebook.ids[0],)}})
    report = verify_bytes(data)
    assert (report.verdict, report.problems[0].kind) == ("illegal", "mismatch")


@every_game
def test_corrections_are_listed_with_their_lines(game: Game) -> None:
    table = play(game, Script(2, 12), Habits(undo=0, adjust=3))
    corrected = [x for x in table.lines if x.type == "adjusted"]
    assert corrected
    found = assured(verify_bytes(table.bytes()))
    assert [(x.line, x.reason) for x in found.corrected] == [
        (x.seq, x.data.reason) for x in corrected
    ]
    assert not found.strict


@every_game
@pytest.mark.parametrize(
    ("change", "kind"), [({"rules": "nobody/9"}, "edition"), ({"format": 0}, "format")]
)
def test_formats_and_editions_that_nobody_knows_are_noted(
    game: Game, change: dict[str, Any], kind: str
) -> None:
    report = verify_bytes(with_opening(given_up(game), **change))
    assert [(p.kind, p.line) for p in report.problems] == [(kind, 1)]
    assert assured(report).known_rules is (kind == "format")


@every_game
def test_time_that_runs_backwards_is_noted_once(game: Game) -> None:
    lines = given_up(game).lines
    times = [f"2026-03-01T18:{59 - n % 60:02d}:00.000Z" for n in range(len(lines))]
    back = {line.seq: {"at": at} for line, at in zip(lines, times, strict=True)}
    report = verify_bytes(forge(lines, headers=back))
    assert [(p.kind, p.line) for p in report.problems] == [("time", 2)]
    assert report.verdict == "legal"
    forth = {line.seq: {"at": at} for line, at in zip(lines, sorted(times), strict=True)}
    assert verify_bytes(forge(lines, headers=forth)).problems == ()


def test_what_nobody_saw_is_counted_by_its_name(splash: Game) -> None:
    assert assured(verify_bytes(given_up(splash).bytes())).unseen == {}
    text = "game: splash\nplayers: Ana, Bartek\n\nAna draw ? ? ?\nBartek draw S1 S2 ?\n"
    report = verify_bytes(read_session(text).bytes())
    assert (report.verdict, report.open) == ("possible", True)
    assert report.assurance is not None
    assert report.assurance.unseen == {"draw": 4}


def test_a_seats_own_log_says_whose_it_is(splash: Game) -> None:
    _, stream = redact(splash, given_up(splash).lines, 2)
    found = verify_bytes(stream).assurance
    assert found is not None
    assert (found.view, found.end) == (2, "broken off")
    assert found.unseen


def test_a_seal_after_a_correction_that_leaves_nobody_to_be_asked_is_illegal(osaka: Game) -> None:
    table = begun(osaka)
    turn = table.lines[-1].turn
    wrong = Adjusted(patches=(Patch(path="/phase", value="over"),), reason="typo")
    head = table.head
    data = table.bytes()
    for event in (wrong, None):
        entry = Entry(data=event or head.seal(), turn=turn)
        _, raw, head = stamp(head, [entry])
        data += raw
    assert not osaka.rules.awaiting(fold(osaka, read(data).lines))
    report = verify_bytes(data)
    assert (report.verdict, report.assurance) == ("illegal", None)
