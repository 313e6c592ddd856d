"""A game put together from the usual modules of its package."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ledger.kernel.log.events import Event, Opened
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.opening import read_options

from .interface import Command, Game, Question, State
from .outcome import Outcome

if TYPE_CHECKING:
    from rich.console import RenderableType


class Parts(NamedTuple):
    """The functions that make up a game, as its modules hold them."""

    check_box: Callable[[Any], None]
    make_setup: Callable[[Any, int, Any], Any]
    begin: Callable[[Decision], None]
    decide: Mapping[type, Callable[[Decision, Any], None]]
    command_of: Callable[[Sequence[Event]], Command]
    awaiting: Callable[[Any], tuple[Question, ...]]
    outcome: Callable[[Any], Outcome | None]
    legal: Callable[[Any, int], Iterator[Command]]
    canonical: Callable[[Any, Any], Command]
    sample: Callable[[Any, random.Random], Command]
    copy: Callable[[Any], Any]
    view: Callable[[Any, int | None], Any]
    draw: Callable[[Any, int, Sequence[str]], RenderableType]
    tell: Callable[[Event, Sequence[str], str], str]
    read: Callable[[Any, int, Sequence[Any]], Command]
    write: Callable[[Any], str]


def as_it_is(state: Any, command: Any) -> Command:
    """Return a command that has only one form."""
    return command  # type: ignore[no-any-return]


class Assembled(Game):
    """A game that says what it is made of; its state has `setup` with the number of `players`."""

    parts: ClassVar[Parts]

    def __init__(self) -> None:
        self._setups: dict[tuple[str, int, Any], Any] = {}

    def read_box(self, data: dict[str, Any]) -> Any:
        """Validate a box."""
        box = super().read_box(data)
        self.parts.check_box(box)
        return box

    def setup_of(self, opened: Opened) -> Any:
        """Return the look-up tables of a game; those of the built-in box are made once."""
        options, players = read_options(self, opened.options), len(opened.seats)
        if opened.box_data is not None:
            return self.parts.make_setup(self.box_of(opened), players, options)
        key = (opened.box, players, options)
        if key not in self._setups:
            self._setups[key] = self.parts.make_setup(self.box_of(opened), players, options)
        return self._setups[key]

    def begin(self, d: Decision) -> None:
        """Set up."""
        self.parts.begin(d)

    def decide(self, d: Decision, command: Any) -> None:
        """Apply the rules to a command."""
        self.parts.decide[type(command)](d, command)

    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command behind a group."""
        return self.parts.command_of(events)

    def awaiting(self, state: State) -> tuple[Question, ...]:
        """Who is asked for what."""
        return self.parts.awaiting(state)

    def legal(self, state: State, seat: int) -> Iterator[Command]:
        """Yield the canonical commands of a seat."""
        return self.parts.legal(state, seat)

    def canonical(self, state: State, command: Command) -> Command:
        """Map a correct command to the listed one."""
        return self.parts.canonical(state, command)

    def sample(self, state: State, rng: random.Random) -> Command:
        """Return a random acceptable command."""
        return self.parts.sample(state, rng)

    def copy(self, state: State) -> State:
        """Return an independent copy."""
        return self.parts.copy(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result of a finished game."""
        return self.parts.outcome(state)

    def round(self, state: State) -> int:
        """Return the running round: as many turns as there are players."""
        return -(-state.turn // state.setup.players)  # type: ignore[no-any-return]

    def view(self, state: State, seat: int | None) -> Any:
        """Return what a seat may see."""
        return self.parts.view(state, seat)

    def draw(self, view: Any, width: int, names: Sequence[str]) -> RenderableType:
        """Draw a view."""
        return self.parts.draw(view, width, names)

    def words(self, event: Event, names: Sequence[str], lang: str = "en") -> str:
        """Tell an event."""
        return self.parts.tell(event, names, lang)

    def read(self, state: State, seat: int, words: Sequence[Any]) -> Command:
        """Read a typed move."""
        return self.parts.read(state, seat, words)

    def write(self, command: Any) -> str:
        """Write a move."""
        return self.parts.write(command)
