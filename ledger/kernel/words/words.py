"""The words of a game: what its events say, how its moves are typed, and translations."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from ledger.kernel.boxes.boxes import Boxes
from ledger.kernel.errors import DeclarationError
from ledger.kernel.log.events import Ended, Event, fields
from ledger.kernel.log.seat_fields import seat_fields
from ledger.kernel.message import Text
from ledger.kernel.meta import NOWHERE, Home
from ledger.kernel.packages import files_of
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.outcome import decided_by_tie
from ledger.kernel.rules.rulebook import Rulebook
from ledger.kernel.rules.rules import Rules
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import translator

from .default_forms import notation_of
from .forms import Notation
from .player_names import write_player
from .sentences import TIED, Cases, Says, Sentences, Teller, check_gaps, said_by, tell
from .sentences import cases as all_cases


class MoveNotation(Protocol):
    """How the moves of a game are typed; `Notation` is an implementation."""

    def read(self, state: Any, seat: int, words: Sequence[Any], /) -> Command:
        """Parse a seat's move, without the player's name; each word has its column.

        A `Notation` is given the players' names as well, for fields that are a `Seat`.
        """

    def write(self, command: Any, /) -> str:
        """Return a move as it is typed, without the player's name."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """What people read and type.

    `sentences` are for events without `says`, or take precedence over it under a condition
    (`case`); `teller` fills their gaps. `notation` says how moves are typed; without it, a move is
    its verb followed by the fields of its command. `slots` are the chance results that people write
    down, in this order; by default, those of the events. `seat_slots` are those whose values are
    seats. `undrawn` explains why nothing is drawn after a move: it takes the move's events and a
    slot, and returns a rule and a sentence. `questions` says on a page what is asked, and
    `previews` what a move does before it is played: docs/write-a-game.md says how.
    """

    sentences: Sentences = field(default_factory=dict)
    teller: type[Teller] = Teller
    notation: MoveNotation | None = None
    slots: tuple[str, ...] = ()
    seat_slots: tuple[str, ...] = ()
    undrawn: Callable[[Sequence[Event], str], tuple[str, Text] | None] = lambda events, slot: None
    questions: Mapping[str, str | Callable[[Any, Any], str]] = field(default_factory=dict)
    previews: Mapping[type[Any], str | Callable[[Any, Any, Any], str]] = field(default_factory=dict)

    declared: Words | None = field(default=None, init=False, repr=False)
    """What the game declared itself; the rest is derived from its moves and events."""
    home: Home = field(default=NOWHERE, init=False, repr=False)
    reader: Callable[..., Command] = field(init=False, repr=False)
    writer: Callable[[Any], str] = field(init=False, repr=False)
    """The notation's own functions."""
    _named: bool = field(init=False, repr=False)
    """Whether the notation reads players' names itself."""
    _rules: Rules[Any] = field(init=False, repr=False)
    _boxes: Boxes = field(init=False, repr=False)
    cases: Cases = field(init=False, repr=False)

    def of(self, home: Home, rules: Rules[Any], boxes: Boxes) -> Words:
        """Return a copy of these words bound to a game.

        Raises `DeclarationError` if a sentence has a gap that nothing fills.
        """
        declared = self.declared or self
        words = dataclasses.replace(declared, slots=declared.slots or _slots(rules.folds))
        put = functools.partial(object.__setattr__, words)
        put("declared", declared)
        put("home", home)
        put("_rules", rules)
        put("_boxes", boxes)
        notation = self.notation or notation_of(rules.by_command.values())
        put("_named", isinstance(notation, Notation))
        put("reader", notation.read)
        put("writer", notation.write)
        own = {event: said for event in rules.folds if (said := said_by(event))}
        for event, said in own.items():
            check_gaps(event, said, self.teller)
        for event, said in self.sentences.items():
            self._check_sentence(event, said)
        put("cases", all_cases(self.sentences, own))
        self._check_asked(rules)
        return words

    def _check_sentence(self, event: type[Event], said: Says) -> None:
        check_gaps(event, said, self.teller)

    def _check_asked(self, rules: Rules[Any]) -> None:
        """Raise `DeclarationError` for words about a question or a command that doesn't exist."""
        for ask in self.questions:
            if ask not in rules.answers:
                raise DeclarationError(
                    f"there are words for the question {ask!r}, but no move answers it"
                )
        for command in self.previews:
            if command not in rules.by_command:
                raise DeclarationError(
                    f"there is a preview of {command.__name__}, but no move decides it"
                )

    # --- moves

    def read(
        self, state: Any, seat: int, words: Sequence[Any], names: Sequence[str] = ()
    ) -> Command:
        """Parse a seat's move, in which players have these names; each word has its column.

        Raises `Malformed`, with the column, if it can't be read.
        """
        if self._named:
            return self.reader(state, seat, words, names)
        return self.reader(state, seat, words)

    def write(self, command: Command, names: Sequence[str] = ()) -> str:
        """Return a move as it is typed, without the name of its player.

        Other players are written by `names`, or else as the numbers of their seats.
        """
        if held := seat_fields(type(command)):
            command = msgspec.structs.replace(command, **self._players(command, held, names))
        return self.writer(command)

    def _players(
        self, command: Command, held: Collection[str], names: Sequence[str]
    ) -> dict[str, Any]:
        """Return the words for the players in a command, by field; a default is left as it is."""
        command_type = type(command)
        taken = {*command_type.__struct_fields__, *self.vocabulary, *self._verbs}

        def word(value: Any) -> Any:
            return value if value is None else write_player(value, names, taken)

        out: dict[str, Any] = {}
        for info in msgspec.structs.fields(command_type):
            value = getattr(command, info.name)
            if info.name not in held or value == info.default:
                continue
            several = isinstance(value, tuple)
            out[info.name] = tuple(map(word, value)) if several else word(value)
        return out

    @functools.cached_property
    def _verbs(self) -> frozenset[str]:
        """The verbs of the game's moves."""
        return frozenset(move.name for move in self._rules.by_command.values())

    # --- sentences

    def __call__(
        self, event: Event, names: Sequence[str], lang: str = "en", box: Any = None
    ) -> str:
        """Return the sentence for an event; `box` is needed only if it isn't the standard one."""
        text = tell(self._teller(event, names, lang, box), self.cases)
        if isinstance(event, Ended) and not event.broken_off:
            return self.with_tie(event, text, lang)
        return text

    def with_tie(self, event: Ended, text: str, lang: str) -> str:
        """Add to the sentence for the end of a game how a tie was broken, if there was one."""
        why = self.tie_of(event, lang)
        return f"{text}; {safe(why)}" if why else text

    def tie_of(self, event: Ended, lang: str) -> str:
        """Return how a tie was broken at the end of a game; "" if it wasn't points that decided."""
        if event.won is not msgspec.UNSET:
            return ""
        return self.tie_break(event.ranking, event.scores, lang, event.teams)

    def tie_break(
        self,
        ranking: Sequence[Sequence[int]],
        scores: Sequence[object],
        lang: str = "en",
        sides: Sequence[Sequence[int]] = (),
    ) -> str:
        """Return what decided between the winner and seats with equal points; "" if nothing did."""
        if not decided_by_tie(ranking, scores, sides):
            return ""
        say = translator(self.home.package, self.home.meta.name, lang).gettext
        ending = self._rules.ending
        if ending.ties:
            return say(ending.ties)
        rule = self._rulebook.rule(ending.ranked_by[1], lang) if ending.ranked_by[1:] else None
        return say(TIED).format(rule=rule.title) if rule else ""

    @functools.cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook(self.home.package, self.home.meta.name)

    # --- questions and commands

    def question(
        self, state: Any, ask: str, names: Sequence[str], lang: str = "en", box: Any = None
    ) -> str:
        """Return what a player is asked, in words; "" if the game has none for this question."""
        said = self.questions.get(ask, "")
        t = self._teller(None, names, lang, box)
        return safe(t._(said) if isinstance(said, str) else said(t, state)) if said else ""

    def preview(
        self, state: Any, command: Command, names: Sequence[str], lang: str = "en", box: Any = None
    ) -> str:
        """Return what a command does, in words that don't depend on chance; "" if the game has none
        for it.
        """
        said = self.previews.get(type(command), "")
        t = self._teller(command, names, lang, box)
        if isinstance(said, str):
            return safe(t._(said).format_map(t)) if said else ""
        return safe(said(t, state, command))

    def _teller(self, about: Any, names: Sequence[str], lang: str, box: Any) -> Teller:
        t = translator(self.home.package, self.home.meta.name, lang)
        return self.teller(about, names, t, self._boxes.standard if box is None else box)

    # --- results of chance

    @functools.cached_property
    def inline_slots(self) -> tuple[str, ...]:
        """The slots in the first event of a move, whose results are typed on the same line.

        An example is `Ana reroll 1 3 -> G B`.
        """
        return _slots(event for move in self._rules.by_command.values() for event in move.events)

    # --- languages

    @functools.cached_property
    def languages(self) -> dict[str, dict[str, list[str]]]:
        """The package's `vocabulary.toml`: for each language, its words by the notation's English
        ones.
        """
        path = files_of(self.home.package).joinpath("vocabulary.toml")
        return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}

    @functools.cached_property
    def vocabulary(self) -> dict[str, str]:
        """The notation's word for each foreign word that can be typed, without accents."""
        return {unaccented(w): english for w, english in self.foreign_words()}

    def words_in(self, lang: str) -> dict[str, str]:
        """Return each of the notation's words in a language; if it has several, the first."""
        words = self.languages.get(lang, {})
        return {english: others[0] for english, others in words.items() if others}

    def foreign_words(self) -> Iterator[tuple[str, str]]:
        """Yield the foreign words as they are spelt, each with the notation's word for it."""
        for language in self.languages.values():
            for english, others in language.items():
                yield from ((word, english) for word in others)


def _slots(events: Iterable[type[Event]]) -> tuple[str, ...]:
    """Return the slots of the chance results in these events."""
    return tuple(dict.fromkeys(f.chance for event in events for f in fields(event) if f.chance))
