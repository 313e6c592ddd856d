"""Copies of states: equal, of the same types, and independent."""

from __future__ import annotations

import enum
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Annotated, Any, Literal, NamedTuple, Optional, Union

import msgspec
import pytest

from ledger.kernel.state.copying import Lookup, copier
from ledger.kernel.state.piles import Pile


class Sea(enum.Enum):
    CALM = 1


class Fixed(msgspec.Struct, frozen=True):
    table: dict[str, int]


class Loose(msgspec.Struct):
    items: list[int]


class Pair(NamedTuple):
    left: int
    right: list[int]


@dataclass(frozen=True)
class Card:
    name: str


@dataclass
class Hand:
    cards: list[str] = field(default_factory=list)
    next: Hand | None = None


@dataclass
class OpenHand(Hand):
    shown: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    setup: Fixed
    pile: Pile
    hands: list[Hand]
    hand: Hand
    spare: Hand | None
    none: Optional[list[int]]  # noqa: UP045
    rows: list[list[str]]
    by_name: dict[str, Hand]
    tallies: dict[str, list[int]]
    count: Counter[str]
    groups: defaultdict[str, list[int]]
    queue: deque[int]
    seats: set[int]
    fixed: tuple[int, str]
    many: tuple[Hand, ...]
    mixed: tuple[int, list[int]]
    pair: Pair
    loose: Loose
    anything: Any
    either: Union[list[int], str]  # noqa: UP007
    kind: Literal["a", "b"]
    noted: Annotated[list[int], "a note"]
    sea: Sea
    card: Card
    raw: bytearray
    bare: list
    last: list[int] = field(default_factory=list, kw_only=True)
    derived: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.derived = [1]


def state() -> State:
    pile = Pile()
    pile.shuffle({"a": 2, "b": 1})
    made = State(
        setup=Fixed({"x": 1}),
        pile=pile,
        hands=[Hand(["a"]), OpenHand(["b"], None, ["c"])],
        hand=OpenHand(["d"], Hand(["e"], Hand(["f"])), ["g"]),
        spare=Hand(["h"]),
        none=None,
        rows=[["i"], ["j"]],
        by_name={"k": Hand(["k"])},
        tallies={"l": [1]},
        count=Counter("mmn"),
        groups=defaultdict(list, {"o": [2]}),
        queue=deque([3], maxlen=4),
        seats={4},
        fixed=(5, "p"),
        many=(Hand(["q"]),),
        mixed=(6, [7]),
        pair=Pair(8, [9]),
        loose=Loose([10]),
        anything={"r": [11]},
        either=[12],
        kind="a",
        noted=[13],
        sea=Sea.CALM,
        card=Card("s"),
        raw=bytearray(b"t"),
        bare=[[14]],
        last=[15],
    )
    made.derived = [16]
    return made


def changing(x: Any) -> Iterator[Any]:
    """Yield everything in a state that can change; what is frozen may be shared."""
    if is_dataclass(x) and not isinstance(x, Card):
        yield x
        for f in fields(x):
            yield from changing(getattr(x, f.name))
    elif isinstance(x, Loose):
        yield x
        yield from changing(x.items)
    elif isinstance(x, dict):
        yield x
        for v in x.values():
            yield from changing(v)
    elif isinstance(x, list | set | deque | bytearray):
        yield x
        if not isinstance(x, bytearray):
            for v in x:
                yield from changing(v)
    elif isinstance(x, tuple):
        for v in x:
            yield from changing(v)


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    one = state()
    two = copier(State)(one)
    assert two == one == state()
    before, after = list(changing(one)), list(changing(two))
    assert [type(x) for x in after] == [type(x) for x in before]
    assert not {id(x) for x in before} & {id(x) for x in after}
    assert two.queue.maxlen == 4
    assert two.groups.default_factory is list


def test_what_is_frozen_is_shared() -> None:
    one = state()
    two = copier(State)(one)
    assert two.setup is one.setup
    assert two.card is one.card
    assert two.fixed is one.fixed


def test_the_fields_of_a_base_class_are_copied_too() -> None:
    hand = OpenHand(["a"], None, ["b"])
    assert copier(OpenHand)(hand) == hand
    assert copier(OpenHand)(hand).cards is not hand.cards
    other = copier(Hand)(hand)
    assert type(other) is OpenHand
    assert other == hand


@pytest.mark.parametrize("value", [None, [1]])
def test_what_may_be_missing(value: list[int] | None) -> None:
    @dataclass
    class Maybe:
        value: list[int] | None

    Maybe.__annotations__ = {"value": list[int] | None}
    made = copier(Maybe)(Maybe(value))
    assert made.value == value
    assert made.value is None or made.value is not value


class Tables(Lookup):
    def __init__(self, n: int) -> None:
        self.table = {"a": n}


@dataclass
class Position:
    setup: Tables
    row: list[int]


def test_a_lookup_is_shared_and_equal_to_one_that_holds_the_same() -> None:
    before = Position(Tables(1), [2])
    after = copier(Position)(before)
    assert after.setup is before.setup
    assert after == Position(Tables(1), [2])
    assert after != Position(Tables(3), [2])


def test_what_is_worked_out_for_a_lookup_can_be_kept() -> None:
    known = {Tables(1): "one", Tables(3): "three"}
    assert (known[Tables(1)], known[Tables(3)]) == ("one", "three")
