"""An event says its sentences itself, also those that are told under a condition."""

from __future__ import annotations

import pytest

from ledger.kernel.game.declarations.derived import said_by
from ledger.kernel.text.sentences import When
from ledger.sdk import Event, SeatEvent


class Sold(SeatEvent):
    """Something is sold."""

    goods: tuple[str, ...]
    kind: str
    price: int
    says_goods_price_0 = "a gift"
    says_kind_big = "a big sale"
    says_goods = "a sale"
    says = "nothing"


@pytest.mark.parametrize(
    ("goods", "kind", "price", "told"),
    [
        (("tea",), "small", 0, "a gift"),
        (("tea",), "big", 3, "a big sale"),
        ((), "big", 0, "a big sale"),
        (("tea",), "small", 3, "a sale"),
        ((), "small", 0, "nothing"),
    ],
)
def test_the_first_sentence_whose_condition_is_true_is_told(
    goods: tuple[str, ...], kind: str, price: int, told: str
) -> None:
    x = Sold(seat=1, goods=goods, kind=kind, price=price)
    fits = [text for key, text in said_by(Sold) if not isinstance(key, When) or key.true(x)]
    assert fits[0] == told


def test_a_turn_needs_no_sentence_of_its_own() -> None:
    class Turned(SeatEvent):
        """A turn begins."""

    assert list(said_by(Turned)) == [(Turned, "It is {name}'s turn")]


def test_a_turn_may_say_something_else() -> None:
    class Turned(SeatEvent):
        """A turn begins."""

        says = "{name} goes on"

    assert list(said_by(Turned)) == [(Turned, "{name} goes on")]


def test_a_turn_of_nobody_says_nothing_by_itself() -> None:
    class Turned(Event):
        """A page is turned."""

    assert not list(said_by(Turned))
