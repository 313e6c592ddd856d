"""What each event does to a state: the functions that make up a game's fold.

FOLDS = Folds[State]()

@FOLDS.on(Took)
def take(s: State, x: Took) -> None:
    s.heaps[x.heap - 1] -= x.sticks
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, overload

from ledger.kernel.errors import DeclarationError
from ledger.kernel.faults import place_of
from ledger.kernel.log.events import Event

S = TypeVar("S")
A = TypeVar("A", bound=Event)
B = TypeVar("B", bound=Event)
C = TypeVar("C", bound=Event)
Fold = Callable[[S, A], None]


class Folds(Mapping[type[Event], Callable[[Any, Any], None]], Generic[S]):
    """The functions that apply events to a state of type `S`, by event type.

    A function trusts its event, which the rules have already checked, and validates nothing. Each
    event has one function; a function can handle several events.
    """

    def __init__(self) -> None:
        self._functions: dict[type[Event], Callable[[Any, Any], None]] = {}

    @overload
    def on(self, event: type[A], /) -> Callable[[Fold[S, A]], Fold[S, A]]: ...
    @overload
    def on(
        self, event: type[A], second: type[B], /
    ) -> Callable[[Fold[S, A | B]], Fold[S, A | B]]: ...
    @overload
    def on(
        self, event: type[A], second: type[B], third: type[C], /
    ) -> Callable[[Fold[S, A | B | C]], Fold[S, A | B | C]]: ...
    @overload
    def on(self, *events: type[Event]) -> Callable[[Fold[S, Any]], Fold[S, Any]]: ...

    def on(self, *events: type[Event]) -> Callable[[Any], Any]:
        """Register the decorated function for these events: `@FOLDS.on(Sailed, Returned)`.

        Raises `DeclarationError` if one of them already has a function.
        """

        def register(function: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
            for event in events:
                if (before := self._functions.get(event)) is not None:
                    where = place_of(before)
                    first = f" (the other is in {where.file}, line {where.line})" if where else ""
                    say = f"two functions apply {event.__name__}{first}"
                    raise DeclarationError(say, place_of(function))
                self._functions[event] = function
            return function

        return register

    def __getitem__(self, event: type[Event]) -> Callable[[Any, Any], None]:
        return self._functions[event]

    def __iter__(self) -> Iterator[type[Event]]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)
