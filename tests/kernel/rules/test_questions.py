"""What follows from a game's questions: who is asked, what may be left out, what a view tells.

The game that shows it has these rules.

DAR-01 Dares: In turn, dare the others.

DAR-02 Answers: Each of the others takes one of their own cards, the first if nothing is said.

DAR-03 The end: After three dares the most cards win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import pytest

from ledger.kernel.game.views import MarkedView
from ledger.kernel.log.events import Seat
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.sdk import (
    Boxes,
    Command,
    Decision,
    Ending,
    Folds,
    Game,
    Meta,
    Opening,
    PlainSetup,
    Provenance,
    Question,
    Questions,
    Rules,
    SeatEvent,
    SeatView,
    Sourced,
    TableView,
    Titled,
    clockwise,
    move,
    one_of,
    rule,
)


class Cards(Sourced):
    names: tuple[str, ...]


class Box(Titled):
    cards: Cards


@dataclass(slots=True)
class State:
    """`asked` are those who answer a dare; a dare itself has nothing to do with it."""

    setup: PlainSetup
    cards: list[str]
    dares: int = 0
    phase: str = "dare"
    asked: list[int] = field(default_factory=list)
    active: int = 1
    turn: int = 1
    over: bool = False


class Dare(Command):
    """Dare the others."""


class Take(Command):
    """Take a card."""

    card: Annotated[str, one_of(lambda s, x: s.cards)]


class Dared(SeatEvent):
    """The others are asked."""

    seat: Annotated[int, rule("DAR-01")]
    says = "{name} dares the others"


class Taken(SeatEvent):
    """A card is taken."""

    card: Annotated[str, rule("DAR-02")]
    says = "{name} takes {card}"


FOLDS = Folds[State]()


@FOLDS.on(Dared)
def dared(s: State, x: Dared) -> None:
    s.phase, s.asked = "answer", clockwise(x.seat, s.setup.players)[1:]
    s.dares += 1


@FOLDS.on(Taken)
def taken(s: State, x: Taken) -> None:
    s.cards.remove(x.card)
    s.asked.remove(x.seat)
    if not s.asked:
        s.phase, s.active = "dare", s.active % s.setup.players + 1
        s.turn += 1


@move(Dare, "DAR-01", Dared, answers="dare")
def dare(d: Decision[State], x: Dare) -> None:
    d.emit(Dared(seat=x.seat))


def first_card(s: State, seat: int) -> Take | None:
    """What is meant if nobody says anything; the last card has to be named."""
    return Take(seat=seat, card=s.cards[0]) if len(s.cards) > 1 else None


@move(Take, "DAR-02", Taken, answers="answer", declines=first_card)
def take(d: Decision[State], x: Take) -> None:
    d.emit(Taken(seat=x.seat, card=x.card))


class SeatSeen(SeatView):
    """Nothing but the seat."""


class View(TableView):
    """The cards, and the seats."""

    cards: tuple[str, ...]
    seats: tuple[SeatSeen, ...]


def game(questions: Questions, view: Any = View) -> Game:
    """Return the game with these questions, and what is seen of it."""
    provenance = Provenance(status="default")
    box = Box("dares-1", "Dares", Cards(names=("a", "b", "c"), provenance=provenance))
    return Game(
        meta=Meta(name="dares", title="Dares", edition="dares/1", players=(2, 3)),
        package=__name__,
        boxes=Boxes(box),
        rules=Rules(
            state=State,
            opening=Opening(
                start=lambda setup: State(setup, list(setup.box.cards.names)),
                begin=lambda d: None,
            ),
            questions=questions,
            moves=(dare, take),
            folds=FOLDS,
            ending=Ending(
                ended=lambda s: "three dares" if s.dares > 2 else None,
                score=lambda s, seat: 0,
                ranked_by=("DAR-03",),
            ),
        ),
        view=view,
    )


ASKS = {"dare": "DAR-01", "answer": "DAR-02"}
GAME = game(Questions(ASKS, to_active=("dare",)))


@pytest.fixture
def table() -> Table:
    return Table.open(GAME, open_game(GAME, [Seat(name=x) for x in ("Ana", "Bo", "Cy")]), Seeded(1))


def test_a_question_goes_to_the_active_player_or_to_those_in_asked(table: Table) -> None:
    assert GAME.rules.awaiting(table.state) == (Question(1, "dare", "DAR-01"),)
    table.state.asked = [3]
    assert GAME.rules.awaiting(table.state) == (Question(1, "dare", "DAR-01"),)
    table.do(Dare(seat=1), Seeded(1))
    assert GAME.rules.awaiting(table.state) == tuple(
        Question(n, "answer", "DAR-02") for n in (2, 3)
    )


def test_every_question_goes_to_those_in_asked_if_nothing_else_is_said(table: Table) -> None:
    plain = game(Questions(ASKS))
    assert plain.rules.awaiting(table.state) == ()
    table.state.asked = [3]
    assert plain.rules.awaiting(table.state) == (Question(3, "dare", "DAR-01"),)


def test_what_is_left_out_can_depend_on_the_position(table: Table) -> None:
    assert GAME.rules.decline_move(table.state) is None
    table.do(Dare(seat=1), Seeded(1))
    assert GAME.rules.decline_move(table.state) == Take(seat=2, card="a")
    table.state.cards = ["c"]
    assert GAME.rules.decline_move(table.state) is None


def test_the_rule_behind_a_question_can_depend_on_the_position(table: Table) -> None:
    by_dares: Any = {"dare": lambda s: f"DAR-0{s.dares + 1}", "answer": "DAR-02"}
    depending = game(Questions(by_dares, to_active=("dare",)))
    table.state.dares = 2
    assert depending.rules.awaiting(table.state) == (Question(1, "dare", "DAR-03"),)


def test_a_function_can_ask_instead(table: Table) -> None:
    own = game(Questions(awaiting=lambda s: (Question(2, "dare", "DAR-01"),)))
    assert own.rules.awaiting(table.state) == (Question(2, "dare", "DAR-01"),)


def test_a_view_can_ask_the_rules(table: Table) -> None:
    seen = GAME.view(table.state, 1)
    assert [(q.seat, q.ask) for q in seen.asked] == [(1, "dare")]
    assert seen.cards == ("a", "b", "c")


def test_a_view_of_two_arguments_is_the_games_own() -> None:
    own: Callable[[State, int | None], str] = lambda s, seat: f"seat {seat}"  # noqa: E731
    assert game(Questions(ASKS), own).view is own


@pytest.mark.parametrize("seen", [View, None])
def test_a_game_with_other_rules_shows_what_they_ask(table: Table, seen: Any) -> None:
    first = game(Questions(ASKS), seen) if seen else replace(GAME, view=MarkedView)
    by_another = Questions(awaiting=lambda s: (Question(2, "answer", "DAR-02"),))
    again = replace(first, rules=replace(first.rules, questions=by_another))
    assert [(q.seat, q.ask) for q in again.view(table.state, 1).asked] == [(2, "answer")]
