"""Choices that all make at once, unseen by the others, and that are shown afterwards.

FIN-01 Choosing: Everybody chooses 1, 2 or 3 fingers, unseen by the others.

FIN-02 Showing: All show at once; whoever shows the most, alone, scores a point.

FIN-03 The end: After two rounds the most points win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import pytest

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.session.session_driver import MissingResult
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import fold
from ledger.kernel.verify.verify import verify_bytes
from ledger.recorder import Fault
from ledger.recorder.recorder import Recorder
from ledger.sdk import (
    Above0,
    Boxes,
    Command,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    Opening,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    Sourced,
    Titled,
    hidden,
    move,
    one_of,
    resource,
    rule,
)


class Limits(Sourced):
    rounds: Above0


class Box(Titled):
    limits: Limits


@dataclass(slots=True)
class Player:
    choice: Annotated[int | None, hidden()] = None
    points: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    setup: PlainSetup
    players: list[Player]
    asked: list[int] = field(default_factory=list)
    shown: dict[int, int] = field(default_factory=dict)
    active: int = 0
    turn: int = 0
    over: bool = False


class Choose(Command):
    """Choose a number of fingers."""

    fingers: Annotated[int | None, one_of((1, 2, 3))]


class Turned(Event):
    """A round begins."""

    seat: Annotated[int, rule("FIN-01")]


class Chose(Event):
    """A choice that the others don't see."""

    seat: int
    fingers: Annotated[int | None, rule("FIN-01", hidden=True)]
    says = "{name} chooses {fingers}"


class Showed(Event):
    """Somebody shows what they chose."""

    seat: Annotated[int, rule("FIN-02")]
    fingers: Annotated[int, rule("FIN-02", chance="show")]


class Scored(Event):
    """A point for the most fingers."""

    seat: Annotated[int, rule("FIN-02")]


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn, s.shown = x.seat, s.turn + 1, {}
    s.asked = list(range(1, s.setup.players + 1))


@FOLDS.on(Chose)
def chose(s: State, x: Chose) -> None:
    s.players[x.seat - 1].choice = x.fingers
    s.asked.remove(x.seat)


@FOLDS.on(Showed)
def showed(s: State, x: Showed) -> None:
    s.players[x.seat - 1].choice = None
    s.shown[x.seat] = x.fingers


@FOLDS.on(Scored)
def scored(s: State, x: Scored) -> None:
    s.players[x.seat - 1].points += 1


@move(Choose, "FIN-01", Chose)
def choose(d: Decision[State], x: Choose) -> None:
    s = d.state
    d.emit(Chose(seat=x.seat, fingers=x.fingers))
    if s.asked:
        return
    for seat, p in enumerate(s.players, 1):
        fingers = d.reveal(p.choice, (1, 2, 3), "show", rule="FIN-02", seat=seat)
        d.emit(Showed(seat=seat, fingers=int(fingers)))
    most = [seat for seat, n in s.shown.items() if n == max(s.shown.values())]
    if len(most) == 1:
        d.emit(Scored(seat=most[0]))
    if ended(s):
        d.end()
    else:
        d.emit(Turned(seat=1))


def ended(s: State) -> str | None:
    return "all rounds" if s.turn == s.setup.box.limits.rounds and not s.asked else None


SOURCE = Provenance(status="default")
GAME = Game(
    meta=Meta(name="fingers", title="Fingers", edition="fingers/1", players=(2, 3)),
    package=__name__,
    boxes=Boxes(Box("fingers-1", "Fingers", Limits(rounds=2, provenance=SOURCE))),
    rules=Rules(
        state=State,
        opening=Opening(
            start=lambda setup: State(setup, [Player() for _ in range(setup.players)]),
            begin=lambda d: d.emit(Turned(seat=1)),
        ),
        questions=Questions({"turn": "FIN-01"}, at_once=("turn",)),
        moves=(choose,),
        folds=FOLDS,
        ending=Ending(
            ended=ended,
            score=lambda s, seat: s.players[seat - 1].points,
            ranked_by=("FIN-03",),
        ),
    ),
)
HEAD = "game: fingers\nplayers: Ana, Bo\n\n"
ROUND = "Ana choose 2\nBo choose 3\nAna show 2\nBo show 3\n"


@pytest.fixture(autouse=True)
def game_is_found() -> Iterator[None]:
    with offered(GAME):
        yield


def session(text: str) -> Table:
    return read_session(HEAD + text, game=GAME)


