"""Games written for 0.2: everything they need to keep working until 0.5.

0.2 found the parts of a game by their names, folds and moves by the strings of their annotations,
and the conditions of sentences by splitting attribute names. This module still does all that, once,
when such a game is created, and turns it into today's `Game`, with a `DeprecationWarning` that
names the new way. Apart from `ledger.sdk`, which offers its `Game`, `SeatEvent` and `move` so that
both ways of writing them work, the rest of the program is unaware of it.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
import pkgutil
import random
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args

import msgspec

from ledger.kernel.boxes.boxes import Boxes
from ledger.kernel.errors import DeclarationError, GameWarning
from ledger.kernel.faults import place_of, place_of_class
from ledger.kernel.game import game as kernel_game
from ledger.kernel.game import views
from ledger.kernel.game.game import Bot
from ledger.kernel.game.parts import Corrections, Holdings, Pictures, Secrets
from ledger.kernel.log import events as kernel_events
from ledger.kernel.log.events import Event, rule, tag
from ledger.kernel.rules import moves as kernel_moves
from ledger.kernel.rules.chance import Chance
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.decision import Decision
from ledger.kernel.rules.rules import Ending, Opening, Questions, Rules
from ledger.kernel.rules.turns import rounds
from ledger.kernel.words.sentences import Case, Plural, case
from ledger.kernel.words.words import Words

from .kit import bots as kit_bots

By = Literal
"""Name a rule the way 0.2 did: `class Turned(SeatEvent[By["NIM-02"]])`."""
Evolve = Callable[[Any, Any], None]
F = TypeVar("F", bound=Callable[..., None])
S = TypeVar("S")
V = TypeVar("V")
P = TypeVar("P")

_GUIDE = "docs/write-a-game.md shows how"


def deprecate(what: str, instead: str, stacklevel: int = 3) -> None:
    """Warn that a feature of 0.2 is being used, and say what to write instead."""
    warnings.warn(
        f"{what} is how Ledger 0.2 did it, and works in 0.3 and 0.4, but not after that; {instead}",
        DeprecationWarning,
        stacklevel=stacklevel,
    )


# --- what a game is made with -----------------------------------------------------------------

NEW_PARTS = frozenset(["rules", "boxes", "secrets", "corrections", "pictures"])
"""The arguments of `Game` that only today's games use."""
FOUND = (
    *("state", "box", "start", "begin", "setup", "options", "awaiting", "ended", "score"),
    *("tie_breaks", "ties", "outcome", "scores", "legal", "view", "draw", "words", "notation"),
    *("read", "write", "resources", "holdings", "holding", "teller", "check_box", "check_new_box"),
    *("player_colours", "seat_tones", "sample", "decline", "undrawn", "redact", "forget", "round"),
    *("pieces", "zones", "faults", "components", "scene", "upcasts", "slots", "seat_slots"),
)
"""The names that 0.2 looked for in a game's modules."""
CALLED = {
    "box": "Box",
    "state": "State",
    "setup": "Setup",
    "options": "Options",
    "teller": "Teller",
    "notation": "NOTATION",
    "seat_tones": "SEAT_TONES",
    "words": "SENTENCES",
    "ties": "TIES",
    "upcasts": "UPCASTS",
}
"""The parts that have another name in a game's modules, as they are a class or a constant there."""


class _MadeEitherWay(type):
    """Make `Game(…)` accept the arguments it took in 0.2."""

    def __call__(cls, **given: Any) -> Any:
        if cls is not Game or NEW_PARTS & given.keys():
            return super().__call__(**given)
        deprecate(
            "a Game whose parts are found by their names",
            "name them where it is made: Game(rules=Rules(…), boxes=Boxes(…), words=Words(…)); "
            + _GUIDE,
        )
        return super().__call__(**_parts(given))


