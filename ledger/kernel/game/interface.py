"""The Game interface: all that anybody may ask of a game."""

from __future__ import annotations

import functools
import random
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

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

from .box import digest_box
from .outcome import Outcome

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ledger.kernel.play.decide import Decision

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


class Game(ABC):
    """A game, complete: components, rules, words and pictures. Subclass and fill in.

    A chance result of `inline_slots` that a move's own event holds is written behind the move:
    `Ana reroll 1 3 -> G B`.
    `still` are events that change no holdings: who counts resources need not look after them.
    `unknown` names the fields of the state that tell what can be where somebody cannot look: while
    they stay as they are, nothing hidden was shown.
    `package` names the Python package that holds `box.toml`, `rules.toml` and `locale/`.
    """

    meta: ClassVar[Meta]
    package: ClassVar[str]
    commands: ClassVar[tuple[type[Command], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    state: ClassVar[type]
    box_type: ClassVar[type]
    options: ClassVar[type[msgspec.Struct]]
    resources: ClassVar[tuple[Resource, ...]]
    evolvers: ClassVar[Mapping[type[Event], Evolve]]
    still: ClassVar[frozenset[type[Event]]] = frozenset()
    seat_rule: ClassVar[str | None] = None
    upcasts: ClassVar[Mapping[type[Event], Callable[[Any], Event]]] = {}
    answers: ClassVar[Mapping[str, tuple[type[Command], ...]]]
    slots: ClassVar[tuple[str, ...]] = ()
    seat_slots: ClassVar[tuple[str, ...]] = ()
    inline_slots: ClassVar[tuple[str, ...]] = ()
    unknown: ClassVar[tuple[str, ...]] = ("pools",)
    bots: ClassVar[Mapping[str, Bot]] = {"random": RandomBot()}

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
        """Validate component data; subclasses add checks that a type cannot express."""
        try:
            return msgspec.convert(data, self.box_type, strict=True)
        except msgspec.ValidationError as e:
            raise Malformed(f"box: {e}") from None

    def box_of(self, opened: Opened) -> Any:
        """Return the box a log was played with."""
        if opened.box_data is not None:
            if digest_box(opened.box_data) != opened.box:
                raise Malformed("the box in the first line does not match its digest", line=1)
            return self.read_box(opened.box_data)
        if opened.box != self.box_digest:
            raise Malformed(
                f"the log names box {opened.box}, which this version of {self.meta.name} "
                "does not have and the log does not carry",
                line=1,
            )
        return self.box

    def player_colours(self, box: Any) -> tuple[str, ...]:
        """Return the colours that players can have; none: any."""
        return ()

    def check_colours(self, colours: Sequence[str], box: Any) -> None:
        """Refuse colours that the players cannot have; each has one of their own."""
        known = self.player_colours(box)
        for colour in colours:
            if colours.count(colour) > 1 or (known and colour not in known):
                names = f"one of {', '.join(known)}" if known else "a colour"
                why = f"each player has {names}, all different"
                raise Illegal(f"{colour!r} cannot be a player's colour: {why}", rule=self.seat_rule)

    # --- rules

    @abstractmethod
    def start(self, opened: Opened) -> State:
        """Return the state before anything is dealt."""

    @abstractmethod
    def begin(self, d: Decision) -> None:
        """Set the game up: emit everything between `opened` and the first question."""

    @abstractmethod
    def decide(self, d: Decision, command: Any) -> None:
        """Check a command against the rules and emit what follows from it."""

    @abstractmethod
    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command that led to a group of events."""

    @abstractmethod
    def awaiting(self, state: State) -> tuple[Question, ...]:
        """Return the open questions; the first is answered next. Empty: the game is over."""

    @abstractmethod
    def legal(self, state: State, seat: int) -> Iterator[Command]:
        """Yield every command of a seat in its canonical form."""

    def canonical(self, state: State, command: Any) -> Command:
        """Map a correct command to the one `legal` lists for it."""
        return command  # type: ignore[no-any-return]

    def sample(self, state: State, rng: random.Random) -> Command:
        """Return a random acceptable command for the first question."""
        return rng.choice(list(self.legal(state, self.awaiting(state)[0].seat)))

    def decline(self, state: State) -> Command | None:
        """Return the command that says no to the first question, if it can be refused."""
        return None

    def copy(self, state: State) -> State:
        """Return an independent copy of a state."""
        return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=self.state)

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return the result of a finished game."""

    def undrawn(self, events: Sequence[Event], slot: str) -> tuple[str, str] | None:
        """Say why nothing is drawn or rolled after a move: the rule and a sentence."""
        return None

    # --- secrets

    def redact(self, event: Event, viewer: int) -> Event:
        """Blank what a seat (0: a spectator) could not see; fields say so by `hidden`."""
        secret = [f.name for f in fields(type(event)) if f.hidden]
        if not secret or getattr(event, "seat", None) == viewer:
            return event
        blank: dict[str, Any] = {}
        for name in secret:
            value = getattr(event, name)
            blank[name] = (None,) * len(value) if isinstance(value, tuple) else None
        return msgspec.structs.replace(event, **blank)

    def mask(self, state: State, viewer: int) -> State:
        """Return the state as folded from that seat's stream."""
        return self.copy(state)

    # --- facts

    def turn(self, state: State) -> int:
        """Return the number of the running turn, 0 during set-up."""
        return state.turn  # type: ignore[no-any-return]

    @abstractmethod
    def round(self, state: State) -> int:
        """Return the number of the running round, 0 during set-up."""

    @abstractmethod
    def holdings(self, state: State) -> list[tuple[int, ...]]:
        """Return for each seat the amount of each of `resources`."""

    @abstractmethod
    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points of each seat now."""

    def pieces(self, state: State) -> dict[str, int]:
        """Count every piece by kind, wherever it lies: the same from `start` to the end."""
        return {}

    # --- pictures and words

    @abstractmethod
    def view(self, state: State, seat: int | None) -> Any:
        """Return what that seat may see as plain data; None: everything."""

    @abstractmethod
    def draw(self, view: Any, width: int, names: Sequence[str]) -> RenderableType:
        """Draw a view."""

    def picture(self, box: Any, width: int) -> RenderableType | None:
        """Draw the empty board of a box, if the game has one that boxes can change."""
        return None

    @abstractmethod
    def words(self, event: Event, names: Sequence[str], lang: str = "en") -> str:
        """Tell an event in a sentence."""

    @abstractmethod
    def read(self, state: State, seat: int, words: Sequence[Any]) -> Command:
        """Read a move typed in session notation (words with their columns)."""

    @abstractmethod
    def write(self, command: Any) -> str:
        """Write a move in session notation, without the player's name."""

    # --- what follows from the above

    @functools.cached_property
    def table(self) -> dict[type, Evolve]:
        """Event type to evolve function, generic events included."""
        from ledger.kernel.log.patch import adjust

        generic: dict[type, Evolve] = {
            Noted: _nothing,
            Sealed: _nothing,
            Ended: _ended,
            Retracted: _taken_back,
        }
        return {**generic, **self.evolvers, **adjust(self)}

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


def _nothing(state: State, event: Event) -> None:
    return None


class TakenBack(Exception):
    """A fold met a retraction, which is no change but another history."""


def _taken_back(state: State, event: Retracted) -> None:
    raise TakenBack


def _ended(state: State, event: Ended) -> None:
    state.over = True
