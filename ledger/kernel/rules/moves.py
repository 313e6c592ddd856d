"""Moves: functions of the rules, and what is declared about them.

    @move(Take, "NIM-02", Took)
    def take(d: Decision[State], x: Take) -> None:
        d.accept(x)

This determines how the move is typed (`take 2 5`), which question it answers, how it is recognised
in a log, what is refused before the function is even called, and which moves are legal.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar

from msgspec import NODEFAULT

from ledger.kernel.errors import DeclarationError
from ledger.kernel.faults import SourceLine, place_of
from ledger.kernel.log.events import Event, tag

from .arguments import Argument, arguments
from .command import Command

F = TypeVar("F", bound=Callable[..., None])
_NONE: Mapping[str, Any] = MappingProxyType({})
_MOVES = "move"
"""The attribute of a rules function that holds what was declared for it."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Move:
    """A function of the rules, with everything that `@move` declared about it."""

    function: Callable[..., None]
    command: type[Command]
    rule: str
    events: tuple[type[Event], ...]
    answers: tuple[str, ...]
    verb: str
    also: tuple[str, ...] | None
    button: str | Mapping[str, str]
    declines: bool | Callable[[Any, int], Command | None]
    called: Mapping[str, str]
    any_default: bool = False
    """Whether a field's default is accepted although it isn't one of its values, as 0.2 did."""

    def __post_init__(self) -> None:
        command: Any = self.command
        if not (isinstance(command, type) and issubclass(command, Command)):
            name = self.function.__name__
            raise DeclarationError(
                f"the move {name} has to name the command that it decides: "
                f'`@move({name.title()}, "RULE-01", …)`',
                self.place,
            )
        if not 2 <= self._wanted <= 4:
            name = self.function.__name__
            raise DeclarationError(
                f"the move {name} has to take the decision and its command: "
                f"`def {name}(d: Decision[State], x: {self.command.__name__}) -> None`",
                self.place,
            )

    @property
    def _wanted(self) -> int:
        return self.function.__code__.co_argcount

    @property
    def place(self) -> SourceLine | None:
        """Where the function is defined."""
        return place_of(self.function)

    @functools.cached_property
    def name(self) -> str:
        """The verb that is typed for it."""
        return self.verb or tag(self.command).replace("_", "-")

    @functools.cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of its command."""
        found = arguments(self.command)
        return tuple(a._replace(any_default=True) for a in found) if self.any_default else found

    @functools.cached_property
    def checked(self) -> tuple[Argument, ...]:
        """The arguments that are checked before the function is called."""
        return tuple(a for a in self.arguments if a.values is not None)

    @functools.cached_property
    def rules(self) -> Callable[[Any, Any], None]:
        """The function, wrapped so that it is passed the state and the player if it takes them."""
        function, wanted = self.function, self._wanted
        if wanted == 2:
            return function
        if wanted == 3:
            return lambda d, x: function(d, d.state, x)
        return lambda d, x: function(d, d.state, d.state.players[x.seat - 1], x)

    @property
    def decide(self) -> Callable[[Any, Any], None]:
        """The function that decides the command: it checks the arguments, then calls the move's
        own.
        """
        checked, rule, function = self.checked, self.rule, self.rules
        if not checked:
            return function

        # what is always right isn't looked for among the values
        usual = [(a.name, a.default if a.default_listed else NODEFAULT, a) for a in checked]

        def decide(d: Any, x: Any) -> None:
            for name, default, argument in usual:
                if getattr(x, name) != default:
                    wrong = argument.wrong(d.state, x)
                    d.must(rule, wrong is None, wrong or "")
            function(d, x)

        return decide

    def commands(self, state: Any, seat: int) -> Iterator[Command]:
        """Yield every command with possible arguments."""
        return _filled(self.command, self.arguments, state, {"seat": seat})

    def command_of(self, event: type[Event]) -> Callable[[Any], Command]:
        """Return a function that reconstructs the command from its first event.

        Raises `DeclarationError` if the event lacks one of the choices.
        """
        command, names = self.command, list[tuple[str, str]]()
        fields, defaults = command.__struct_fields__, command.__struct_defaults__
        needed = {*fields[: len(fields) - len(defaults)]}
        for field in fields:
            name = self.called.get(field, field)
            if name in event.__struct_fields__:
                names.append((field, name))
            elif field in needed:
                raise DeclarationError(
                    f"{event.__name__} has no field {name!r}, but every choice of "
                    f"{command.__name__} has to be in its first event; if it has another "
                    f'name there, say so: called={{"{field}": "…"}}',
                    self.place,
                )
        return lambda first: command(**{field: getattr(first, name) for field, name in names})

    @functools.cached_property
    def accepted(self) -> Callable[[Any, Mapping[str, Any]], Event]:
        """A function that creates the first event from the command and further fields."""
        if len(self.events) != 1:
            say = f"{self.command.__name__} can begin with several events: emit the right one"
            raise DeclarationError(say, self.place)
        (event,) = self.events
        names = [(self.called.get(field, field), field) for field in self.command.__struct_fields__]
        chosen = [(name, field) for name, field in names if name in event.__struct_fields__]
        return lambda x, more: event(**{name: getattr(x, field) for name, field in chosen}, **more)


def _filled(
    kind: type[Command], left: tuple[Argument, ...], state: Any, chosen: dict[str, Any]
) -> Iterator[Command]:
    if not left:
        yield kind(**chosen)
        return
    first, *rest = left
    for value in first.choices(state, SimpleNamespace(**chosen)):
        yield from _filled(kind, tuple(rest), state, {**chosen, first.name: value})


def move(
    command: type[Command],
    rule: str,
    *events: type[Event],
    answers: str | tuple[str, ...] = "turn",
    verb: str = "",
    also: tuple[str, ...] | None = None,
    button: str | Mapping[str, str] = "",
    declines: bool | Callable[[Any, int], Command | None] = False,
    called: Mapping[str, str] = _NONE,
) -> Callable[[F], F]:
    """Declare that a function of the rules decides a command.

    Between the decision and the command, it can take the state and the player whose command it is:
    `def take(d: Decision[State], s: State, p: Player, x: Take) -> None`.

    `rule` is the rule for the move, which also refuses fields with impossible values. `events` are
    those that it can start with: they hold every choice the player made, under the same names as in
    the command, unless `called` gives a field another name there. `answers` are the questions that
    it answers.

    `verb` is what is typed, by default the name of the command; `also` are other spellings, by
    default the third person. `button` is its text on a page; if several verbs can be typed for it,
    one text for each. A move that `declines` says no to a question, and can be left out of a typed
    session. If it involves choices, or can be left out only sometimes, `declines` is a function of
    the state and the seat that returns the implied command, or None.
    """

    def declare(function: F) -> F:
        function.__dict__[_MOVES] = Move(
            function=function,
            command=command,
            rule=rule,
            events=events,
            answers=(answers,) if isinstance(answers, str) else answers,
            verb=verb,
            also=also,
            button=button,
            declines=declines,
            called=called,
        )
        return function

    return declare


def declared(function: Callable[..., None]) -> Move:
    """Return the `Move` declared for a function of the rules.

    Raises `DeclarationError` if there is none.
    """
    found = function.__dict__.get(_MOVES)
    if not isinstance(found, Move):
        raise DeclarationError(
            f"{function.__name__} is among the moves, but has no `@move(…)` above it",
            place_of(function),
        )
    return found