class Game(kernel_game.Game[S, V], metaclass=_MadeEitherWay):
    """The kernel's `Game`, except that it also accepts 0.2's arguments.

    Its docstring is replaced by the kernel's.
    """

    def __post_init__(self) -> None:
        """Give the rules and the view access to the game, which they had in 0.2."""
        put = functools.partial(object.__setattr__, self)
        put("rules", OldRules.like(self.rules))
        if isinstance(self.view, _GivenTheGame):
            put("view", _GivenTheGame(self.view.view))
        super().__post_init__()
        for part in (self.rules, self.view):
            if isinstance(part, OldRules | _GivenTheGame):
                object.__setattr__(part, "game", self)

    def __setattr__(self, name: str, value: Any) -> None:
        raise dataclasses.FrozenInstanceError(
            f"a game can't be changed: dataclasses.replace(game, …) makes another one ({name!r})"
        )

    def __getattr__(self, name: str) -> Any:
        place = OLD_ATTRIBUTES.get(name)
        if place is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if isinstance(place, str):
            deprecate(f"game.{name}", f"write game.{place}")
            return operator.attrgetter(place)(self)
        deprecate(f"game.{name}", place.instead)
        return functools.partial(place.call, self)


Game.__doc__ = kernel_game.Game.__doc__
Game.__signature__ = inspect.signature(kernel_game.Game)  # type: ignore[attr-defined]


class OldDecision(Decision[Any]):
    """A decision with access to its game."""

    __slots__ = ()

    @property
    def game(self) -> Any:
        """The game being played."""
        deprecate("d.game", "write d.rules")
        return self.rules.game  # type: ignore[attr-defined]


class OldRules(Rules[Any]):
    """Rules with access to their game; as in 0.2, calling them returns the rulebook."""

    game: Any

    @classmethod
    def like(cls, rules: Rules[Any]) -> Rules[Any]:
        """Return the same rules as `OldRules`, unless the game has a rules type of its own."""
        if type(rules) not in (Rules, OldRules):
            return rules
        given = [field.name for field in dataclasses.fields(rules) if field.init]
        same = cls(**{name: getattr(rules, name) for name in given})
        object.__setattr__(same, "of_0_2", rules.of_0_2)
        return same

    def __call__(self) -> dict[str, Any]:
        """Return the rulebook as data."""
        deprecate("game.rules()", "write game.rulebook.data")
        data: dict[str, Any] = self.game.rulebook.data
        return data

    def decision(self, draft: Any, chance: Chance, waive: Collection[str] = ()) -> Decision[Any]:
        """Return a decision on a state."""
        return OldDecision(self, draft, chance, waive)


class _GivenTheGame:
    """A game's own view function that takes the game as well."""

    game: Any

    def __init__(self, view: Callable[[Any, int | None, Any], Any]) -> None:
        self.view = view
        functools.update_wrapper(self, view)

    def __call__(self, state: Any, viewer: int | None) -> Any:
        return self.view(state, viewer, self.game)


