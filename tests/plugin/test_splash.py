"""Splash, the plugin game: its rules in session notation, unknown stones, and an old log."""

from __future__ import annotations

import textwrap
from importlib import metadata
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import ledger
from ledger.kernel.errors import Illegal, Impossible, LedgerError
from ledger.kernel.log.events import Ended
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import fold
from ledger.kernel.verify.verify import verify_bytes
from ledger.sdk.drawing import draw_board
from ledger_splash import GAME
from ledger_splash.events import Drew, Scored, Scored2

FROZEN = Path(__file__).parent / "frozen"

THREE = """
    game: splash
    players: Ana, Bartek, Celina

    Ana draw S3 S1 S1
    Bartek draw S4 S2 S2
    Celina draw S4 S1 S3
"""


def session(*parts: str) -> Table:
    return read_session("\n".join(textwrap.dedent(part).strip("\n") for part in parts) + "\n")


def refused(*parts: str) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        session(*parts)
    return e.value


def told(table: Table, first: int = 1) -> list[str]:
    names = [s.name for s in table.lines[0].data.seats]
    return [GAME.words(line.data, names) for line in table.lines[first:]]


def test_the_game_is_found_by_its_entry_point() -> None:
    (entry,) = (e for e in metadata.entry_points(group="ledger.games") if e.name == "splash")
    assert entry.dist is not None
    assert entry.dist.name == "ledger-plugin-game"
    assert ledger.installed()["splash"] is GAME
    assert ledger.find_game("splash") is GAME


# --- rules ------------------------------------------------------------------------------------


@pytest.mark.rule("PLG-01")
def test_the_box_holds_24_stones_and_dice() -> None:
    table = session(THREE)
    assert GAME.corrections.pieces(table.state) == {
        "S1": 6,
        "S2": 6,
        "S3": 6,
        "S4": 6,
        "stones": 24,
    }
    assert GAME.boxes.standard.die.faces == ("splash", "splash", "miss")


@pytest.mark.rule("PLG-02")
def test_everybody_draws_three_stones_from_seat_1_on() -> None:
    table = session(THREE)
    assert told(table)[:3] == [
        "Ana draws S3 S1 S1",
        "Bartek draws S4 S2 S2",
        "Celina draws S4 S1 S3",
    ]
    assert [hand.size for hand in table.state.hands] == [3, 3, 3]
    assert table.state.bag.size == 15


@pytest.mark.rule("PLG-03")
def test_seat_1_begins_and_play_goes_clockwise() -> None:
    table = session(
        THREE,
        """
        Ana fish
        Ana draw S2 S2
        Bartek fish
        Bartek draw S3 S3
        Celina fish
        Celina draw S1 S1
        """,
    )
    assert [x for x in told(table) if "turn" in x] == [
        "It is Ana's turn",
        "It is Bartek's turn",
        "It is Celina's turn",
        "It is Ana's turn",
    ]
    assert (GAME.rules.turn(table.state), GAME.rules.round(table.state)) == (4, 2)
    e = refused(THREE, "Bartek fish")
    assert isinstance(e, Illegal)
    assert e.rule == "PLG-03"


@pytest.mark.rule("PLG-04")
def test_fishing_brings_two_stones_to_who_holds_at_most_five() -> None:
    more = """
        Ana fish
        Ana draw S2 S2
        Bartek fish
        Bartek draw ? ?
        Celina fish
        Celina draw ? ?
        """
    again = "Ana fish\nAna draw ? ?\nBartek fish\nBartek draw ? ?\nCelina fish\nCelina draw ? ?"
    table = session(THREE, more, again)
    assert [hand.size for hand in table.state.hands] == [7, 7, 7]
    e = refused(THREE, more, again, "Ana fish")
    assert e.rule == "PLG-04"
    assert "you hold 7 stones, more than 5" in str(e)
    waived = session(THREE, more, again, "Ana fish !PLG-04\nAna draw S4 S4")
    assert waived.lines[-3].waived == ("PLG-04",)


@pytest.mark.rule("PLG-05")
def test_a_stone_of_the_hand_is_thrown_into_the_pond() -> None:
    table = session(THREE, "Ana throw S3")
    assert table.state.pond == ["S3"]
    assert table.state.hands[0].stones == ["S1", "S1"]
    e = refused(THREE, "Ana throw S2")
    assert (e.rule, e.message) == ("PLG-05", "there is no S2 in your hand")
    assert e.hint == "legal here: throw S1; throw S3; fish"
    assert refused(THREE, "Ana throw S9").kind == "malformed"


@pytest.mark.rule("PLG-06")
def test_all_others_answer_clockwise_from_the_thrower() -> None:
    table = session(THREE, "Ana throw S1")
    assert [q.seat for q in GAME.rules.awaiting(table.state)] == [2, 3]
    e = refused(THREE, "Ana throw S1\nCelina stand\nCelina stand")
    assert e.line == 9
    left_out = session(THREE, "Ana throw S1\nCelina duck S1\nAna dice miss\nAna draw S4")
    assert told(left_out, 5)[:3] == ["Ana throws S1", "Bartek stands", "Celina ducks with S1"]


