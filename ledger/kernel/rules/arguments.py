"""The arguments of a command: the values each can have, how it is chosen, and how it is checked.

class Take(Command):
    heap: Annotated[int, one_of(lambda s, x: range(1, len(s.heaps) + 1))]
    sticks: Annotated[int, one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))]
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec

from ledger.kernel.log.events import extra_of
from ledger.kernel.log.seat_fields import SeatName, is_seat
from ledger.kernel.message import Message, Text
from ledger.kernel.type_hints import hints_of

from .command import Command

T = TypeVar("T")
Values: TypeAlias = Callable[[Any, Any], Iterable[Any]] | Iterable[Any]
"""The possible values of a field in a command: a function of the state and the command, or a fixed
list.
"""


def choices(
    groups: Iterable[Sequence[T]], least: int = 0, most: int | None = None
) -> Iterator[tuple[T, ...]]:
    """Yield every selection of things from some groups, starting with the empty one.

    The things in a group are all the same, so a selection takes the first few of each. `least` and
    `most` limit how many things are selected.
    """
    parts = [[group[:n] for n in range(len(group) + 1)] for group in groups]
    for chosen in itertools.product(*parts):
        some = tuple(itertools.chain.from_iterable(chosen))
        if least <= len(some) and (most is None or len(some) <= most):
            yield some


def one_of(values: Values) -> msgspec.Meta:
    """Declare which values a field in a command can have.

    A function receives the state and the command, of which it may use the seat and the fields
    declared before this one. A default is used if the field is left out, and has to be one of the
    values, too.
    """
    return msgspec.Meta(extra={"one_of": values})


def some_of(values: Values, least: int = 0, most: int | None = None) -> msgspec.Meta:
    """Declare what a field with several values can contain: some of these, each at most as often as
    it is listed.

    `least` and `most` limit how many there are.

    >>> class Discard(Command):
    ...     cards: Annotated[tuple[str, ...], some_of(lambda s, x: s.hand, least=1, most=2)]
    """
    return msgspec.Meta(extra={"one_of": values, "least": least, "most": most})


class Argument(NamedTuple):
    """A field in a command: how it is chosen, checked and typed."""

    name: str
    kind: Any
    default: Any
    values: Values | None
    unseen: bool
    """Whether it can be None: a choice that the person keeping the log didn't see."""
    several: bool
    least: int
    most: int | None
    typed: Any
    """How it is typed, if its type says so (`typed`)."""
    is_seat: bool = False
    """Whether a value is a `Seat`."""
    any_default: bool = False
    """Whether the default is accepted although it isn't one of the values, as 0.2 did."""

    @property
    def words(self) -> str:
        """Its name in readable form."""
        return self.name.replace("_", " ")

    @property
    def optional(self) -> bool:
        """Whether it can be left out."""
        return self.default is not msgspec.NODEFAULT

    @property
    def known(self) -> bool:
        """Whether its possible values are known."""
        return self.values is not None or self.optional

    @property
    def default_listed(self) -> bool | None:
        """Whether the default is one of the values; None if that depends on the position."""
        default, values = self.default, self.values
        if not self.optional or values is None or self.any_default:
            return True
        if default is None and self.unseen:
            return True
        if self.several:
            count = len(default)
            if count < self.least or (self.most is not None and count > self.most):
                return False
            if not count:
                return True
        if callable(values):
            return None
        if self.several:
            return not Counter(default) - Counter(values)
        return default in values

    def items(self, state: Any, command: Any) -> list[Any]:
        """Return the possible values, or, if it holds several, those that it can contain."""
        values = self.values
        return list(values(state, command) if callable(values) else values or ())

    def choices(self, state: Any, command: Any) -> Iterator[Any]:
        """Yield all possible values."""
        items = self.items(state, command)
        if self.several:
            kinds = [[x] * n for x, n in Counter(items).items()]
            every: Iterable[Any] = choices(kinds, self.least, self.most)
        else:
            every = dict.fromkeys(items)  # two equal cards are one choice
        if self.optional and self.default not in items and self._is_always_listed:
            return itertools.chain((self.default,), (x for x in every if x != self.default))
        return iter(every)

    def wrong(self, state: Any, command: Any) -> Message | None:
        """Return why its value in a command isn't possible here; None if it is."""
        value = getattr(command, self.name)
        if value is None and self.unseen:
            return None
        if value == self.default and self._is_always_listed:
            return None
        items = self.items(state, command)
        if not self.several:
            return None if value in items else self._instead([value], items)
        known = [x for x in value if not (self.unseen and x is None)]
        if extra := Counter(known) - Counter(items):
            return self._instead([*extra.elements()], items)
        if self.least <= len(value) and (self.most is None or len(value) <= self.most):
            return None
        return Message(
            "{what}: {count} is the wrong number, choose {span}",
            what=self.words,
            count=len(value),
            span=self._span(),
        )

    @property
    def _is_always_listed(self) -> bool:
        """Whether the default needn't be looked for among the values."""
        return self.values is None or self.any_default

    def _span(self) -> Message:
        """Return how many values it can hold."""
        if self.most is None:
            return Message("{least} or more", least=self.least)
        if self.least == self.most:
            return Message("{least}", least=self.least)
        return Message("{least} to {most}", least=self.least, most=self.most)

    def _instead(self, values: Sequence[Any], items: Sequence[Any]) -> Message:
        value = self._listed(values, " ")
        if not items:
            return Message(
                "{what} can't be {value}: there is nothing to choose from",
                what=self.words,
                value=value,
            )
        return Message(
            "{what} can't be {value}; it can be {offered}",
            what=self.words,
            value=value,
            offered=self._listed({repr_of(x): x for x in items}.values(), ", "),
        )

    def _listed(self, values: Iterable[Any], separator: str) -> Text:
        """Return values in the form in which messages show them."""
        if self.is_seat:
            return Message.join(separator, ["?" if v is None else SeatName(v) for v in values])
        return separator.join(map(repr_of, values))


def repr_of(value: Any) -> str:
    """Return a value in the form in which messages show it."""
    return "?" if value is None else str(value) or "''"


@functools.cache
def arguments(command: type[Command]) -> tuple[Argument, ...]:
    """Return the fields of a command that a player chooses, in order."""
    hints = hints_of(command)
    out = []
    for field in msgspec.structs.fields(command):
        if field.name == "seat":
            continue
        hint = hints[field.name]
        extra = extra_of(hint)
        kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        several = get_origin(kind) is tuple
        kind = _item(kind) if several else kind
        of_seats = is_seat(hint)
        kind = _without_marks(kind)
        unseen = NoneType in get_args(kind)
        if unseen:
            (kind,) = (_without_marks(x) for x in get_args(kind) if x is not NoneType)
        values: Values | None = extra.get("one_of")
        if values is None and get_origin(kind) is Literal:
            values = get_args(kind)
        if values is None and kind is bool:
            values = (False, True)
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        most = extra.get("most")
        out.append(
            Argument(
                name=field.name,
                kind=kind,
                default=default,
                values=values,
                unseen=unseen,
                several=several,
                least=extra.get("least", 0),
                most=most,
                typed=extra.get("typed"),
                is_seat=of_seats,
            )
        )
    return tuple(out)


def _without_marks(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _item(kind: Any) -> Any:
    inner = get_args(kind)
    return inner[0] if inner else str