def _parts(given: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a 0.2 game, given the arguments it was created with."""
    modules = modules_of(given.get("modules") or (sys.modules[given["package"]],))
    package = given.get("package") or modules[0].__name__
    said = {**find_named(modules, set(FOUND) - given.keys()), **given}
    if any(said.get(part) is None for part in ("state", "box", "start", "begin")):
        raise DeclarationError(
            "a game has a `State`, a `Box`, a function `start`, which makes the state before "
            "anything is dealt, and a function `begin`, which deals"
        )
    get = said.get
    upcasts = get("upcasts") or {}
    moves, folds = find_parts(modules, upcasts.keys())
    rules = Rules(
        state=said["state"],
        opening=Opening(
            **_given(said, "start", "begin", "setup", "options"),
        ),
        moves=tuple(move.function for move in moves),
        folds=folds,
        questions=Questions(
            get("asks") or {}, get("to_active") or (), get("at_once") or (), get("awaiting")
        ),
        ending=Ending(
            **_given(said, "ended", "score", "scores", "tie_breaks", "ranked_by", "ties", "outcome")
        ),
        legal=get("legal"),
        sample=get("sample"),
        decline=get("decline"),
        round=get("round") or rounds,
        upcasts=upcasts,
        **_given(said, "most_moves"),
    )
    object.__setattr__(rules, "of_0_2", True)
    bots = get("bots")
    parts: dict[str, Any] = {
        "meta": said["meta"],
        "package": package,
        "rules": rules,
        "boxes": Boxes(
            said["box"],
            check=get("check_box"),
            check_new=get("check_new_box"),
            components=get("components"),
            **_given(said, "player_colours", "seat_rule"),
        ),
        "words": _words(said, folds),
        "secrets": Secrets(**_given(said, "forget", "redact", "unknown")),
        "corrections": (_NoZones if get("zones") == () else Corrections)(
            **_given(said, "pieces", "zones", "faults")
        ),
        "holdings": (_NoResources if get("resources") == () else Holdings)(
            count=get("holding") if get("holdings") is None else None,
            count_all=get("holdings"),
            **_given(said, "resources"),
        ),
        "pictures": Pictures(
            board=get("draw"),
            empty_board=get("picture") or "",
            **_given(said, "scene", "seat_tones"),
        ),
        "bots": find_bots(modules) if bots is None else bots,
    }
    if (view := _view(get("view"), modules)) is not None:
        parts["view"] = view
    return parts


def _given(said: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: said[name] for name in names if said.get(name) is not None}


def _words(said: Mapping[str, Any], folds: Mapping[type[Event], Evolve]) -> Words:
    given, notation = said.get("words") or {}, said.get("notation")
    sentences = {} if callable(given) else conditions_of(given)
    for event in folds:
        if cases := said_under_conditions(event):
            sentences[event] = (*_several(sentences.get(event, ())), *cases)
        elif type(event.says) is tuple and _is_plural(event.says):
            before = _several(sentences.get(event, ()))
            sentences[event] = (*before, Plural(*event.says)) if before else Plural(*event.says)
    words: dict[str, Any] = {
        "notation": notation,
        **_given(said, "teller", "slots", "seat_slots", "undrawn"),
    }
    made = OldWords(sentences=sentences, **words)
    object.__setattr__(made, "tell", given if callable(given) else None)
    object.__setattr__(made, "typing", _given(said, "read", "write"))
    object.__setattr__(made, "without_slots", said.get("slots") == ())
    return made


def _several(said: Any) -> tuple[Any, ...]:
    plain = not isinstance(said, tuple) or isinstance(said, Plural)
    return (said,) if plain else said


def _is_plural(said: tuple[Any, ...]) -> bool:
    return len(said) == 2 and all(isinstance(text, str) for text in said)


class OldWords(Words):
    """The words of a game that has a function to describe events, or that declares it has no slots.

    Today's games have sentences, and their slots follow from the events if none are given.
    """

    tell: Callable[..., str] | None
    typing: dict[str, Any]
    without_slots: bool

    def of(self, *args: Any) -> Words:
        """Return these words, bound to a game."""
        words = super().of(*args)
        put = functools.partial(object.__setattr__, words)
        put("tell", self.tell)
        put("typing", self.typing)
        if self.typing:
            put("_named", False)
        for name, function in self.typing.items():
            put({"read": "reader", "write": "writer"}[name], function)
        put("without_slots", self.without_slots)
        if self.without_slots:
            put("slots", ())
        return words

    def _check_sentence(self, event: type[Event], said: Any) -> None:
        """Only warn of a gap that nothing fills, as 0.2 didn't check these sentences."""
        try:
            super()._check_sentence(event, said)
        except DeclarationError as e:
            warnings.warn(f"{e}; a game of 0.3 is refused for that", GameWarning, stacklevel=2)

    def __call__(
        self, event: Event, names: Sequence[str], lang: str = "en", box: Any = None
    ) -> str:
        """Return the sentence for an event."""
        if self.tell is not None:
            return self.tell(event, names, lang)
        return super().__call__(event, names, lang, box)


class _NoResources(Holdings):
    """Holdings of a game that declares that nothing is counted, whatever its fields say."""

    def of(self, rules: Rules[Any]) -> Holdings:
        """Return these holdings, bound to a game."""
        holdings = super().of(rules)
        object.__setattr__(holdings, "resources", ())
        return holdings


class _NoZones(Corrections):
    """Corrections of a game that declares that it has no zones, whatever its fields say."""

    def of(self, rules: Rules[Any]) -> Corrections:
        """Return these corrections unchanged."""
        return self


def _view(view: Any, modules: Iterable[ModuleType]) -> Any:
    if view is None:
        own = find_named(modules, ["View"]).get("View")
        return own if isinstance(own, type) and issubclass(own, views.TableView) else None
    code = getattr(view, "__code__", None)
    return view if code is None or code.co_argcount < 3 else _GivenTheGame(view)


class Look(views.Look, frozen=True):
    """A look at a table, the way 0.2 passed it to a game."""

    def __post_init__(self) -> None:
        rules: Any = self.rules
        if isinstance(rules, kernel_game.Game):
            rules = rules.rules
        if not hasattr(rules, "round"):
            rules = SimpleNamespace(awaiting=rules.awaiting, outcome=rules.outcome, round=rounds)
        msgspec.structs.force_setattr(self, "rules", rules)


# --- what is found in modules -----------------------------------------------------------------


def modules_of(names: Iterable[ModuleType | str]) -> list[ModuleType]:
    """Return the modules of a game; the name of a package includes every module in its folder."""
    out: list[ModuleType] = []
    for name in names:
        module = name if isinstance(name, ModuleType) else _imported(name)
        out.append(module)
        if isinstance(name, str):
            inside = pkgutil.iter_modules(getattr(module, "__path__", ()))
            out += [_imported(f"{name}.{info.name}") for info in inside]
    return out


def _imported(name: str) -> ModuleType:
    return sys.modules.get(name) or import_module(name)


def find_named(modules: Iterable[ModuleType], wanted: Iterable[str]) -> dict[str, Any]:
    """Find the parts of a game by their names (`legal`, `Setup`, `SENTENCES`)."""
    found: dict[str, Any] = {}
    homes: dict[str, str] = {}
    names = {CALLED.get(part, part): part for part in wanted}
    for module in modules:
        for name in names.keys() & vars(module).keys():
            x, part = vars(module)[name], names[name]
            if name.isupper() or (_own(x, module) and not _moves_or_folds(x)):
                if found.setdefault(part, x) is not x:
                    say = f"{homes[part]} and {module.__name__} both have {name}"
                    raise DeclarationError(f"{say}, and a game has one: give one another name")
                homes[part] = module.__name__
    return found


def _own(x: Any, module: ModuleType) -> bool:
    return isinstance(x, type | FunctionType) and x.__module__ == module.__name__


def _moves_or_folds(x: Any) -> bool:
    return isinstance(x, FunctionType) and ("move" in x.__dict__ or bool(_events(x)))


def find_parts(
    modules: Iterable[ModuleType], old: Collection[type[Event]]
) -> tuple[list[kernel_moves.Move], dict[type[Event], Evolve]]:
    """Find the moves of a game, and the function that applies each event to the state.

    A fold function takes the state and an event, and the annotation of the event says which type it
    applies to (with `Passed | Skipped` it applies to both, unless another function covers fewer
    types). `old` events can only be read from logs, and need no function.
    """
    every = list(modules)
    kinds = list(_classes(every, Event, Command))
    moves: dict[type, Any] = {kind: None for kind in kinds if issubclass(kind, Command)}
    evolve: dict[type, Any] = {k: None for k in kinds if issubclass(k, Event) and k not in old}
    applying: dict[Any, list[type[Event]]] = {}
    for function in _functions(every):
        declared = function.__dict__.get("move")
        if isinstance(declared, kernel_moves.Move):
            _put(moves, declared.command, declared, "decide", function)
        else:
            applying[function] = _events(function)
    for function, events in sorted(applying.items(), key=lambda x: len(x[1])):
        for event in events:
            before = evolve.get(event)
            if before is None or len(applying[before]) == len(events):
                _put(evolve, event, function, "apply", function)
    for command, found in moves.items():
        if found is None:
            raise DeclarationError(
                f"no move decides {command.__name__}; write `@move({command.__name__}, …)` above "
                f"`def {tag(command)}(d: Decision[State], x: {command.__name__}) -> None`",
                place_of_class(command),
            )
    for event, applies in evolve.items():
        if applies is None:
            name = tag(event).replace(".", "_")
            raise DeclarationError(
                f"no function applies {event.__name__} to the state; write "
                f"`def {name}(s: State, x: {event.__name__}) -> None`",
                place_of_class(event),
            )
    return list(moves.values()), evolve


def find_bots(modules: Iterable[ModuleType]) -> dict[str, Bot]:
    """Return the bots of a game, named after their classes."""
    kinds = [kind for kind in _classes(modules, Bot) if not inspect.isabstract(kind)]
    return {kind.__name__.lower(): kind() for kind in kinds}


def _put(there: dict[Any, Any], key: type, value: Any, does: str, function: Any) -> None:
    before = there.get(key)
    if before is not None and before is not value:
        where = place_of(getattr(before, "function", before))
        first = f" (the other is in {where.file}, line {where.line})" if where else ""
        say = f"two functions {does} {key.__name__}{first}; a helper's name begins with _"
        raise DeclarationError(say, place_of(function))
    there[key] = value


def _classes(modules: Iterable[ModuleType], *kinds: type) -> Iterator[type]:
    for module in modules:
        for name, x in vars(module).items():
            if isinstance(x, type) and _own(x, module) and name[0] != "_":
                yield from (x,) if issubclass(x, kinds) else ()


def _functions(modules: Iterable[ModuleType]) -> Iterator[FunctionType]:
    for module in modules:
        for name, x in vars(module).items():
            if isinstance(x, FunctionType) and _own(x, module) and name[0] != "_":
                yield x


def _events(function: FunctionType) -> list[type[Event]]:
    """Return the events that a fold function applies; empty if it isn't a fold function."""
    code = function.__code__
    if code.co_argcount != 2 or function.__annotations__.get("return") not in (None, "None"):
        return []
    every = types_of(function, code.co_varnames[1])
    return [x for x in every if isinstance(x, type) and issubclass(x, Event)]


def types_of(function: FunctionType, parameter: str) -> list[Any]:
    """Return the types that a parameter accepts, as far as their names can be resolved."""
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


# --- moves ------------------------------------------------------------------------------------


@functools.wraps(kernel_moves.move)
def move(command: Any, *rule_and_events: Any, **more: Any) -> Callable[[F], F]:
    """Declare a move; in 0.2, the type of the function's last parameter gave its command."""
    if not isinstance(command, str):
        return kernel_moves.move(command, *rule_and_events, **more)

    def declare(function: F) -> F:
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        whole: Any = function
        found = types_of(whole, names[-1])[0] if 2 <= len(names) <= 4 else None
        if not (isinstance(found, type) and issubclass(found, Command)):
            name = function.__name__
            raise DeclarationError(
                f"the move {name} has to take the decision and its command: "
                f"`def {name}(d: Decision[State], x: {name.title()}) -> None`",
                place_of(function),
            )
        new = f'@move({found.__name__}, "{command}", …)'
        deprecate(f'@move("{command}", …)', f"name the command first: {new}")
        return kernel_moves.move(found, command, *rule_and_events, **more)(function)

    return declare


# --- bots -------------------------------------------------------------------------------------


class ThinkingBot(kit_bots.ThinkingBot[S, P]):
    """A bot whose methods are named after the phases: `end_of_turn` for "end of turn"."""

    def choose(self, game: kernel_game.Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        mind = self.at(state, seat)
        if self.phases:
            return self.phases[state.phase](mind)
        answer: Callable[[], Command] = getattr(mind, state.phase.replace(" ", "_"))
        return answer()


class Rater(kit_bots.Rater[S, P]):
    """A bot that finds the method for each command by the type of its parameter."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("ratings"):
            cls.ratings = dict(_ratings(cls))


def _ratings(rater: type) -> Iterator[tuple[type[Command], Callable[[Any, Any], float]]]:
    for function in vars(rater).values():
        code = getattr(function, "__code__", None)
        if code is not None and code.co_argcount == 2:
            for kind in types_of(function, code.co_varnames[1]):
                if isinstance(kind, type) and issubclass(kind, Command):
                    yield kind, function


# --- events and what they say -----------------------------------------------------------------


class SeatEvent(kernel_events.SeatEvent, frozen=True, kw_only=True):
    """A fact about a seat; in 0.2 it could name the rule that determines the seat."""

    def __class_getitem__(cls, by: Any) -> Any:
        """Return the base of an event whose seat is set by a rule: `SeatEvent[By["NIM-02"]]`."""
        (id,) = get_args(by)
        deprecate(
            f'SeatEvent[By["{id}"]]', f'write seat: Annotated[int, rule("{id}")] in the event'
        )
        return msgspec.defstruct(
            cls.__name__, [("seat", Annotated[int, rule(id)])], bases=(cls,), frozen=True
        )


SeatEvent.__doc__ = kernel_events.SeatEvent.__doc__


class When(NamedTuple):
    """An event type with a condition, as a key of 0.2's sentences."""

    event: type[Event]
    true: Callable[[Any], Any]


def when(event: type[Event], *true: str | Callable[[Any], Any], **values: Any) -> When:
    """Say which events a sentence is for: those where fields are true or have these values.

    A condition can be a function that tests the event, too.
    """
    deprecate("when(Took, …)", "write {Took: (case(…), …)}")
    return When(event, case("", *true, **values).true)


def NN_(one: str, many: str) -> Plural:
    """Mark a text with its plural for the catalogue."""
    deprecate("NN_(one, many)", 'write plural("{count} (die|dice)")')
    return Plural(one, many)


def conditions_of(sentences: Mapping[Any, Any]) -> dict[type[Event], Any]:
    """Return the sentences grouped by event, with their conditions next to them."""
    out: dict[type[Event], tuple[Any, ...]] = {}
    for key, said in sentences.items():
        if type(said) is tuple and _is_plural(said):
            said = Plural(*said)
        if isinstance(key, When):
            out[key.event] = (*out.get(key.event, ()), Case(said, key.true))
        else:
            out[key] = (*out.get(key, ()), *_several(said))
    return {
        event: said[0] if len(said) == 1 and not isinstance(said[0], Case) else said
        for event, said in out.items()
    }


def said_under_conditions(event: type[Event]) -> tuple[Any, ...]:
    """Return an event's sentences that have conditions in their names, like `says_FIELD_VALUE`."""
    found = [
        Case(_sentence(text), _all_true(_conditions(event, name)))
        for name, text in vars(event).items()
        if name.startswith("says_")
    ]
    if not found:
        return ()
    deprecate(f"{event.__name__}.says_…", 'write says = (case("…", field="value"), "…")', 6)
    return (*found, _sentence(event.says)) if event.says else tuple(found)


def _sentence(said: Any) -> Any:
    return Plural(*said) if type(said) is tuple and _is_plural(said) else said


def _all_true(tests: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    return tests[0] if len(tests) == 1 else lambda x: all(test(x) for test in tests)


def _conditions(event: type[Event], name: str) -> list[Callable[[Any], Any]]:
    """Return when a sentence is used, judging by its name: `says_FIELD`, or `says_FIELD_VALUE`."""
    out: list[tuple[str, Callable[[Any], Any]]] = []
    for word in name.split("_")[1:]:
        if word in event.__struct_fields__:
            out.append((word, operator.attrgetter(word)))
        elif out and out[-1][0]:
            out.append(("", _has_value(out.pop()[0], word)))
        else:
            have = ", ".join(event.__struct_fields__)
            say = f"{event.__name__}.{name} is told if {word} says something, but there is no such"
            raise DeclarationError(f"{say} field; there are {have}", place_of_class(event))
    return [test for _, test in out]


def _has_value(field: str, value: str) -> Callable[[Any], bool]:
    return lambda x: str(getattr(x, field)) == value


# --- what a game answered ---------------------------------------------------------------------


class OldCall(NamedTuple):
    """A method that `Game` had in 0.2 and that is now a function elsewhere."""

    call: Callable[..., Any]
    instead: str


def plain(text: str, style: str = "") -> Any:
    """Return safe text for Rich, without any markup."""
    from ledger.boards import legible  # here, because it needs Rich

    return legible.plain(text, style)


def _draw(game: Any, *args: Any, **more: Any) -> Any:
    from ledger.boards.draw import draw_board  # here, because it needs Rich

    return draw_board(game, *args, **more)


def _picture(game: Any, box: Any, width: int) -> Any:
    from ledger.boards.draw import draw_empty_board  # here, because it needs Rich

    return draw_empty_board(game, box, width)


def _canonical(game: Any, state: Any, command: Command) -> Command:
    from ledger.kernel.rules.canonical_moves import canonical

    return canonical(game.rules, state, command)


def _notation(game: Any) -> str:
    from ledger.kernel.notation.notation_page import notation_page

    return notation_page(game)


_IN_RULES = [
    "state",
    "upcasts",
    "commands",
    "events",
    "answers",
    "verbs",
    "awaiting",
    "at_once",
    "scores",
    "outcome",
    "round",
    "most_moves",
    "answers_to",
    "command_of",
    "copy",
    "evolvers",
    "turn",
    "question_for",
    "answerable",
    "decoder",
]
_IN_WORDS = [
    "read",
    "write",
    "slots",
    "inline_slots",
    "seat_slots",
    "vocabulary",
    "words_in",
    "foreign_words",
    "undrawn",
    "tie_break",
]
OLD_ATTRIBUTES: dict[str, str | OldCall] = {
    **{name: f"rules.{name}" for name in _IN_RULES},
    **{name: f"words.{name}" for name in _IN_WORDS},
    "options": "rules.opening.options",
    "make_setup": "rules.opening.setup",
    "begin": "rules.opening.begin",
    "start_with": "rules.opening.start",
    "moves": "rules.by_command",
    "by_command": "rules.by_command",  # used by 0.2's Decision(game, …), like the next two
    "home": "rules.home",
    "suspects": "rules.suspects",
    "line_union": "rules.decoder.type",
    "decline": "rules.decline_move",
    "sample": "rules.random_move",
    "legal": "rules.legal_moves",
    "decide": "rules.apply",
    "box": "boxes.standard",
    "box_id": "boxes.standard_id",
    "box_digest": "boxes.standard_digest",
    "box_digests": "boxes.digests",
    "box_texts": "boxes.texts",
    "box_type": "boxes.type",
    "check_box": "boxes.check",
    "check_new_box": "boxes.check_new",
    "whole_box": "boxes.whole",
    "own_box": "boxes.as_own",
    "part_of_box": "boxes.part_of",
    "base_of": "boxes.base_of",
    "read_box": "boxes.read",
    "read_new_box": "boxes.read_new",
    "box_of": "boxes.of_log",
    "box_changes": "boxes.changes_in",
    "player_colours": "boxes.player_colours",
    "check_colours": "boxes.check_colours",
    "seat_rule": "boxes.seat_rule",
    "seat_tones": "pictures.seat_tones",
    "resources": "holdings.resources",
    "holding": "holdings.seat",
    "still": "holdings.unchanged",
    "own": "holdings.own",
    "redact": "secrets.redact",
    "forget": "secrets.forget",
    "unknown": "secrets.unknown",
    "pieces": "corrections.pieces",
    "zones": "corrections.zones",
    "faults": "corrections.faults",
    "rule_ids": "rulebook.ids",
    "rule_texts": "rulebook.texts",
    "draw": OldCall(_draw, "call draw_board(game, …) of ledger.sdk.drawing"),
    "picture": OldCall(_picture, "call draw_empty_board(game, …) of ledger.sdk.drawing"),
    "canonical": OldCall(
        _canonical, "call canonical(game.rules, …) of ledger.kernel.rules.canonical_moves"
    ),
    "notation": OldCall(
        _notation, "call notation_page(game) of ledger.kernel.notation.notation_page"
    ),
}


# --- names that were in ledger.sdk ------------------------------------------------------------

_IN_KIT = [
    "Clause",
    "Clauses",
    "Counts",
    "Form",
    "Hex",
    "Memo",
    "Notation",
    "Option",
    "Pack",
    "Price",
    "Purse",
    "SIDES",
    "Segment",
    "Sign",
    "Word",
    "Zone",
    "among",
    "amounts_of",
    "apart",
    "best_of",
    "check_hexes",
    "choices",
    "corners",
    "different",
    "distances",
    "each_of",
    "enough_for_all",
    "expect",
    "fields_around",
    "fields_together",
    "for_each_count",
    "keyword",
    "lacking",
    "least_sum",
    "name_by_start",
    "name_in",
    "name_of",
    "named",
    "needs",
    "neighbours",
    "nothing_more",
    "picked",
    "portions",
    "read_number",
    "shifted",
    "squares",
    "tally",
    "typed",
    "unglued",
    "unknown",
    "written",
]
_RENAMED = {
    "Line": ("ledger.sdk.kit", "RestOfLine"),
    "Part": ("ledger.sdk.kit", "FormPart"),
    "Known": ("ledger.sdk.kit", "PackKnowledge"),
    "told": ("ledger.sdk", "computed"),
    "own": ("ledger.sdk", "owner_only"),
}
_HERE = {
    "By": 'seat: Annotated[int, rule("NIM-02")] says it in the event',
    "NN_": 'plural("{count} (die|dice)") says both',
    "when": "{Took: (case(…), …)} says it",
    "Look": "a TableView says what every view says, and what is computed beside that",
    "ThinkingBot": "take that of ledger.sdk.kit, which names its methods in `phases`",
    "Rater": "take that of ledger.sdk.kit, which names its methods in `ratings`",
    "plain": "where a board is drawn, write from ledger.sdk.drawing import plain",
}
_ELSEWHERE = {
    "RandomBot": ("ledger.kernel.game.game", "RandomBot"),
    "did_you_mean": ("ledger.kernel.text.suggest", "did_you_mean"),
    "places": ("ledger.kernel.rules.outcome", "places"),
    "tag": ("ledger.kernel.log.events", "tag"),
}


def old_name(name: str) -> Any:
    """Return what a name meant in `ledger.sdk` in 0.2, with a warning.

    Raises `AttributeError` if 0.2 had no such name.
    """
    what = f"ledger.sdk.{name}"
    if name in _IN_KIT:
        deprecate(what, f"import it from ledger.sdk.kit: from ledger.sdk.kit import {name}", 4)
        return getattr(import_module("ledger.sdk.kit"), name)
    if name in _RENAMED:
        module, new = _RENAMED[name]
        deprecate(what, f"it is called {new} now: from {module} import {new}", 4)
        return getattr(import_module(module), new)
    if name in _HERE:
        deprecate(what, _HERE[name], 4)
        return globals()[name]
    if name in _ELSEWHERE:
        module, own = _ELSEWHERE[name]
        deprecate(what, f"it is in {module}, which may change", 4)
        return getattr(import_module(module), own)
    raise AttributeError(f"module 'ledger.sdk' has no attribute {name!r}")