@pytest.mark.rule("PLG-07")
def test_one_ducks_with_a_stone_at_least_as_high() -> None:
    e = refused(THREE, "Ana throw S3\nBartek duck S2")
    assert (e.rule, e.message) == ("PLG-07", "one cannot duck a S3 with a S2")
    assert session(THREE, "Ana throw S3\nBartek duck S4").state.dry == [2]
    equal = THREE.replace("\n\n", "\n    option: duck=equal\n\n", 1)
    assert refused(equal, "Ana throw S3\nBartek duck S4").rule == "PLG-07"
    assert refused(THREE, "Ana throw S3\nBartek duck S3").rule == "PLG-07"


@pytest.mark.rule("PLG-08")
def test_as_many_dice_as_the_stone_is_high() -> None:
    e = refused(THREE, "Ana throw S3\nAna dice miss miss")
    assert e.rule == "PLG-08"
    assert "3" in e.message
    wrong = refused(THREE, "Ana throw S1\nAna dice six")
    assert isinstance(wrong, Impossible)
    assert "six" in wrong.message and "splash, splash, miss" in wrong.message


EXAMPLE = """
    Ana throw S3
    Bartek duck S4
    Celina stand
    Ana dice splash miss splash
    Ana draw S2
"""


@pytest.mark.example("PLG-G1")
@pytest.mark.rule("PLG-09")
def test_the_example_of_a_throw_among_three() -> None:
    table = session(THREE, EXAMPLE)
    assert table.state.points == [2, 0, 0]
    assert told(table, 5) == [
        "Ana throws S3",
        "Bartek ducks with S4",
        "Celina stands",
        "Ana rolls splash miss splash",
        "Ana scores 2",
        "Ana draws S2",
        "It is Bartek's turn",
    ]


@pytest.mark.rule("PLG-10")
def test_the_thrower_draws_one_stone() -> None:
    table = session(THREE, EXAMPLE)
    assert table.state.hands[0].stones == ["S1", "S1", "S2"]
    e = refused(THREE, EXAMPLE.replace("Ana draw S2", "Ana draw S2 S2"))
    assert "S2" in e.message
    assert refused(THREE, EXAMPLE.replace("Ana draw S2", "Ana draw")).rule == "PLG-10"


@pytest.mark.rule("PLG-11")
def test_the_game_ends_with_an_empty_bag_or_enough_points() -> None:
    fish = "{0} fish\n{0} draw ? ?"
    names = ["Ana", "Bartek"] * 2
    script = [fish.format(name) for name in names]
    for name in ("Ana", "Bartek") * 5:
        script.append(f"{name} throw S4" if name == "Ana" else f"{name} throw S1")
        script.append(f"{name} dice " + "miss " * (4 if name == "Ana" else 1))
        script.append(f"{name} draw ?")
    table = session(UNSEEN, *script, "result Ana 0, Bartek 0")
    ended = table.lines[-2].data
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.ranking, ended.scores) == ("empty bag", ((1, 2),), (0, 0))
    wet = [s.replace("miss miss miss miss", "splash " * 4) for s in script]
    last = next(i for i, _ in enumerate(wet) if "".join(wet[: i + 1]).count("splash") == 12)
    rich = session(UNSEEN, *wet[: last + 2], "result Ana 12, Bartek 0")
    assert rich.lines[-2].data == Ended(reason="points", ranking=((1,), (2,)), scores=(12, 0))


@pytest.mark.rule("A-PLG-01")
def test_an_empty_hand_is_not_asked_and_gets_wet() -> None:
    patch = (
        '[{"path": "/hands/1/stones", "value": []}, {"path": "/pond", "value": ["S4","S2","S2"]}]'
    )
    table = session(THREE, f'adjust "Bartek has thrown all" {patch}\nAna throw S1')
    assert [q.seat for q in GAME.rules.awaiting(table.state)] == [3]
    table = session(
        THREE, f'adjust "x" {patch}', "Ana throw S1\nCelina stand\nAna dice splash\nAna draw ?"
    )
    assert table.state.points[0] == 2


# --- unknown stones ---------------------------------------------------------------------------

UNSEEN = """
    game: splash
    players: Ana, Bartek

    Ana draw ? ? ?
    Bartek draw ? ? ?
"""
TURN = """
    {0} throw {1}
    {2}
    {0} dice {3}
    {0} draw ?
"""


def test_a_session_in_which_nobody_saw_a_draw_is_possible() -> None:
    table = session(
        UNSEEN,
        TURN.format("Ana", "S4", "Bartek duck S4", "miss splash splash miss"),
        TURN.format("Bartek", "S1", "Ana stand", "splash"),
    )
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems) == ("possible", ())
    state = fold(GAME, read(table.bytes()).lines)
    assert [(hand.stones, hand.unknown) for hand in state.hands] == [([], 3), ([], 2)]
    assert state.bag.pools[0] == {"S1": 5, "S2": 6, "S3": 6, "S4": 4}
    assert [line.data.stones for line in table.lines if isinstance(line.data, Drew)][:2] == [
        (None,) * 3,
        (None,) * 3,
    ]


