"""Commands, and the questions they answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, dataclass_transform

import msgspec

State: TypeAlias = Any
"""A game's own state: a dataclass with slots; anybody may read its `turn` and `over`."""

Evolve: TypeAlias = Callable[[Any, Any], None]
"""Applies an event to a state."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Command(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=True):
    """A request by a seat."""

    seat: int


class Question(NamedTuple):
    """An open question: the seat that has to answer, what it is asked, and the rule behind it."""

    seat: int
    ask: str
    rule: str


class Asking(Protocol):
    """Anything that says what is asked."""

    @property
    def ask(self) -> str:
        """What is asked."""


A = TypeVar("A", bound=Asking)


def answerable(asked: Sequence[A], at_once: Collection[str]) -> Sequence[A]:
    """Return which open questions may be answered now: the first, or all if that is `at_once`."""
    return asked if asked and asked[0].ask in at_once else asked[:1]


class TakenBack(Exception):
    """A fold met a retraction: it can't undo what it did, so it has to start again."""
