"""Commands, and the questions they answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, dataclass_transform

import msgspec

State: TypeAlias = Any
"""A game's own state: a dataclass with slots, whose `turn` and `over` any code may read."""

Evolve: TypeAlias = Callable[[Any, Any], None]
"""A function that applies an event to a state."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Command(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=True):
    """A request by a seat."""

    seat: int


class Question(NamedTuple):
    """An open question: the seat that has to answer, what it is asked, and the rule for it."""

    seat: int
    ask: str
    rule: str


class Asking(Protocol):
    """Anything with a question."""

    @property
    def ask(self) -> str:
        """The question."""


A = TypeVar("A", bound=Asking)


def answerable(asked: Sequence[A], at_once: Collection[str]) -> Sequence[A]:
    """Return the open questions that may be answered now: the first, or all if `at_once`."""
    return asked if asked and asked[0].ask in at_once else asked[:1]


class TakenBack(Exception):
    """Raised by a fold at a retraction: it can't undo events, so it has to start again."""
