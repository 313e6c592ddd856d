"""What a move is: a function of the rules, and all that it says of itself.

    class Take(Command):
        heap: Annotated[int, one_of(lambda s, x: range(1, len(s.heaps) + 1))]
        sticks: Annotated[int, one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))]

    @move("NIM-02", Took)
    def take(d: Decision[State], x: Take) -> None:
        d.accept(x)

From this follow how the move is typed (`take 2 5`), which question it answers, how it is found
again in a log, what is refused before the function is even called, and which moves are legal.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType, MappingProxyType, NoneType, SimpleNamespace
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.faults import Place, place_of
from ledger.kernel.game.interface import Command
from ledger.kernel.log.events import Event, extra_of, tag

Values: TypeAlias = Callable[[Any, Any], Iterable[Any]] | Iterable[Any]
"""What a field of a command can be: given the state and the command, or always the same."""
F = TypeVar("F", bound=Callable[..., None])
_NONE: Mapping[str, Any] = MappingProxyType({})


def one_of(values: Values) -> msgspec.Meta:
    """Say what a field of a command can be.

    A function gets the state and the command; of that it may use the seat and the fields before.
    """
    return msgspec.Meta(extra={"one_of": values})


def some_of(values: Values, least: int = 0, most: int | None = None) -> msgspec.Meta:
    """Say of what a field with several values is made up: of some of these, each as often as here.

    `least` and `most` say how many there are to be.
    """
    return msgspec.Meta(extra={"one_of": values, "least": least, "most": most})


class Argument(NamedTuple):
    """A field of a command, as it is chosen, checked and typed."""

    name: str
    kind: Any
    default: Any
    values: Values | None
    unseen: bool
    """Whether it may be None: somebody chose it, and whoever keeps the log didn't see what."""
    several: bool
    least: int
    most: int | None
    typed: Any
    """How it is typed, if its type says so (`typed`)."""

    @property
    def words(self) -> str:
        """Its name, for people."""
        return self.name.replace("_", " ")

    @property
    def optional(self) -> bool:
        """Whether it can be left out."""
        return self.default is not msgspec.NODEFAULT

    @property
    def known(self) -> bool:
        """Whether it is clear what it can be."""
        return self.values is not None or self.optional

    def items(self, state: Any, command: Any) -> list[Any]:
        """Return what it can be, or be made up of."""
        values = self.values
        return list(values(state, command) if callable(values) else values or ())

    def choices(self, state: Any, command: Any) -> Iterator[Any]:
        """Yield all that it can be."""
        items = self.items(state, command)
        if self.several:
            from ledger.kernel.play.choices import choices  # here, because it needs this module

            kinds = [[x] * n for x, n in Counter(items).items()]
            every: Iterable[Any] = choices(kinds, self.least, self.most)
        else:
            every = dict.fromkeys(items)  # two equal cards are one choice
        if self.optional and self.default not in items:
            return itertools.chain((self.default,), (x for x in every if x != self.default))
        return iter(every)

    def wrong(self, state: Any, command: Any) -> str | None:
        """Say why a command can't be what it is here, if it can't."""
        value = getattr(command, self.name)
        if value == self.default or (value is None and self.unseen):
            return None
        items = self.items(state, command)
        if not self.several:
            return None if value in items else self._instead(repr_of(value), items)
        known = [x for x in value if not (self.unseen and x is None)]
        if extra := Counter(known) - Counter(items):
            return self._instead(" ".join(map(repr_of, extra.elements())), items)
        if self.least <= len(value) and (self.most is None or len(value) <= self.most):
            return None
        most = "or more" if self.most is None else f"to {self.most}"
        span = str(self.least) if self.least == self.most else f"{self.least} {most}"
        return f"{self.words}: {len(value)} is the wrong number, choose {span}"

    def _instead(self, value: str, items: Iterable[Any]) -> str:
        offered = list(dict.fromkeys(map(repr_of, items)))
        what = f"{self.words} can't be {value}"
        return f"{what}; it can be {', '.join(offered)}" if offered else f"{what}: there is none"


def repr_of(value: Any) -> str:
    """Return a value as people see it in a message."""
    return "?" if value is None else str(value) or "''"


@functools.cache
def arguments(command: type[Command]) -> tuple[Argument, ...]:
    """Return the fields of a command that are chosen, in their order."""
    hints = get_type_hints(command, include_extras=True)
    out = []
    for field in msgspec.structs.fields(command):
        if field.name == "seat":
            continue
        hint = hints[field.name]
        extra = extra_of(hint)
        kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        several = get_origin(kind) is tuple
        kind = _item(kind) if several else kind
        unseen = NoneType in get_args(kind)
        if unseen:
            (kind,) = (x for x in get_args(kind) if x is not NoneType)
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
            )
        )
    return tuple(out)


def _item(kind: Any) -> Any:
    inner = get_args(kind)
    return inner[0] if inner else str


def types_of(function: FunctionType, parameter: str) -> list[Any]:
    """Return the types that a parameter can have, as far as their names can be found.

    Only this one annotation is looked at, and only names: evaluating all of them takes long.
    """
    said = function.__annotations__.get(parameter)
    if not isinstance(said, str):
        return list(get_args(said) or (said,))
    found = []
    for name in said.split("|"):
        first, *rest = name.strip().split(".")
        thing = function.__globals__.get(first)
        for part in rest:
            thing = getattr(thing, part, None)
        found.append(thing)
    return found


