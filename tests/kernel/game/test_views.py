"""Views: what their fields tell stands beside them, or is as the state has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, get_type_hints

import msgspec
import pytest

from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.views import Look, MarkedView
from ledger.sdk import SeatLook, SeatView, TableView, computed, owner_only


@dataclass
class Player:
    gold: int
    cards: list[str]


@dataclass
class State:
    players: list[Player]
    setup: Any = field(default_factory=lambda: SimpleNamespace(players=2, target=7))
    deck: list[str] = field(default_factory=lambda: ["a", "b"])
    active: int = 1
    turn: int = 1
    over: bool = False


class Seat(SeatView):
    cards: int
    coins: int | None = owner_only(lambda s, p: p.gold)
    worth: int = computed(lambda s, p: p.gold + s.setup.target)
    left: str = computed(lambda s, p, look: f"{look.seat} of {len(s.players)}")


class Richer(Seat):
    double: int = computed(lambda s, p: 2 * p.gold)


class View(TableView):
    deck: int
    target: int
    top: str = computed(lambda s: s.deck[-1])
    seats: tuple[Seat, ...]


RULES: Any = SimpleNamespace(
    awaiting=lambda s: (), outcome=lambda s: None, round=lambda s: s.turn + 10
)


def look(seat: int | None, view: Any = Seat, **told: Any) -> View:
    state = State([Player(3, ["x"]), Player(5, [])])
    return View.of(Look(state, seat, RULES, view), **told)


def test_fields_say_what_they_tell() -> None:
    seen = look(None)
    assert (seen.deck, seen.target, seen.top, seen.round) == (2, 7, "b", 11)
    assert [(x.cards, x.coins, x.worth, x.left) for x in seen.seats] == [
        (1, 3, 10, "1 of 2"),
        (0, 5, 12, "2 of 2"),
    ]


@pytest.mark.parametrize(
    ("seat", "coins"), [(None, [3, 5]), (0, [None, None]), (1, [3, None]), (2, [None, 5])]
)
def test_what_is_ones_own_is_none_for_others(seat: int | None, coins: list[int | None]) -> None:
    assert [x.coins for x in look(seat).seats] == coins


def test_what_is_given_is_told_instead() -> None:
    def seat_view(s: State, look: SeatLook[Player]) -> Seat:
        return Seat.of(look, worth=0)

    seen = look(1, seat_view, top="c")
    assert (seen.top, [x.worth for x in seen.seats]) == ("c", [0, 0])


def test_a_view_of_a_view_tells_all_of_it() -> None:
    assert [x.double - x.worth for x in look(1, Richer).seats] == [-4, -2]  # type: ignore[attr-defined]


def test_a_view_that_says_a_field_again_tells_it_as_it_is_there() -> None:
    class Plain(Seat):
        worth: int
        gold: int

    with pytest.raises(TypeError, match="worth"):
        look(1, Plain)


def test_what_has_a_default_is_not_given() -> None:
    class Doubled(Seat):
        double: int = computed(lambda s, p, times=2: p.gold * times)

    assert [x.double for x in look(1, Doubled).seats] == [6, 10]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("base", "tell", "right"),
    [
        (SeatView, lambda s: 1, "2 or 3"),
        (SeatView, lambda s, p, look, more: 1, "2 or 3"),
        (TableView, lambda s, p: 1, "1"),
    ],
)
def test_what_tells_a_field_takes_what_it_is_given(base: Any, tell: Any, right: str) -> None:
    with pytest.raises(DeclarationError, match=f"`worth` in `Wrong` takes {right} arguments"):

        class Wrong(base):  # type: ignore[misc]
            worth: int = computed(tell)


def test_a_view_says_what_it_tells_of_players() -> None:
    class Empty(TableView):
        deck: int

    with pytest.raises(DeclarationError, match=r"test_views.py, line \d+: `Empty`.*seats"):
        Empty.by(RULES)


@pytest.mark.parametrize("view", [View, MarkedView])
def test_what_makes_views_says_what_they_are(view: type[TableView]) -> None:
    rules: Any = SimpleNamespace(**vars(RULES), state=State, scores=lambda s: (1, 2))
    make = view.by(rules)
    made = make(State([Player(3, ["x"])]), None)
    assert get_type_hints(make)["return"] is type(made)
    assert set(made.__struct_fields__) > {"seats", "deck", "round"}


def test_every_field_is_required() -> None:
    schema = msgspec.json.schema(Seat)["$defs"]["Seat"]
    assert schema["required"] == ["cards", "coins", "worth", "left", "seat", "place"]
    assert not any("default" in x for x in schema["properties"].values())
