"""A game: everything the rest of the program may use, split into parts with one job each."""

from __future__ import annotations

import functools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from ledger.kernel.boxes.box import PREPARING
from ledger.kernel.boxes.boxes import Boxes
from ledger.kernel.log.events import Opened
from ledger.kernel.meta import Home, Meta, Sides, sides_of
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.rulebook import Rulebook
from ledger.kernel.rules.rules import Rules
from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.shapes import Scene
from ledger.kernel.state.copying import copier
from ledger.kernel.state.field_marks import fields_hidden
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import translator
from ledger.kernel.type_variables import S, V
from ledger.kernel.words.words import Words

from .components import Components
from .options import read_options
from .parts import Corrections, Holdings, Pictures, Secrets, forget_hidden
from .views import MarkedView, view_maker


class Bot(ABC):
    """Chooses one of the moves that the rules allow.

    It is shown what its seat may see. A bot that `sees_all` is shown everything where games are
    simulated, and then their logs say so; on a server it, too, sees only what its seat sees.
    """

    sees_all: ClassVar[bool] = False

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play; the state isn't the bot's to change."""


class RandomBot(Bot):
    """Plays any acceptable command: it asks the rules what is legal, and looks at nothing else."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return a random legal command for this seat."""
        found = game.rules.random_move(state, rng)  # for the first seat being asked
        if found.seat == seat:
            return found
        return rng.choice(list(game.rules.legal_moves(state, seat)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, V]):
    """A complete game, made of parts.

    - `meta`: its name, the numbers of players, and whether the most points win (`Meta`).
    - `package`: the module or package with its files: `rules.toml`, `box.toml` and earlier boxes in
      `boxes/`, `vocabulary.toml`, `notation.md`, `locale/`, `skin.svg`, `reports/`, `claims.json`.
      If the game is a single file, the rules are in the module's docstring.
    - `rules`: everything that decides what happens: `Rules`, with `Opening`, `Questions`, `Ending`.
    - `boxes`: what it is played with (`Boxes`).
    - `words`: what people read and type (`Words`).
    - `view`: what a seat may see of a state: a `TableView`, or a function of the state and the
      viewer (a seat; 0: a spectator; None: the referee).
    - `secrets`: what others can't know (`Secrets`).
    - `holdings`: what each player has, counted (`Holdings`).
    - `corrections`: what players may correct by hand, and all pieces (`Corrections`).
    - `pictures`: its board in a terminal and its page in a browser (`Pictures`).
    - `bots`: computer players by name (`Bot`); `random` is always among them.

    Only `meta`, `package`, `rules` and `boxes` are required. What the other parts don't declare is
    derived from the state's fields and their marks, and from the commands and events.
    `examples/games/ledger_nim.py` is a complete game in one file.

    Raises `DeclarationError`, with the file and line, if something is missing or doesn't fit.
    """

    meta: Meta
    package: str
    rules: Rules[S]
    boxes: Boxes
    words: Words = field(default_factory=Words)
    view: Callable[..., V] = MarkedView  # type: ignore[assignment] # a V of its own
    secrets: Secrets = field(default_factory=Secrets)
    corrections: Corrections = field(default_factory=Corrections)
    holdings: Holdings = field(default_factory=Holdings)
    pictures: Pictures = field(default_factory=Pictures)
    bots: Mapping[str, Bot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Give each part the other parts it needs, and derive the rest."""
        home = Home(self.meta, self.package)
        rules = self.rules.of(home, self.holdings.resources_in(self.rules.state))
        boxes = self.boxes.of(home)
        put = functools.partial(object.__setattr__, self)
        put("rules", rules)
        put("boxes", boxes)
        put("words", self.words.of(home, rules, boxes))
        put("view", view_maker(self.view, rules))
        put("corrections", self.corrections.of(rules))
        put("holdings", self.holdings.of(rules))
        put("bots", {"random": RandomBot(), **self.bots})
        _ = self._setups, self._starts  # created now, as several threads may use them later

    @property
    def of_0_2(self) -> bool:
        """Whether it was written for 0.2: laws that came later only warn of it."""
        return self.rules.of_0_2

    @functools.cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return Rulebook(self.package, self.meta.name)

    @functools.cached_property
    def components(self) -> Components:
        """What is in the box, piece by piece: `components("pl")`."""
        return Components(
            boxes=self.boxes,
            rules=self.rules,
            pieces=self.corrections.pieces,
            seat_slots=self.words.seat_slots,
        )

    # --- the start

    def setup_of(self, opened: Opened) -> Any:
        """Return what the rules look up in a game; for the package's boxes, it is cached."""
        if opened.box_data is not None:
            return self._setup(opened)
        key = _key(opened)
        if key not in self._setups:
            self._setups[key] = self._setup(opened)
        return self._setups[key]

    def start(self, opened: Opened) -> S:
        """Return the state before anything is dealt."""
        if opened.box_data is not None:
            return self.rules.opening.start(self.setup_of(opened))
        key = _key(opened)
        if key not in self._starts:
            self._starts[key] = self.rules.opening.start(self.setup_of(opened))
        return self.rules.copy(self._starts[key])

    def sides(self, opened: Opened) -> Sides | None:
        """Return who plays together in a game; None if everybody plays alone."""
        return sides_of(self.meta, len(opened.seats), lambda: self.setup_of(opened))

    def is_standard(self, setup: Any) -> bool:
        """Whether a setup comes from the standard box."""
        digest = self.boxes.standard_digest
        known = list(self._setups.items())  # another thread may add one
        return any(setup is own for key, own in known if key[0] == digest)

    def _setup(self, opened: Opened) -> Any:
        opening = self.rules.opening
        with PREPARING:
            options = read_options(self.meta.name, opening.options, opened.options)
            return opening.setup(self.boxes.of_log(opened), len(opened.seats), options)

    @functools.cached_property
    def _setups(self) -> dict[tuple[Any, ...], Any]:
        return {}

    @functools.cached_property
    def _starts(self) -> dict[tuple[Any, ...], S]:
        return {}

    # --- what a seat sees

    def mask(self, state: S, viewer: int) -> S:
        """Return a copy of the state as a seat (0: a spectator) knows it."""
        known = self.rules.copy(state)
        self.secrets.forget(known, viewer)
        return known

    @functools.cached_property
    def hides(self) -> bool:
        """Whether anything may be hidden from anybody."""
        return self.secrets.forget is not forget_hidden or bool(fields_hidden(self.rules.state))

    def shown_to(self, bot: Bot, state: S, seat: int) -> S:
        """Return the state as a bot is shown it where a game is simulated.

        That is what its seat knows, unless the bot sees all; those of a game of 0.2 always did.
        What isn't hidden may be the state's own.
        """
        if not self.hides_from(bot):
            return state
        known = self._copy_to_show(state)
        self.secrets.forget(known, seat)
        return known

    def hides_from(self, bot: Bot) -> bool:
        """Whether a bot may be shown less than everything where a game is simulated."""
        return self.hides and not self.sees_all(bot) and type(bot) is not RandomBot

    def sees_all(self, bot: Bot) -> bool:
        """Whether a bot is shown everything where a game is simulated."""
        return bot.sees_all or (self.of_0_2 and type(bot) is not RandomBot)

    @functools.cached_property
    def _copy_to_show(self) -> Callable[[S], S]:
        state, changed = self.rules.state, self.secrets.changed
        if self.secrets.forget is forget_hidden:
            changed = fields_hidden(state)
        return copier(state, changed)

    def scene(self, view: V, names: Sequence[str], lang: str = "en") -> Scene:
        """Return what is where on the table, for a browser page; it shows no more than the view."""
        words = translator(self.package, self.meta.name, lang)
        tell = words.gettext
        builder = SceneBuilder(
            [safe(name) for name in names],
            lambda text: text and tell(text),
            words,
            at_once=self.rules.at_once,
        )
        return self.pictures.scene(view, builder)


def _key(opened: Opened) -> tuple[Any, ...]:
    """Return what distinguishes games with different starts; 1 equals true, but isn't the same
    option.
    """
    options = opened.options
    chosen = tuple((k, v, type(v)) for k, v in sorted(options.items())) if options else ()
    return opened.box, len(opened.seats), chosen
