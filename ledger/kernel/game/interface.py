"""The Game interface: everything the rest of the program may ask of a game."""

from __future__ import annotations

import copy
import functools
import gettext
import importlib
import random
import sys
import tomllib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import FunctionType, MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    dataclass_transform,
    final,
)

import msgspec

from ledger.kernel.errors import DeclarationError, Illegal, Malformed
from ledger.kernel.log.events import (
    GENERIC,
    Ended,
    Event,
    Line,
    Noted,
    Opened,
    Retracted,
    Sealed,
    Shared,
    Still,
    fields,
    line_type,
    tag,
)
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import safe
from ledger.kernel.text.sentences import TIED, Sentences, Teller, Telling
from ledger.kernel.text.tones import SEAT_TONES

from .boxes.box import PREPARING, WrongBox, digest_box, read_as, require
from .boxes.changes import BoxChange, changes
from .boxes.marks import check_marks
from .boxes.parts import as_own, difference, merge
from .components import Component, from_chance
from .copying import Lookup
from .faults import fault_of, place_of
from .home import files_of
from .outcome import Outcome, decided_by_tie
from .zones import Zone

if TYPE_CHECKING:
    from rich.console import RenderableType
    from typing_extensions import TypeVar

    from ledger.kernel.play.decide import Decision
    from ledger.kernel.scene.builder import SceneBuilder
    from ledger.kernel.scene.shapes import Scene
    from ledger.kernel.session.moves.forms import Notation

    S = TypeVar("S", default=Any)
    V = TypeVar("V", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")
    V = TypeVar("V")

State: TypeAlias = Any
"""A game's own state: a dataclass with slots; anybody may read its `turn` and `over`."""

Evolve: TypeAlias = Callable[[Any, Any], None]
P = ParamSpec("P")


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
    """A question, as far as it says what is asked."""

    @property
    def ask(self) -> str:
        """What is asked."""


A = TypeVar("A", bound=Asking)


def answerable(asked: Sequence[A], at_once: Collection[str]) -> Sequence[A]:
    """Return which open questions may be answered now: the first, or all if that is `at_once`."""
    return asked if asked and asked[0].ask in at_once else asked[:1]


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is called, who can play it, and how it is won."""

    name: str
    title: str
    edition: str = ""
    """Which version of our rules for it is meant: the first one, `<name>/1`, unless it is said."""
    players: tuple[int, ...]
    titles: dict[str, str] = {}
    designer: str = ""
    year: int | None = None
    bgg: int | None = None
    also: tuple[str, ...] = ()
    """Other names people use for it, and for no other game."""
    highest_wins: bool = True
    """Whether the most points win, before ties are broken."""
    past: tuple[str, ...] = ()
    """Earlier editions of the rules, under which games may have gone differently."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "edition", self.edition or f"{self.name}/1")


class Resource(NamedTuple):
    """Something of a player's that can be counted: key, English name, whether everybody sees it."""

    key: str
    name: str
    public: bool = True
    short: str = ""
    """A name for the head of a narrow column, if the name is long."""
    is_score: bool = False
    """Whether it is what `scores` counts."""


class Bot(ABC):
    """Chooses one of the moves that the rules allow."""

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""


class RandomBot(Bot):
    """Plays any acceptable command."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return a random acceptable command of this seat."""
        found = game.sample(state, rng)  # of the first who is asked
        return found if found.seat == seat else rng.choice(list(game.legal(state, seat)))


class Tell(Protocol):
    """Puts an event into a sentence of some language."""

    def __call__(self, event: Event, names: Sequence[str], lang: str = "en", /) -> str:
        """Return the sentence."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class PlainSetup(Lookup):
    """What the rules of a simple game look up: the box, how many play, and the options."""

    def __init__(self, box: Any, players: int, options: Any) -> None:
        self.box, self.players, self.options = box, players, options


def redact_hidden(event: Event, viewer: int) -> Event:
    """Blank the `hidden` fields of an event unless the viewer (0: a spectator) could see them."""
    secret = [f.name for f in fields(type(event)) if f.hidden]
    if not secret or getattr(event, "seat", None) == viewer:
        return event
    blank: dict[str, Any] = {}
    for name in secret:
        value = getattr(event, name)
        blank[name] = (None,) * len(value) if isinstance(value, tuple) else None
    return msgspec.structs.replace(event, **blank)


def colours_of(box: Any) -> tuple[str, ...]:
    """Return the colours that players can have in a box: the `colours` of its `players`."""
    colours: tuple[str, ...] = getattr(getattr(box, "players", None), "colours", ())
    return colours


_NONE: Mapping[Any, Any] = MappingProxyType({})
CORRECTIONS = """## Corrections

If the log and the table differ, say how it is in truth: `adjust`, then what is wrong, perhaps
`"why"` at the end. Several corrections go into one line, with commas between them; `-` stands for
nothing. What comes is taken from the supply or the face-down pile, and what goes away is put back
there, unless the line says where else it went. No piece comes from nowhere or vanishes; if you must
play with other pieces, or have lost one, add `from box`.
"""


def _with_modules(init: Callable[P, None]) -> Callable[P, None]:
    """Let the modules of a game say what isn't said when it is made."""
    known = init.__kwdefaults__ or {}

    @functools.wraps(init)
    def from_modules(*args: P.args, **given: P.kwargs) -> None:
        from .declarations.found import find_named, modules_of

        said: Any = given
        names = said.get("modules") or (sys.modules[said["package"]],)
        said["modules"] = modules_of(names)
        said.setdefault("package", said["modules"][0].__name__)
        init(*args, **find_named(said["modules"], known.keys() - said.keys()), **given)

    return from_modules


@final
class Game(Generic[S, V]):
    """A complete game, made of types and functions that say what they are.

    What follows from them isn't written again; whatever follows can be replaced by a function of
    the game's own, given here by the same name. `examples/games/ledger_nim.py` is a whole game in
    one file. These are its moves:

        class Take(Command):
            heap: Annotated[int, one_of(lambda s, x: range(1, len(s.heaps) + 1))]
            sticks: Annotated[int, one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))]

        class Took(SeatEvent):
            heap: Annotated[int, rule("NIM-02")]
            sticks: Annotated[int, rule("NIM-02")]
            says = "{name} takes {sticks} from heap {heap}"

        def took(s: State, x: Took) -> None:
            s.heaps[x.heap - 1] -= x.sticks

        @move("NIM-02", Took)
        def take(d: Decision[State], x: Take) -> None:
            d.accept(x)
            if not any(d.state.heaps):
                d.end()

    Found by what they are: in `modules`, or else in the one module that is the `package`, commands,
    events, the functions below `move`, those that apply an event to the state, by the types of
    their parameters, and bots, which are called like their classes (`Greedy`: greedy). The name of
    a package stands for all modules in its folder; the first of `modules` is the `package`, unless
    that is given.

    Found by their names, there too: functions that are called like something here (`start`,
    `legal`, `view`), the classes `Box`, `Options`, `Setup`, `State`, `Teller` and `View`, and the
    constants `NOTATION`, `SEAT_TONES`, `SENTENCES`, `TIES` and `UPCASTS`.

    Questions: `asks` has the questions and the rules behind them; a function of the state says
    which rule it is where that depends on it. The state's `phase` says which question is open, if
    it has one, and `asked`, or else `active`, who is to answer: a list of seats, or one. Questions
    that go `to_active` have nothing to do with `asked`. `awaiting` replaces all this. Those who are
    asked answer in this order, unless the question is `at_once`: then they answer in any order,
    each for themselves.

    The end: `ended` returns the reason once the game is over, and `score` the points of a seat;
    without it, they are what its player has of the resource that is the score. They are ranked by
    `Meta.highest_wins` and, among tied seats, by what `tie_breaks` returns for a seat (more is
    better); `ranked_by` names the rule for the points and, second, that for ties. Or `outcome` and
    `scores` say all of it. `ties` says in words how a tie is broken; otherwise the title of that
    rule does.

    Players: the fields of a player say what is counted and who may see what (`resource`, `private`,
    `hidden`): `resources`, `holdings`, `forget`, `view` and `draw` follow from them. A class `View`
    says field by field what is seen (`told`). A `view` of the game's own that takes a third
    argument is given the game: a `Look` asks it who is to move, and how it ended.
    `holding` counts what one seat has; then events after which others have something else, too,
    must be `Shared`.

    Moves: `legal` lists all that the arguments can be, as far as the rules accept it; `read` and
    `write` know them by verb and fields. A `legal` of the game's own may list only one way of what
    a command calls `free` (`chosen_from`), such as a payment.

    Components: `package` is the Python package that holds `box.toml`, `rules.toml` and `locale/`.
    In a game that is a single file, `box` is the standard box itself, and the module's docstring
    tells the rules. `box` and `options` are the structs that box and options are read into;
    `check_box` refuses what types alone can't, and `check_new_box` what no new game should be
    played with: a log that has such a box stays readable. `setup` takes box, number of players and
    options, and works out once per game what the rules look up: a `Lookup`, or a frozen struct,
    that has `players` at least. `start` turns it into the first state.

    Besides: `sample` returns a random acceptable command; `decline` the one that says no to the
    first question, if players may leave that out; `undrawn` explains why nothing is drawn after a
    move. `most_moves` is more than `legal` ever offers, for programs that number the moves.
    `upcasts` turn events of earlier versions into today's.

    Secrets: `forget` removes from a state what a seat (0: a spectator) didn't see; `redact` does so
    for an event, whose fields are marked `hidden` if others don't see them. `unknown` names the
    fields of the state that say which cards may be hidden where: as long as they don't change,
    nothing hidden has been shown.

    Corrections: `pieces` counts everything that is in the box by kind, wherever it lies. `zones`
    are what a table may correct by its name (`adjust Ola lira 5`), and follow from the fields that
    say so (`zone`); then `pieces` must stay the same in a correction, and `faults` says, given the
    players' names too, what else can't be.

    Words and pictures: `words` is a function, or has sentences for events that don't say one
    themselves, or that say another one under a condition (`when`); `teller` fills their gaps.
    `draw` makes a picture of a view, or says where a `Picture` is that does so, which is imported
    when one is needed: `".drawing:NimPicture"`. `picture` says where that of the empty board is, if
    a box can change it. `components` tells what is in the box, piece by piece (`Component`), in a
    language; without it, that is what a set-up can bring, with what the box says about it.
    `seat_tones` are the players' colours wherever they are shown. `scene` says what lies where on a
    page in the browser, made of the symbols in the package's `skin.svg`; without it the page shows
    the view as rows of cards.

    Notation: `read` takes words with their columns; `write` leaves out the player's name. `slots`
    are the chance results that people write down, `seat_slots` those whose values are seats. A
    result that is part of the event that a move begins with is written after the move:
    `Ana reroll 1 3 -> G B`.

    Pages: a command's fields say with `chosen_from` from which regions of the scene they are picked
    and with `worded` how other choices are offered. Without them everything is offered in the
    notation's own words.
    """

    @_with_modules
    def __init__(
        self,
        *,
        meta: Meta,
        package: str = "",
        modules: Sequence[Any] = (),
        state: type[S] | None = None,
        box: type | msgspec.Struct | None = None,
        start: Callable[[Any], S] | None = None,
        begin: Callable[[Decision], None] | None = None,
        setup: Callable[[Any, int, Any], Any] = PlainSetup,
        asks: Mapping[str, str | Callable[[Any], str]] = _NONE,
        to_active: Collection[str] = (),
        at_once: Collection[str] = (),
        awaiting: Callable[[S], tuple[Question, ...]] | None = None,
        ended: Callable[[S], str | None] | None = None,
        score: Callable[[S, int], int | None] | None = None,
        tie_breaks: Callable[[S, int], Any] | None = None,
        ranked_by: tuple[str, ...] = (),
        ties: str = "",
        outcome: Callable[[S], Outcome | None] | None = None,
        scores: Callable[[S], tuple[int | None, ...]] | None = None,
        legal: Callable[[S, int], Iterator[Command]] | None = None,
        view: Callable[..., V] | None = None,
        draw: Callable[[V, int, Sequence[str]], RenderableType] | str | None = None,
        words: Tell | Sentences = _NONE,
        notation: Notation | None = None,
        read: Callable[[S, int, Sequence[Any]], Command] | None = None,
        write: Callable[[Any], str] | None = None,
        resources: tuple[Resource, ...] | None = None,
        holdings: Callable[[S], list[tuple[int, ...]]] | None = None,
        holding: Callable[[S, int], tuple[int, ...]] | None = None,
        options: type[msgspec.Struct] = NoOptions,
        teller: type[Teller] = Teller,
        check_box: Callable[[Any], None] | None = None,
        check_new_box: Callable[[Any], None] | None = None,
        player_colours: Callable[[Any], tuple[str, ...]] = colours_of,
        seat_tones: Sequence[str] = SEAT_TONES,
        seat_rule: str | None = None,
        sample: Callable[[S, random.Random], Command] | None = None,
        decline: Callable[[S], Command | None] | None = None,
        undrawn: Callable[[Sequence[Event], str], tuple[str, str] | None] = lambda events, slot: (
            None
        ),
        redact: Callable[[Event, int], Event] = redact_hidden,
        forget: Callable[[S, int], None] | None = None,
        round: Callable[[S], int] | None = None,
        pieces: Callable[[S], dict[str, int]] = lambda state: {},
        zones: tuple[Zone, ...] | None = None,
        faults: Callable[[S, Sequence[str]], Iterable[str]] = lambda state, names: (),
        picture: str = "",
        components: Callable[[Any, gettext.NullTranslations], Iterable[Component]] | None = None,
        scene: Callable[[V, SceneBuilder], Scene] | None = None,
        upcasts: Mapping[type[Event], Callable[[Any], Event]] = _NONE,
        slots: tuple[str, ...] | None = None,
        seat_slots: tuple[str, ...] = (),
        unknown: tuple[str, ...] = ("pools", "layers", "least"),
        bots: Mapping[str, Bot] | None = None,
        most_moves: int = 1000,
    ) -> None:
        from .declarations.derived import Declared  # here, because it needs this module

        if state is None or box is None or start is None or begin is None:
            raise DeclarationError(
                "a game has a `State`, a `Box`, a function `start`, which makes the state before "
                "anything is dealt, and a function `begin`, which deals"
            )
        said = Declared(self, state, modules, upcasts, asks)
        self.meta, self.package = meta, package
        self.state, self.options = state, options
        self.box_type = box if isinstance(box, type) else type(box)
        self._standard = None if isinstance(box, type) else box
        self.check_box, self.check_new_box = check_box, check_new_box
        self.player_colours, self.seat_rule = player_colours, seat_rule
        self.seat_tones = seat_tones
        self.make_setup, self._start, self.begin = setup, start, begin
        self.moves, self._evolve, self.upcasts = said.moves, said.evolve, upcasts
        self.commands = tuple(said.moves)
        self.events = tuple(kind for kind in said.evolve if kind not in GENERIC)
        self.answers, self.verbs = said.answers, said.verbs
        self._decide: dict[type, Callable[[Decision, Any], None]] = {}
        self._command_of = said.command_of
        self.awaiting, self.at_once = awaiting or said.awaiting(to_active), at_once
        self.resources = said.resources if resources is None else resources
        self.scores = scores or said.scores(score, self.resources)
        self.outcome = outcome or said.outcome(ended, self.scores, tie_breaks, ranked_by)
        self._ties, self._tie_rules = ties, ranked_by[1:]
        self._legal = legal or said.legal
        if legal is None:
            said.check_arguments()
        self.decline, self.undrawn = decline or said.decline, undrawn
        self.sample = sample or self._sample
        self.redact, self.forget = redact, forget or said.forget
        self.round = round or rounds
        if holdings is not None:
            holding = None  # then that is a helper of the game's own
        self.holdings = holdings or (said.holdings if holding is None else self._holdings)
        self.holding, self.pieces = holding or self._holding, pieces
        self._zones, self.faults = zones, faults
        self.view: Callable[[S, int | None], V] = said.viewing(view, self.scores)
        if isinstance(draw, str):
            draw = functools.partial(self._board, draw)
        self._draw = draw or said.draw
        self._picture, self._scene = picture, scene
        self._components = components
        self._known_components: dict[str, tuple[Component, ...]] = {}
        self._last_box: tuple[Any, dict[str, tuple[Component, ...]]] | None = None
        self.words: Tell = (
            words if callable(words) else Telling(self, said.sentences(words, teller), teller)
        )
        forms = notation or said.notation
        self.read, self.write = read or forms.read, write or forms.write
        self.still = frozenset(kind for kind in self.events if issubclass(kind, Still))
        self.own = frozenset(
            kind
            for kind in self.events
            if holding and "seat" in kind.__struct_fields__ and not issubclass(kind, Still | Shared)
        )
        self.unknown = unknown
        self._said, self._slots, self.seat_slots = said, slots, seat_slots
        own_bots = said.bots if bots is None else bots
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), **own_bots}
        self.most_moves = most_moves
        self._known_boxes: dict[str, Any] = {}
        self._setups: dict[tuple[Any, ...], Any] = {}
        self._starts: dict[tuple[Any, ...], S] = {}

    # --- results of chance

    @functools.cached_property
    def slots(self) -> tuple[str, ...]:
        """The results of chance that people write down."""
        return self._said.slots if self._slots is None else self._slots

    @functools.cached_property
    def inline_slots(self) -> tuple[str, ...]:
        """Those that are part of the event that a move begins with: they are written behind it."""
        return self._said.inline_slots

    # --- components

    @functools.cached_property
    def box(self) -> Any:
        """The standard box."""
        return self._known_box(self.box_id)

    def _known_box(self, id: str) -> Any:
        if id not in self._known_boxes:
            self._known_boxes[id] = self.read_box(self.boxes[id])
        return self._known_boxes[id]

    @functools.cached_property
    def box_id(self) -> str:
        """The id of the standard box."""
        return next(iter(self.boxes))

    @functools.cached_property
    def box_digest(self) -> str:
        """Digest of the standard box."""
        return digest_box(self.boxes[self.box_id])

    @functools.cached_property
    def boxes(self) -> dict[str, dict[str, Any]]:
        """The boxes of the package by their ids: the standard one, then earlier ones."""
        found = [] if self._standard is None else [msgspec.to_builtins(self._standard)]
        found += map(tomllib.loads, self.box_texts())
        return {data["id"]: data for data in found}

    @functools.cached_property
    def box_digests(self) -> dict[str, str]:
        """The digests of the package's boxes, with their ids."""
        return {digest_box(data): id for id, data in self.boxes.items()}

    def box_texts(self) -> Iterator[str]:
        """Yield the files of the package's boxes: the standard one, then earlier ones."""
        home = files_of(self.package)
        if self._standard is None:
            yield home.joinpath("box.toml").read_text("utf-8")
        earlier = home.joinpath("boxes")
        if earlier.is_dir():
            for file in sorted(earlier.iterdir(), key=lambda x: x.name):
                yield file.read_text("utf-8")

    def whole_box(self, part: dict[str, Any]) -> dict[str, Any]:
        """Fill in what a box file leaves out from its base, which is the standard box by default.

        Tables are completed field by field, and lists of components by their ids. A box with all
        tables is taken as it is.
        """
        base = self.boxes.get(part.get("base", self.box_id))
        if base is None:
            raise WrongBox(f"base is one of {', '.join(self.boxes)}")
        return copy.deepcopy(merge(self.box_type, base, part))

    def own_box(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return a box that doesn't pass for one of the package's, unless it is the same."""
        if digest_box(data) in self.box_digests:
            return data
        own = as_own(self.box_type, self.boxes[self.base_of(data)], data)
        return own | {"id": f"{own['id']}+own"} if own["id"] in self.boxes else own

    def part_of_box(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return what is different in a box, so that `whole_box` gives the same box again."""
        return difference(self.box_type, self.boxes[self.base_of(data)], data)

    def base_of(self, data: dict[str, Any]) -> str:
        """Return the id of the package's box that a box comes from: its own, or the nearest."""
        own = str(data.get("id")).removesuffix("+own")
        if own in self.boxes:
            return own
        return min(self.boxes, key=lambda id: len(changes(self.box_type, self.boxes[id], data)))

    def read_box(self, data: dict[str, Any]) -> Any:
        """Check the data of a box and return it as the game's own struct."""
        box: Any = read_as(self.box_type, data)
        check_marks(box, self.meta.players)
        if self.check_box is not None:
            self.check_box(box)
        return box

    def read_new_box(self, data: dict[str, Any]) -> Any:
        """Check a box for new games, which must be playable, too; return it as its struct."""
        box = self.read_box(data)
        require(check_marks(box, self.meta.players).counts, "players.counts is empty")
        if self.check_new_box is not None:
            self.check_new_box(box)
        return box

    def box_of(self, opened: Opened) -> Any:
        """Return the box a log was played with."""
        if opened.box_data is not None:
            if digest_box(opened.box_data) != opened.box:
                raise Malformed("the box in the first line doesn't match its digest", line=1)
            return self.read_box(opened.box_data)
        id = self.box_digests.get(opened.box)
        if id is None:
            raise Malformed(
                f"the log uses box {opened.box}, which this version of {self.meta.name} "
                "doesn't have and the log doesn't include",
                line=1,
            )
        return self._known_box(id)

    def box_changes(self, opened: Opened) -> list[BoxChange]:
        """Return what is different between a log's box and the package's box that it comes from."""
        data = opened.box_data
        if data is None:
            return []
        return changes(self.box_type, self.boxes[self.base_of(data)], data)

    def components(self, lang: str = "en", box: Any = None) -> tuple[Component, ...]:
        """Return what is in a box, by default the standard one, with what each thing is."""
        from ledger.kernel.text.catalogue import translator

        box = self.box if box is None else box
        known = self._known_components if box is self.box else self._own_components(box)
        if lang not in known:
            words = translator(self.package, self.meta.name, lang)
            known[lang] = self._told_components(box, words)
        return known[lang]

    def _own_components(self, box: Any) -> dict[str, tuple[Component, ...]]:
        """What is known about the components of the last box of somebody's own."""
        if self._last_box is None or self._last_box[0] is not box:
            self._last_box = box, {}
        return self._last_box[1]

    def is_standard(self, setup: Any) -> bool:
        """Whether a game is played with the standard box."""
        return any(
            setup is known for key, known in self._setups.items() if key[0] == self.box_digest
        )

    def _told_components(self, box: Any, words: gettext.NullTranslations) -> tuple[Component, ...]:
        if self._components is None:
            return tuple(from_chance(self))
        return tuple(
            x._replace(sort=safe(x.sort), id=safe(x.id), name=safe(x.name), means=safe(x.means))
            for x in self._components(box, words)
        )

    def check_colours(self, colours: Sequence[str], box: Any) -> None:
        """Refuse colours that the game doesn't have, or that two players share."""
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

    @functools.cached_property
    def zones(self) -> tuple[Zone, ...]:
        """What a table may correct by its name: as the game says, or else as its fields do."""
        from .declarations.marks import zones_of

        return zones_of(self.state) if self._zones is None else self._zones

    # --- rules

    def setup_of(self, opened: Opened) -> Any:
        """Return what the rules look up in a game; for the built-in box it is worked out once."""
        if opened.box_data is not None:
            return self._setup(opened)
        key = self._key(opened)
        if key not in self._setups:
            self._setups[key] = self._setup(opened)
        return self._setups[key]

    def _setup(self, opened: Opened) -> Any:
        from ledger.kernel.play.opening import read_options

        with PREPARING:
            options = read_options(self, opened.options)
            return self.make_setup(self.box_of(opened), len(opened.seats), options)

    def _key(self, opened: Opened) -> tuple[Any, ...]:
        """Tell games apart that start differently; 1 equals true, but is another option."""
        options = opened.options
        told = tuple((k, v, type(v)) for k, v in sorted(options.items())) if options else ()
        return opened.box, len(opened.seats), told

    def start(self, opened: Opened) -> S:
        """Return the state before anything is dealt."""
        if opened.box_data is not None:
            return self.start_with(self.setup_of(opened))
        key = self._key(opened)
        if key not in self._starts:
            self._starts[key] = self.start_with(self.setup_of(opened))
        return self.copy(self._starts[key])

    def start_with(self, setup: Any) -> S:
        """Return the state before anything is dealt, for what the rules look up in a game."""
        return self._start(setup)

    def tie_break(
        self, ranking: Sequence[Sequence[int]], scores: Sequence[object], lang: str = "en"
    ) -> str:
        """Say by what somebody won who has no more points than another; nothing if nobody did."""
        from ledger.kernel.text.catalogue import translator

        if not decided_by_tie(ranking, scores):
            return ""
        say = translator(self.package, self.meta.name, lang).gettext
        if self._ties:
            return say(self._ties)
        found = [self.rule_texts[rule]["title"] for rule in self._tie_rules]
        return say(TIED).format(rule=found[0]) if found else ""

    def answers_to(self, ask: str) -> tuple[type[Command], ...]:
        """Return the commands that answer a question."""
        found = self.answers.get(ask)
        if found is None:
            what = f"no move answers the question {ask!r}"
            raise fault_of(self, what, place=place_of(self.awaiting))
        return found

    def decide(self, d: Decision, command: Any) -> None:
        """Check a command against the rules and emit what follows from it."""
        kind = type(command)
        decide = self._decide.get(kind)
        if decide is None:
            if kind not in self.moves:
                what = f"no move decides {kind.__name__}"
                raise fault_of(self, what, place=place_of(self._legal))
            decide = self._decide[kind] = self.moves[kind].decide
        decide(d, command)

    def _holdings(self, state: Any) -> list[tuple[int, ...]]:
        """Count what each seat has, one after the other."""
        return [self.holding(state, seat) for seat in range(1, state.setup.players + 1)]

    def _holding(self, state: S, seat: int) -> tuple[int, ...]:
        """Count what a seat has, with all the others."""
        return self.holdings(state)[seat - 1]

    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command that led to a group of events, whose first one has every choice."""
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
        """The function that folds each event type into a state, including the generic events."""
        from ledger.kernel.log.patch import adjust

        generic: dict[type, Evolve] = {
            Noted: _nothing,
            Sealed: _nothing,
            Ended: _ended,
            Retracted: _taken_back,
        }
        kinds = Counter(self._evolve.values())
        own = {kind: f if kinds[f] == 1 else _again(f) for kind, f in self._evolve.items()}
        return {**generic, **own, **adjust(self)}

    def turn(self, state: S) -> int:
        """Return the number of the current turn, 0 during set-up."""
        return state.turn  # type: ignore[attr-defined,no-any-return]

    def mask(self, state: S, viewer: int) -> S:
        """Return the state as that seat (0: a spectator) knows it."""
        known = self.copy(state)
        self.forget(known, viewer)
        return known

    def question_for(self, state: S, seat: int) -> Question | None:
        """Return what a seat may answer now: the first question, or one that all answer at once."""
        return next((q for q in self.answerable(state) if q.seat == seat), None)

    def answerable(self, state: S) -> Sequence[Question]:
        """Return the questions that may be answered now: the first, or all that are `at_once`."""
        return answerable(self.awaiting(state), self.at_once)

    def legal(self, state: S, seat: int) -> Iterator[Command]:
        """Return the commands of a seat; there are none unless it may answer now."""
        return self._legal(state, seat) if self.question_for(state, seat) else iter(())

    def canonical(self, state: S, command: Command) -> Command:
        """Return a command as `legal` lists it; whatever isn't listed in any form, as it is."""
        from ledger.kernel.scene.listing import Listing

        return Listing(self, state, command.seat).form_of(command) or command

    def _sample(self, state: S, rng: random.Random) -> Command:
        return rng.choice(list(self.legal(state, self.awaiting(state)[0].seat)))

    # --- pictures

    def draw(
        self,
        view: V,
        width: int,
        names: Sequence[str],
        lang: str = "en",
        *,
        turn_over: bool = False,
    ) -> RenderableType:
        """Return the board for a terminal; `turn_over`: between the end of a turn and the next."""
        from ledger.kernel.text.catalogue import translator
        from ledger.kernel.text.legible import Legible
        from ledger.kernel.text.picture import Board

        board = self._draw(view, width, names)
        if not isinstance(board, Board):
            return Legible(board)
        board.words = translator(self.package, self.meta.name, lang)
        board.turn_over, board.at_once = turn_over, self.at_once
        if self.seat_tones is not SEAT_TONES:
            board.seat_tones = self.seat_tones
        return board

    def picture(self, box: Any, width: int) -> RenderableType | None:
        """Return the empty board of a box, with as many players as there can be."""
        if not self._picture:
            return None
        counts = getattr(getattr(box, "players", None), "counts", ()) or self.meta.players
        setup = self.make_setup(box, max(counts), self.options())
        return self._board(self._picture, self.view(self.start_with(setup), None), width, ())

    def _board(self, place: str, view: V, width: int, names: Sequence[str]) -> RenderableType:
        from ledger.kernel.text.picture import Board

        module, _, name = place.partition(":")
        kind = getattr(importlib.import_module(module, self.package), name)
        return Board(kind, view, width, names)

    def scene(self, view: V, names: Sequence[str], lang: str = "en") -> Scene:
        """Return what lies where, for a page in the browser; it knows no more than the view."""
        from ledger.kernel.scene.builder import SceneBuilder
        from ledger.kernel.scene.plain import plain_scene
        from ledger.kernel.text.catalogue import translator

        words = translator(self.package, self.meta.name, lang)
        tell = words.gettext
        safe_names = [safe(name) for name in names]
        builder = SceneBuilder(
            safe_names, lambda text: text and tell(text), words, at_once=self.at_once
        )
        return (self._scene or plain_scene)(view, builder)

    # --- lines

    @functools.cached_property
    def decoder(self) -> msgspec.json.Decoder[Line]:
        """Decoder of this game's lines."""
        with PREPARING:
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
        path = files_of(self.package).joinpath("vocabulary.toml")
        return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}

    @functools.cached_property
    def vocabulary(self) -> dict[str, str]:
        """Foreign words that people may type, each with the notation's own word for it.

        They come from `vocabulary.toml`, one table per language: English word = other words.
        """
        return {unaccented(w): english for w, english in self.foreign_words()}

    def words_in(self, lang: str) -> dict[str, str]:
        """Return each of the notation's words in a language; the first one if there are several."""
        words = self._vocabulary.get(lang, {})
        return {english: others[0] for english, others in words.items() if others}

    def foreign_words(self) -> Iterator[tuple[str, str]]:
        """Yield foreign words as they are spelt, each with the notation's word for it."""
        for language in self._vocabulary.values():
            for english, others in language.items():
                yield from ((word, english) for word in others)

    def notation(self) -> str:
        """Return the page about the session notation of this game, as Markdown."""
        common = files_of("ledger.kernel.session").joinpath("notation.md").read_text("utf-8")
        page = files_of(self.package).joinpath("notation.md")
        own = page.read_text("utf-8") if page.is_file() else self._moves_page()
        common = common.format(game=self.meta.name, rule=self.rule_ids[0])
        more = f"{self._components_page()}{self._corrections_page()}{self._vocabulary_page()}"
        return f"{own}{more}\n{common}"

    def _moves_page(self) -> str:
        from ledger.kernel.session.moves.plain_forms import shape

        rows = "".join(
            f"| `{shape(move)}` | {(kind.__doc__ or '').partition(chr(10))[0]} |\n"
            for kind, move in self.moves.items()
        )
        results = "".join(f"| `{slot} …` |\n" for slot in self.slots)
        chance = f"\n| result of chance |\n|---|\n{results}" if results else ""
        return f"# {self.meta.title}\n\n| move | what it does |\n|---|---|\n{rows}{chance}"

    def _components_page(self) -> str:
        rows = "".join(
            f"| `{x.id}` | {x.sort} | {x.copies} | {x.text} |\n" for x in self.components()
        )
        head = "| typed | what | how many | which is |\n|---|---|---|---|\n"
        return f"\n## Components\n\n{head}{rows}" if rows else ""

    def _corrections_page(self) -> str:
        if not self.zones:
            return ""
        rows = "".join(f"| `{zone.form}` | {zone.path} |\n" for zone in self.zones)
        return f"\n{CORRECTIONS}\n| line | in the state |\n|---|---|\n{rows}"

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

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of all rules and rulings."""
        return tuple(self.rule_texts)

    @functools.cached_property
    def rule_texts(self) -> Mapping[str, Mapping[str, Any]]:
        """All rules and rulings by their ids."""
        return {rule["id"]: rule for rule in self.rules().get("rule", ())}

    def rules(self) -> dict[str, Any]:
        """Return the rules, summed up in our own words: a `rules.toml`, or else the docstring."""
        file = files_of(self.package).joinpath("rules.toml")
        if file.is_file():
            return tomllib.loads(file.read_text("utf-8"))
        from .declarations.rulebook import rules_in

        told = rules_in(sys.modules[self.package].__doc__ or "")
        if not told["rule"]:
            raise DeclarationError(
                f"{self.package} tells no rules: write a `rules.toml`, or begin the docstring of "
                "the module with them, one to a paragraph: `NIM-01 The heaps: Three heaps …`"
            )
        return told


def rounds(state: State) -> int:
    """Return the number of the current round, where a round is one turn for each player."""
    return round_at(state.turn, state.setup.players)


def round_at(turn: int, players: int) -> int:
    """Return in which round a turn is, where a round is one turn for each player."""
    return -(-turn // players)


def _nothing(state: State, event: Event) -> None:
    return None


class TakenBack(Exception):
    """A fold met a retraction: it can't undo what it did, so it has to start again."""


def _taken_back(state: State, event: Retracted) -> None:
    raise TakenBack


def _again(evolve: Evolve) -> Evolve:
    """Return the same function anew: Python runs code faster that sees one type of event only."""
    if not isinstance(evolve, FunctionType):
        return evolve
    code, given, closure = evolve.__code__.replace(), evolve.__defaults__, evolve.__closure__
    again = FunctionType(code, evolve.__globals__, argdefs=given, closure=closure)
    again.__kwdefaults__ = evolve.__kwdefaults__
    return functools.update_wrapper(again, evolve)


def _ended(state: State, event: Ended) -> None:
    state.over = True