@dataclasses.dataclass(frozen=True, kw_only=True)
class Move:
    """A function of the rules, with all that `move` said of it."""

    function: FunctionType
    rule: str
    events: tuple[type[Event], ...]
    answers: tuple[str, ...]
    verb: str
    also: tuple[str, ...] | None
    button: str | Mapping[str, str]
    declines: bool | Callable[[Any, int], Command | None]
    called: Mapping[str, str]

    @property
    def place(self) -> Place | None:
        """Where the function stands."""
        return place_of(self.function)

    @functools.cached_property
    def command(self) -> type[Command]:
        """The command that it decides, from the type of its last parameter."""
        names = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        found = types_of(self.function, names[-1])[0] if 2 <= len(names) <= 4 else None
        if not (isinstance(found, type) and issubclass(found, Command)):
            name = self.function.__name__
            raise DeclarationError(
                f"the move {name} has to take the decision and its command: "
                f"`def {name}(d: Decision[State], x: {name.title()}) -> None`",
                self.place,
            )
        return found

    @functools.cached_property
    def name(self) -> str:
        """The verb with which it is typed."""
        return self.verb or tag(self.command).replace("_", "-")

    @functools.cached_property
    def checked(self) -> tuple[Argument, ...]:
        """The arguments that are looked at before its function is called."""
        return tuple(a for a in arguments(self.command) if a.values is not None)

    @functools.cached_property
    def rules(self) -> Callable[[Any, Any], None]:
        """The function, which is given the state and the player, too, if it wants them."""
        function: Callable[..., None] = self.function
        wanted = self.function.__code__.co_argcount
        if wanted == 2:
            return function
        if wanted == 3:
            return lambda d, x: function(d, d.state, x)
        return lambda d, x: function(d, d.state, d.state.players[x.seat - 1], x)

    @property
    def decide(self) -> Callable[[Any, Any], None]:
        """The function that decides it: its own, after its arguments were looked at."""
        checked, rule, function = self.checked, self.rule, self.rules
        if not checked:
            return function

        usual = [(argument.name, argument.default, argument) for argument in checked]

        def decide(d: Any, x: Any) -> None:
            for name, default, argument in usual:
                if getattr(x, name) != default:
                    wrong = argument.wrong(d.state, x)
                    d.must(rule, wrong is None, wrong or "")
            function(d, x)

        return decide

    def commands(self, state: Any, seat: int) -> Iterator[Command]:
        """Yield every command whose arguments can be what they are."""
        return _filled(self.command, arguments(self.command), state, {"seat": seat})

    def command_of(self, event: type[Event]) -> Callable[[Any], Command]:
        """Return what makes its command of its first event."""
        given, fields = [], self.command.__struct_fields__
        defaults = self.command.__struct_defaults__
        needed = {*fields[: len(fields) - len(defaults)]}
        for field in fields:
            name = self.called.get(field, field)
            if name in event.__struct_fields__:
                given.append(f"{field}=event.{name}")
            elif field in needed:
                raise DeclarationError(
                    f"{event.__name__} has no field {name!r}, but every choice of "
                    f"{self.command.__name__} has to be in its first event; if it has another "
                    f'name there, say so: called={{"{field}": "…"}}',
                    self.place,
                )
        source = f"lambda event: command({', '.join(given)})"
        return eval(source, {"command": self.command})  # type: ignore[no-any-return] # noqa: S307 - only names

    @functools.cached_property
    def accepted(self) -> Callable[[Any, Mapping[str, Any]], Event]:
        """What makes its event of its command, and of what the rules add to that."""
        if len(self.events) != 1:
            say = f"{self.command.__name__} can begin with several events: emit the right one"
            raise DeclarationError(say, self.place)
        (event,) = self.events
        names = [(field, self.called.get(field, field)) for field in self.command.__struct_fields__]
        chosen = {name: f"x.{field}" for field, name in names if name in event.__struct_fields__}
        given = ", ".join(f"{name}={value}" for name, value in chosen.items())
        needed = [f.name for f in msgspec.structs.fields(event) if f.required]
        added = [f"{name}=more[{name!r}]" for name in needed if name not in chosen]
        # each by its name where nothing else is added, which takes half the time
        plain = f"event({', '.join([given, *added])}) if len(more) == {len(added)}"
        source = f"lambda x, more: {plain} else event({given}, **more)"
        return eval(source, {"event": event})  # type: ignore[no-any-return] # noqa: S307 - only names


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
    rule: str,
    *events: type[Event],
    answers: str | tuple[str, ...] = "turn",
    verb: str = "",
    also: tuple[str, ...] | None = None,
    button: str | Mapping[str, str] = "",
    declines: bool | Callable[[Any, int], Command | None] = False,
    called: Mapping[str, str] = _NONE,
) -> Callable[[F], F]:
    """Say that a function of the rules decides a command: the type of its last parameter.

    Between the decision and the command it may have the state and the player whose command it is:
    `def take(d: Decision[State], s: State, p: Player, x: Take) -> None`.

    `rule` is behind it, and refuses arguments that can't be. `events` are those that it can begin
    with: they hold every choice of the player, by the same names as the command, unless `called`
    gives a field another name there. `answers` are the questions that it answers.

    It is typed with `verb`, which is the name of the command unless said otherwise; `also` are
    other spellings, by default the third person. `button` is what a page says for it; if it is
    typed with several verbs, it has a text for each. A move that `declines` says no to a question,
    and may be left out when a session is typed; if it has choices, or can be left out only now and
    then, `declines` returns the command that is meant, or None, given the state and the seat.
    """

    def declared(function: F) -> F:
        function.__dict__["move"] = Move(
            function=cast("FunctionType", function),
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

    return declared
