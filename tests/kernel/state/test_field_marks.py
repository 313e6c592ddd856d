"""What follows from the marks of a state's fields: columns, secrets, what may be corrected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from ledger.kernel.game.views import MarkedView
from ledger.kernel.meta import NOWHERE
from ledger.kernel.rules.rules import Ending, Opening, Questions, Rules
from ledger.kernel.state.field_marks import (
    forget_of,
    hidden,
    holdings_of,
    internal,
    private,
    resource,
    resources_of,
    zones_of,
)
from ledger.kernel.state.piles import Hand, Pile
from ledger.kernel.state.zones import zone
from ledger.sdk import Impossible, Outcome, PlainSetup, Resource


@dataclass(slots=True)
class Player:
    hand: Annotated[Hand, hidden("deck"), resource("cards in hand")]
    coins: Annotated[int, resource(public=False, short="c"), zone(supply="bank")] = 3
    notes: Annotated[list[str], private] = field(default_factory=lambda: ["a", "b"])
    choice: Annotated[int | None, hidden()] = 7
    goods: Annotated[dict[str, int], resource(), zone(each=("tea",), supply="stock/*")] = field(
        default_factory=lambda: {"tea": 2}
    )


@dataclass(slots=True)
class State:
    setup: PlainSetup
    players: list[Player]
    deck: Pile
    solution: Annotated[str | None, hidden()] = "R5"
    market: list[list[str]] = field(default_factory=lambda: [["tea"]])
    owners: Annotated[dict[str, int], zone(word="owner", keys="fields", seats=True)] = field(
        default_factory=dict
    )
    passes: Annotated[int, internal] = 1
    active: int = 1
    turn: int = 1
    over: bool = False


class Asking:
    """Nobody is asked anything, and seat 2 has won if it is over."""

    state = State

    def round(self, s: State) -> int:
        return 4

    def scores(self, s: State) -> tuple[int, ...]:
        return 1, 2

    def awaiting(self, s: State) -> tuple[Any, ...]:
        return ()

    def outcome(self, s: State) -> Any:
        return Outcome("over", ((2,), (1,)), (1, 2), "X-1")


@pytest.fixture
def state() -> State:
    deck = Pile()
    deck.shuffle_in(["A", "A", "B", "C", "D"])
    hands = Hand(), Hand()
    hands[0].draw(deck, ["A", None])
    hands[1].draw(deck, ["B"])
    return State(PlainSetup(None, 2, None), [Player(hand) for hand in hands], deck)


def test_resources_are_counted_by_their_kind(state: State) -> None:
    assert resources_of(State) == (
        Resource("hand", "cards in hand"),
        Resource("coins", "coins", public=False, short="c"),
        Resource("goods", "goods"),
    )
    assert holdings_of(State)(state) == [(2, 3, 2), (1, 3, 2)]


def look(state: State, viewer: int | None) -> Any:
    asking: Any = Asking()
    return MarkedView.by(asking)(state, viewer)


@dataclass
class Collector:
    """Not every field has a default, and there are no slots."""

    coins: int
    tricks: list[str]


@dataclass
class Collection:
    setup: PlainSetup
    players: list[Collector]
    active: int = 1
    turn: int = 0
    over: bool = False


COLLECTING: Rules[Collection] = Rules(
    state=Collection,
    opening=Opening(start=lambda setup: Collection(setup, []), begin=lambda d: None),
    moves=(),
    folds={},
    questions=Questions({"turn": "X-1"}),
    ending=Ending(ended=lambda s: None, ranked_by=("X-1",)),
)


@pytest.mark.parametrize(("key", "counted"), [("coins", (3, 5)), ("tricks", (2, 0))])
def test_a_field_of_the_players_is_the_score_as_it_is_counted(
    key: str, counted: tuple[int, ...]
) -> None:
    rules = COLLECTING.of(NOWHERE, [Resource(key, key, is_score=True)])
    players = [Collector(3, ["a", "b"]), Collector(5, [])]
    assert rules.scores(Collection(PlainSetup(None, 2, None), players)) == counted


def test_a_seat_is_told_its_own_and_can_count_the_others(state: State) -> None:
    view = look(state, 1)
    mine, theirs = view.seats
    assert (mine.hand, mine.coins, mine.notes, mine.choice) == (("A", None), 3, ("a", "b"), 7)
    assert (theirs.hand, theirs.coins, theirs.notes, theirs.choice) == (
        *((None,), None),
        *((None, None), None),
    )
    assert theirs.goods == {"tea": 2}
    assert (mine.score, theirs.score) == (1, None), "coins, which count, are not public"
    assert (view.deck, view.market, view.solution) == (2, (("tea",),), None)
    assert not hasattr(view, "passes")


def test_a_referee_sees_everything(state: State) -> None:
    view = look(state, None)
    assert view.solution == "R5"
    assert [seat.hand for seat in view.seats] == [("A", None), ("B",)]


def test_at_the_end_all_is_told_but_what_was_never_shown(state: State) -> None:
    state.over = True
    first, second = look(state, 0).seats
    assert (second.coins, second.notes, second.score) == (3, ("a", "b"), 2)
    assert (first.hand, first.choice) == ((None, None), None)
    assert (first.place, second.place) == (2, 1)


def test_what_is_hidden_is_forgotten_and_its_cards_may_be_anywhere(state: State) -> None:
    forget_of(State)(state, 2)
    first, second = state.players
    assert (first.hand, first.choice, first.coins) == (Hand([], 2), None, 3)
    assert (second.hand, second.choice) == (Hand(["B"]), 7)
    assert state.solution is None
    assert state.deck.pools[0] == {"A": 2, "B": 0, "C": 1, "D": 1}
    assert first.hand.possible(state.deck) == ["A", "C", "D"]


def test_a_card_that_was_not_seen_can_be_played(state: State) -> None:
    hand = state.players[0].hand
    hand.play(state.deck, "A")
    hand.play(state.deck, "C")
    assert (hand.size, state.deck.pools[0]["C"]) == (0, 0)
    with pytest.raises(Impossible):
        hand.play(state.deck, "D")


def test_what_may_be_corrected_is_found_by_its_field() -> None:
    coins, tea, owner = zones_of(State)
    assert (coins.word, coins.path, coins.supply) == ("coins", "/players/*/coins", ("/bank",))
    assert (tea.word, tea.path, tea.supply) == ("tea", "/players/*/goods/tea", ("/stock/tea",))
    assert (owner.word, owner.path, owner.seats) == ("owner", "/owners", True)


@pytest.mark.parametrize("names", ["fields", ("a1", "a2"), lambda setup: setup.fields])
def test_names_come_from_the_setup_or_are_always_the_same(names: Any) -> None:
    setup = PlainSetup(None, 2, None)
    setup.fields = ("a1", "a2")  # type: ignore[attr-defined]
    (found,) = zone(names).zones("", "where")
    assert found.names is not None
    assert [*found.names(setup)] == ["a1", "a2"]


def test_a_field_may_hold_several_places() -> None:
    marks = [zone(inside=f"cards/{part}", also=f"known/{part}") for part in ("hand", "down")]
    found = [z for mark in marks for z in mark.zones("/players/*", "cards")]
    assert [z.path for z in found] == ["/players/*/cards/hand", "/players/*/cards/down"]
    assert found[1].also == ("/players/*/known/down",)
