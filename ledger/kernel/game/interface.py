"""The Game interface: all that anybody may ask of a game."""

from __future__ import annotations

import functools
import random
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, final

import msgspec

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.log.events import (
    GENERIC,
    Ended,
    Event,
    Line,
    Noted,
    Opened,
    Retracted,
    Sealed,
    fields,
    line_type,
    tag,
)
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.reasons import why
from ledger.kernel.text.sentences import Sentences, Teller, Telling

from .box import digest_box
from .outcome import Outcome

if TYPE_CHECKING:
    from rich.console import RenderableType
    from typing_extensions import TypeVar

    from ledger.kernel.play.decide import Decision

    S = TypeVar("S", default=Any)
    V = TypeVar("V", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
    V = TypeVar("V")

State: TypeAlias = Any
"""A game's own state: a dataclass with slots, whose `turn` and `over` all may read."""

Evolve: TypeAlias = Callable[[Any, Any], None]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """A request by a seat."""

    seat: int


class Question(NamedTuple):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is called and how it is counted."""

    name: str
    title: str
    edition: str
    players: tuple[int, ...]
    titles: dict[str, str] = {}
    designer: str = ""
    year: int | None = None
    bgg: int | None = None
    also: tuple[str, ...] = ()
    """What else people call it, and no other game."""
    highest_wins: bool = True
    """Whether the most points win, before ties are broken."""
    past: tuple[str, ...] = ()
    """Earlier editions of the rules, whose games may differ from today's."""


class Resource(NamedTuple):
    """One countable thing a player has: key, English name, whether it is public."""

    key: str
    name: str
    public: bool = True


class Bot(ABC):
    """Chooses among what the rules allow."""

    name = "bot"

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""


class RandomBot(Bot):
    """Plays any acceptable command."""

    name = "random"

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return a random acceptable command."""
        return game.sample(state, rng)


class Tell(Protocol):
    """Tells an event in a sentence of a language."""

    def __call__(self, event: Event, names: Sequence[str], lang: str = "en", /) -> str:
        """Return the sentence."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For a game that is always played the same way."""


def redact_hidden(event: Event, viewer: int) -> Event:
    """Blank what a seat (0: a spectator) could not see; fields say so by `hidden`."""
    secret = [f.name for f in fields(type(event)) if f.hidden]
    if not secret or getattr(event, "seat", None) == viewer:
        return event
    blank: dict[str, Any] = {}
    for name in secret:
        value = getattr(event, name)
        blank[name] = (None,) * len(value) if isinstance(value, tuple) else None
    return msgspec.structs.replace(event, **blank)


_NONE: Mapping[Any, Any] = MappingProxyType({})


@final
class Game(Generic[S, V]):
    """A game, complete: components, rules, words and pictures, all given when it is made.

    What is given as a function is called just so: `game.awaiting(state)`. A whole game in which
    players take 1 to 3 stones in turn, and whoever takes the last one wins:

        class Take(Command, frozen=True, kw_only=True):
            count: int

        class Took(Event, frozen=True, kw_only=True):
            seat: int
            count: Annotated[int, rule("NIM-1")]

        @dataclass
        class State:
            setup: Setup
            stones: int
            turn: int = 1
            over: bool = False

        def take(d: Decision, x: Take) -> None:
            d.need("NIM-1", 1 <= x.count <= min(3, d.state.stones), "take 1, 2 or 3 stones")
            d.emit(Took(seat=x.seat, count=x.count))
            if not d.state.stones:
                d.end()

        GAME = Game(
            meta=Meta(name="nim", title="Nim", edition="nim/1", players=(2,)),
            package=__package__,
            state=State,
            box=Box,
            setup=Setup,
            start=lambda setup: State(setup, setup.box.stones),
            begin=lambda d: None,
            answers={"take": (Take,)},
            decide={Take: take},
            command_of={Took: Take},
            evolve={Took: took},
            awaiting=awaiting,
            outcome=outcome,
            legal=legal,
            view=view,
            draw=draw,
            words=tell,
            read=read,
            write=write,
            resources=(Resource("taken", "stones taken"),),
            holdings=holdings,
            scores=scores,
        )

    Of the components: `package` is the Python package that holds `box.toml`, `rules.toml` and
    `locale/`; `box` and `options` are the structs that they are read into, and `check_box` refuses
    what a type cannot. `setup` works out once for a game what the rules look up in the box, from
    box, number of players and options; it has `players` at least, and `start` lays it out.

    Of the rules: `answers` names the commands that answer each question, `decide` what decides
    each command, `evolve` what each event does to the state. `command_of` goes back from the first
    event of a move to its command: a function, or the command if its fields are called the same.
    `canonical` maps a correct command to the one that `legal` lists for it, where it has several
    forms; `sample` returns a random acceptable command; `decline` the one that says no to the
    first question, if it can be left out; `undrawn` says why nothing is drawn after a move.
    `still` are events that change no holdings: who counts resources need not look after them.
    `upcasts` turn events of earlier versions into those of today.

    Of secrets: `forget` takes out of a state what a seat (0: a spectator) did not see, `redact` out
    of an event; fields of events say by `hidden` what others do not see. `unknown` names the fields
    of the state that tell what can be where somebody cannot look: while they stay as they are,
    nothing hidden was shown.

    Of words: `words` has a sentence for each event, whose gaps `teller` fills; or it is a function.
    `draw` makes a picture of a view, `picture` one of the empty board, if boxes can change it.

    Of notation: `read` takes words with their columns, `write` leaves out the player's name.
    `slots` are the chance results that people write down, `seat_slots` those that
    name a seat; one of `inline_slots`, which the move's own event holds, is written behind the
    move: `Ana reroll 1 3 -> G B`.
    """

    def __init__(
        self,
        *,
        meta: Meta,
        package: str,
        state: type[S],
        box: type,
        setup: Callable[[Any, int, Any], Any],
        start: Callable[[Any], S],
        begin: Callable[[Decision], None],
        answers: Mapping[str, tuple[type[Command], ...]],
        decide: Mapping[type, Callable[[Decision, Any], None]],
        command_of: Mapping[type, type[Command] | Callable[[Any], Command]],
        evolve: Mapping[type, Evolve],
        awaiting: Callable[[S], tuple[Question, ...]],
        outcome: Callable[[S], Outcome | None],
        legal: Callable[[S, int], Iterator[Command]],
        view: Callable[[S, int | None], V],
        draw: Callable[[V, int, Sequence[str]], RenderableType],
        words: Tell | Sentences,
        read: Callable[[S, int, Sequence[Any]], Command],
        write: Callable[[Any], str],
        resources: tuple[Resource, ...],
        holdings: Callable[[S], list[tuple[int, ...]]],
        scores: Callable[[S], tuple[int | None, ...]],
        options: type[msgspec.Struct] = NoOptions,
        teller: type[Teller] = Teller,
        check_box: Callable[[Any], None] | None = None,
        player_colours: Callable[[Any], tuple[str, ...]] = lambda box: (),
        seat_rule: str | None = None,
        canonical: Callable[[S, Any], Command] = lambda state, command: command,
        sample: Callable[[S, random.Random], Command] | None = None,
        decline: Callable[[S], Command | None] = lambda state: None,
        undrawn: Callable[[Sequence[Event], str], tuple[str, str] | None] = lambda events, slot: (
            None
        ),
        redact: Callable[[Event, int], Event] = redact_hidden,
        forget: Callable[[S, int], None] = lambda state, viewer: None,
        round: Callable[[S], int] | None = None,
        pieces: Callable[[S], dict[str, int]] = lambda state: {},
        picture: Callable[[Any, int], RenderableType | None] = lambda box, width: None,
        still: frozenset[type[Event]] = frozenset(),
        upcasts: Mapping[type[Event], Callable[[Any], Event]] = _NONE,
        slots: tuple[str, ...] = (),
        seat_slots: tuple[str, ...] = (),
        inline_slots: tuple[str, ...] = (),
        unknown: tuple[str, ...] = ("pools",),
        bots: Mapping[str, Bot] = _NONE,
    ) -> None:
        self.meta, self.package = meta, package
        self.state, self.box_type, self.options = state, box, options
        self.check_box, self.player_colours, self.seat_rule = check_box, player_colours, seat_rule
        self.make_setup, self._start, self.begin = setup, start, begin
        self.answers, self.commands = answers, tuple(decide)
        self.events = tuple(kind for kind in evolve if kind not in GENERIC)
        self._decide, self._evolve = decide, evolve
        self._command_of = {kind: _maker(made) for kind, made in command_of.items()}
        self.awaiting, self.outcome, self.legal = awaiting, outcome, legal
        self.canonical, self.decline, self.undrawn = canonical, decline, undrawn
        self.sample = sample or self._sample
        self.redact, self.forget = redact, forget
        self.round, self.resources = round or rounds, resources
        self.holdings, self.scores, self.pieces = holdings, scores, pieces
        self.view, self.draw, self.picture = view, draw, picture
        self.words: Tell = words if callable(words) else Telling(self, words, teller)
        self.read, self.write = read, write
        self.still, self.upcasts, self.unknown = still, upcasts, unknown
        self.slots, self.seat_slots, self.inline_slots = slots, seat_slots, inline_slots
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), **bots}
        self._setups: dict[tuple[str, int, Any], Any] = {}

    # --- components

    @functools.cached_property
    def box(self) -> Any:
        """The built-in box."""
        return self.read_box(self._builtin_box())

    @functools.cached_property
    def box_digest(self) -> str:
        """Digest of the built-in box."""
        return digest_box(self._builtin_box())

    def _builtin_box(self) -> dict[str, Any]:
        text = resources.files(self.package).joinpath("box.toml").read_text("utf-8")
        return tomllib.loads(text)

    def whole_box(self, part: dict[str, Any]) -> dict[str, Any]:
        """Complete a box file that holds only some tables by those of the built-in box."""
        builtin = self._builtin_box()
        if part and "id" not in part and not part.keys() >= builtin.keys():
            part = {"id": f"{builtin['id']}+own", **part}
        return {**builtin, **part}

    def read_box(self, data: dict[str, Any]) -> Any:
        """Validate component data."""
        try:
            box: Any = msgspec.convert(data, self.box_type, strict=True)
        except msgspec.ValidationError as e:
            raise Malformed(f"box: {why(e)}", about="box") from None
        if self.check_box is not None:
            self.check_box(box)
        return box

    def box_of(self, opened: Opened) -> Any:
        """Return the box a log was played with."""
        if opened.box_data is not None:
            if digest_box(opened.box_data) != opened.box:
                raise Malformed("the box in the first line doesn't match its digest", line=1)
            return self.read_box(opened.box_data)
        if opened.box != self.box_digest:
            raise Malformed(
                f"the log uses box {opened.box}, which this version of {self.meta.name} "
                "doesn't have and the log doesn't include",
                line=1,
            )
        return self.box

    def check_colours(self, colours: Sequence[str], box: Any) -> None:
        """Refuse colours that the players cannot have; each has one of their own."""
        known = self.player_colours(box)
        for colour in colours:
            if colours.count(colour) > 1 or (known and colour not in known):
                names = f"one of {', '.join(known)}" if known else "a colour"
                needed = f"each player needs {names}, all different"
                raise Illegal(
                    f"{colour!r} can't be a player's colour: {needed}",
                    rule=self.seat_rule,
                    about="colours",
                )

    # --- rules

    def setup_of(self, opened: Opened) -> Any:
        """Return the look-up tables of a game; those of the built-in box are made once."""
        from ledger.kernel.play.opening import read_options

        options, players = read_options(self, opened.options), len(opened.seats)
        if opened.box_data is not None:
            return self.make_setup(self.box_of(opened), players, options)
        key = (opened.box, players, options)
        if key not in self._setups:
            self._setups[key] = self.make_setup(self.box_of(opened), players, options)
        return self._setups[key]

    def start(self, opened: Opened) -> S:
        """Return the state before anything is dealt."""
        return self._start(self.setup_of(opened))

    def decide(self, d: Decision, command: Any) -> None:
        """Check a command against the rules and emit what follows from it."""
        self._decide[type(command)](d, command)

    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command that led to a group of events: the first one holds every choice."""
        event = events[0]
        made = self._command_of.get(type(event))
        if made is None:
            raise ValueError(f"{type(event).__name__} doesn't begin a move")
        return made(event)

    @functools.cached_property
    def copy(self) -> Callable[[S], S]:
        """Return an independent copy of a state."""
        from .copying import copier

        return copier(self.state)

    @functools.cached_property
    def evolvers(self) -> dict[type, Evolve]:
        """Event type to the function that folds it into a state, generic events included."""
        from ledger.kernel.log.patch import adjust

        generic: dict[type, Evolve] = {
            Noted: _nothing,
            Sealed: _nothing,
            Ended: _ended,
            Retracted: _taken_back,
        }
        return {**generic, **self._evolve, **adjust(self)}

    def turn(self, state: S) -> int:
        """Return the number of the running turn, 0 during set-up."""
        return state.turn  # type: ignore[attr-defined,no-any-return]

    def mask(self, state: S, viewer: int) -> S:
        """Return the state as folded from that seat's stream."""
        known = self.copy(state)
        self.forget(known, viewer)
        return known

    def _sample(self, state: S, rng: random.Random) -> Command:
        return rng.choice(list(self.legal(state, self.awaiting(state)[0].seat)))

    # --- lines

    @functools.cached_property
    def decoder(self) -> msgspec.json.Decoder[Line]:
        """Decoder of this game's lines."""
        return msgspec.json.Decoder(self.line_union)

    @functools.cached_property
    def line_union(self) -> Any:
        """The union of this game's line types."""
        from typing import Union

        kinds = {*self.events, *self.upcasts, *GENERIC}
        return Union[tuple(line_type(c) for c in sorted(kinds, key=tag))]  # noqa: UP007

    # --- pages

    @functools.cached_property
    def _vocabulary(self) -> dict[str, dict[str, list[str]]]:
        path = resources.files(self.package).joinpath("vocabulary.toml")
        return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}

    @functools.cached_property
    def vocabulary(self) -> dict[str, str]:
        """Words of other languages that people may type, and the notation's word for each.

        They stand in `vocabulary.toml`, a table for each language: English word = other words.
        """
        return {unaccented(w): english for w, english in self.foreign_words()}

    def words_in(self, lang: str) -> dict[str, str]:
        """Return the notation's words in a language, the first where there are several."""
        words = self._vocabulary.get(lang, {})
        return {english: others[0] for english, others in words.items() if others}

    def foreign_words(self) -> Iterator[tuple[str, str]]:
        """Yield words of other languages as they are spelt, with the notation's word for each."""
        for language in self._vocabulary.values():
            for english, others in language.items():
                yield from ((word, english) for word in others)

    def notation(self) -> str:
        """Return the page about the session notation of this game, as Markdown."""
        common = (
            resources.files("ledger.kernel").joinpath("session", "notation.md").read_text("utf-8")
        )
        page = resources.files(self.package).joinpath("notation.md")
        own = page.read_text("utf-8") if page.is_file() else f"# {self.meta.title}\n"
        common = common.format(game=self.meta.name, rule=self.rule_ids[0])
        return f"{own}{self._vocabulary_page()}\n{common}"

    def _vocabulary_page(self) -> str:
        if not self.vocabulary:
            return ""
        known: dict[str, list[str]] = {}
        for language in self._vocabulary.values():
            for english, others in language.items():
                known.setdefault(english, []).append(", ".join(others))
        rows = "".join(f"| {k} | {' | '.join(v)} |\n" for k, v in known.items())
        head = " | ".join(("word", *self._vocabulary))
        line = "---|" * (1 + len(self._vocabulary))
        return f"\n## Other languages\n\n| {head} |\n|{line}\n{rows}"

    @functools.cached_property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of all rules and rulings."""
        return tuple(rule["id"] for rule in self.rules()["rule"])

    def rules(self) -> dict[str, Any]:
        """Return the digest of the rules, in our words."""
        text = resources.files(self.package).joinpath("rules.toml").read_text("utf-8")
        return tomllib.loads(text)


def _maker(made: Any) -> Callable[[Any], Command]:
    """Return what makes a command of an event: a function, or fields of the same names."""
    if not isinstance(made, type):
        return made  # type: ignore[no-any-return]
    names = made.__struct_fields__  # type: ignore[attr-defined]
    return lambda event: made(**{name: getattr(event, name) for name in names})


def rounds(state: State) -> int:
    """Return the running round: as many turns as there are players."""
    return -(-state.turn // state.setup.players)  # type: ignore[no-any-return]


def _nothing(state: State, event: Event) -> None:
    return None


class TakenBack(Exception):
    """A fold met a retraction, which is not a change but another history."""


def _taken_back(state: State, event: Retracted) -> None:
    raise TakenBack


def _ended(state: State, event: Ended) -> None:
    state.over = True
