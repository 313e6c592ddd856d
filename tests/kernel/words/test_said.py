"""An event says its sentences itself, also those that are told under a condition."""

from __future__ import annotations

import gettext

import pytest

from ledger.kernel.words.sentences import Teller, case, cases, plural, said_by, tell
from ledger.sdk import Event, SeatEvent


class Sold(SeatEvent):
    """Something is sold."""

    goods: tuple[str, ...]
    kind: str
    price: int
    says = (
        case("a gift", "goods", price=0),
        case("a big sale", kind="big"),
        case(plural("{goods} (is|are) sold"), "goods"),
        case("a wonder", lambda x: x.price > 99),
        "nothing",
    )


def told(event: Event) -> str:
    """Return what an event says of itself."""
    teller = Teller(event, ("Ana", "Bo"), gettext.NullTranslations())
    return tell(teller, cases({type(event): said_by(type(event))}))


@pytest.mark.parametrize(
    ("goods", "kind", "price", "said"),
    [
        (("tea",), "small", 0, "a gift"),
        (("tea",), "big", 3, "a big sale"),
        ((), "big", 0, "a big sale"),
        (("tea",), "small", 3, "tea is sold"),
        (("tea", "silk"), "small", 3, "tea silk are sold"),
        ((), "small", 100, "a wonder"),
        ((), "small", 0, "nothing"),
    ],
)
def test_the_first_sentence_whose_condition_is_true_is_told(
    goods: tuple[str, ...], kind: str, price: int, said: str
) -> None:
    assert told(Sold(seat=1, goods=goods, kind=kind, price=price)) == said


def test_a_turn_needs_no_sentence_of_its_own() -> None:
    class Turned(SeatEvent):
        """A turn begins."""

    assert told(Turned(seat=2)) == "It is Bo's turn"


def test_a_turn_may_say_something_else() -> None:
    class Turned(SeatEvent):
        """A turn begins."""

        says = "{name} goes on"

    assert told(Turned(seat=2)) == "Bo goes on"


def test_a_turn_of_nobody_says_nothing_by_itself() -> None:
    class Turned(Event):
        """A page is turned."""

    assert not said_by(Turned)