def test_each_stone_shown_narrows_what_is_unknown_from_there_on() -> None:
    turns = [
        TURN.format(name, "S4", f"{other} duck S4", "miss " * 4)
        for name, other in (("Ana", "Bartek"), ("Bartek", "Ana"), ("Ana", "Bartek"))
    ]
    table = session(UNSEEN, *turns)
    assert table.state.pond == ["S4"] * 6
    assert "S4" not in {getattr(c, "stone", "") for c in GAME.rules.legal_moves(table.state, 2)}
    e = refused(UNSEEN, *turns, "Bartek throw S4")
    assert isinstance(e, Impossible)
    assert (e.rule, e.message) == ("PLG-05", "you cannot have an S4: every S4 is elsewhere")
    before = table.replay().at(4)
    assert before.bag.pools[0]["S4"] == 6, "narrowing works forward only"


def test_a_stone_beyond_the_hand_is_refused() -> None:
    table = session(UNSEEN, "Ana throw S1\nBartek duck S1\nAna dice miss\nAna draw ?")
    assert table.state.hands[1].unknown == 2
    state = table.state
    state.hands[1].unknown = 0
    assert [type(c).__name__ for c in GAME.rules.legal_moves(state, 2)] == ["Fish"]
    empty = '[{"path": "/hands/0/unknown", "value": 0}]'
    e = refused(UNSEEN, f'adjust "none left" {empty}', "Ana throw S1")
    assert not isinstance(e, Impossible)
    assert (e.rule, e.message) == ("PLG-05", "there is no S1 in your hand")


def test_a_draw_that_no_arrangement_allows_is_impossible() -> None:
    e = refused(UNSEEN.replace("Bartek draw ? ? ?", "Bartek draw S7 ? ?"))
    assert isinstance(e, Impossible)
    assert (e.line, e.column) == (5, 13)
    many = UNSEEN.replace("? ? ?", "S1 S1 S1")
    assert isinstance(refused(many, "Ana fish\nAna draw S1 S1"), Impossible)


def test_known_and_unknown_stones_in_one_hand() -> None:
    table = session(UNSEEN.replace("Ana draw ? ? ?", "Ana draw S2 ? ?"), "Ana throw S2")
    assert (table.state.hands[0].stones, table.state.hands[0].unknown) == ([], 2)
    assert verify_bytes(table.bytes()).verdict == "possible"


# --- secrets ----------------------------------------------------------------------------------


def test_a_seat_sees_its_own_stones_only() -> None:
    table = session(THREE, EXAMPLE)
    stream, raw = redact(GAME, table.lines, 2)
    draws = [line.data.stones for line in stream if isinstance(line.data, Drew)]
    assert draws == [(None,) * 3, ("S4", "S2", "S2"), (None,) * 3, (None,)]
    assert fold(GAME, stream) == GAME.mask(table.state, 2)
    assert verify_bytes(raw).verdict == "possible"
    view = GAME.view(table.state, 2)
    assert [(seat.size, seat.stones) for seat in view.seats] == [
        (3, None),
        (2, ("S2", "S2")),
        (3, None),
    ]


def test_taking_back_and_playing_again() -> None:
    table = session(THREE, "Ana throw S3\nundo\nAna throw S1\nundo 6")
    assert table.state.pond == ["S3"]
    table = session(THREE, EXAMPLE, "undo")
    assert table.state.dry == [2]
    assert [q.seat for q in GAME.rules.awaiting(table.state)] == [3]


# --- old logs ---------------------------------------------------------------------------------


def test_a_log_of_the_old_version_still_reads_folds_and_verifies() -> None:
    """frozen/ holds a log as version 0.0 wrote it; it is never written again."""
    raw = (FROZEN / "splash-scored.jsonl").read_bytes()
    assert raw.count(b'{"type":"scored",') == 5
    assert b"scored.2" not in raw
    reading = read(raw)
    assert reading.error is None
    assert not reading.open
    assert not any(isinstance(line.data, Scored) for line in reading.lines)
    assert sum(isinstance(line.data, Scored2) for line in reading.lines) == 5
    state = fold(GAME, reading.lines)
    ended = reading.lines[-2].data
    assert isinstance(ended, Ended)
    assert tuple(state.points) == ended.scores == (7, 2, 12)
    report = verify_bytes(raw)
    assert (report.verdict, report.problems) == ("legal", ())


def test_an_old_event_is_decoded_by_its_own_type() -> None:
    with pytest.raises(msgspec.ValidationError, match="points"):
        msgspec.json.decode(b'{"seat":1,"points":3}', type=Scored)


def test_the_board_is_drawn_from_the_view_alone() -> None:
    names = ["Ana", "[b]Bartek", "Celina"]
    table = session(THREE, EXAMPLE)
    console = Console(width=60, file=None, color_system=None)
    with console.capture() as out:
        console.print(draw_board(GAME, GAME.view(table.state, 1), 60, names))
    text = out.get()
    assert "Turn 2, 14 in the bag" in text
    assert "S1 S1 S2" in text
    assert "[b]Bartek" in text
    assert "??" in text