def test_what_was_chosen_is_shown_when_all_have_chosen() -> None:
    table = session(ROUND + "Ana choose 1\n")
    assert [p.points for p in table.state.players] == [0, 1]
    assert table.state.players[0].choice == 1
    assert write_session(GAME, table.lines).endswith(f"{ROUND}Ana choose 1\n")


@pytest.mark.parametrize("left_out", ["Ana show 2\n", "Bo show 3\n", "Ana show 2\nBo show 3\n"])
@pytest.mark.parametrize("after", ["", "# well\n", "Ana choose 1\n"])
def test_what_is_known_need_not_be_told_again(left_out: str, after: str) -> None:
    assert session(ROUND.replace(left_out, "") + after).bytes() == session(ROUND + after).bytes()


def test_what_nobody_wrote_down_must_be_told() -> None:
    with pytest.raises(MissingResult) as e:
        session("Ana choose 2\nBo choose ?\nAna show 2\nAna choose 1\n")
    assert (e.value.line, e.value.rule) == (7, "FIN-02")


def test_nobody_sees_a_choice_before_it_is_shown() -> None:
    table = session(ROUND + "Ana choose 1\n")
    stream, _ = redact(GAME, table.lines, 2)
    seen = [line.data.fingers for line in stream if isinstance(line.data, Chose | Showed)]
    assert seen == [None, 3, 2, 3, None]
    assert fold(GAME, stream) == GAME.mask(table.state, 2)
    assert [seat.choice for seat in GAME.view(table.state, 2).seats] == [None, None]
    assert GAME.rules.awaiting(fold(GAME, stream)) == GAME.rules.awaiting(table.state)
    assert GAME.words(stream[2].data, ["Ana", "Bo"]) == "Ana chooses ?"


def test_a_choice_that_nobody_wrote_down_is_known_once_it_is_shown() -> None:
    table = session(ROUND.replace("choose 2", "choose ?"))
    assert table.state.players[1].points == 1
    assert verify_bytes(table.bytes()).verdict == "possible"


@pytest.mark.parametrize("wrong", [("Ana show 2", "Ana show 3"), ("choose 2", "choose 4")])
def test_nobody_shows_something_else_than_they_chose(wrong: tuple[str, str]) -> None:
    with pytest.raises(LedgerError) as e:
        session(ROUND.replace(*wrong))
    assert e.value.rule in ("FIN-01", "FIN-02")


def test_they_choose_in_any_order() -> None:
    table = session("Bo choose 3\nAna choose 2\n")
    assert [p.points for p in table.state.players] == [0, 1]
    assert [line.data.seat for line in table.lines if isinstance(line.data, Chose)] == [2, 1]
    assert verify_bytes(table.bytes()).verdict == "legal"
    assert read_session(write_session(GAME, table.lines), game=GAME).bytes() == table.bytes()


def test_each_chooses_once() -> None:
    with pytest.raises(LedgerError) as e:
        session("Bo choose 3\nBo choose 2\n")
    assert e.value.line == 5
    assert [*GAME.rules.legal_moves(session("Bo choose 3\n").state, 2)] == []


def recorded(*lines: str) -> Recorder:
    """Type lines at the recorder, all of which it takes."""
    recorder = Recorder(GAME, open_game(GAME, ["Ana", "Bo"]), now=lambda: None)
    recorder.start()
    for line in lines:
        assert not [x for x in recorder.feed(line) if isinstance(x, Fault)], line
    return recorder


def test_whoever_chooses_first_is_recorded_first() -> None:
    assert [q.seat for q in GAME.rules.awaiting(recorded("Bo choose 3").playing.state)] == [1]


@pytest.mark.parametrize("told", [(), ("Ana show 2",), ("Bo show 3",), ("Ana show 2", "Bo show 3")])
def test_the_recorder_does_not_ask_what_is_certain(told: tuple[str, ...]) -> None:
    table = recorded("Ana choose 2", "Bo choose 3", *told).playing
    assert table.bytes() == session("Ana choose 2\nBo choose 3\n").bytes()


def test_the_recorder_asks_only_for_what_nobody_wrote_down() -> None:
    recorder = recorded("Ana choose 2", "Bo choose ?", "Ana show 2")
    assert recorder.pending is not None
    assert recorder.pending.need is not None
    assert recorder.pending.need.seat == 2
    recorder.feed("3")
    assert recorder.playing.state.players[1].points == 1


def test_going_back_forgets_what_followed_from_it() -> None:
    recorder = recorded("Ana choose 2", "Bo choose ?", "back")
    assert [q.seat for q in GAME.rules.awaiting(recorder.playing.state)] == [2]
