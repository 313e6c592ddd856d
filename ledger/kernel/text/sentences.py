"""The building blocks of every game's sentences, and the sentences that all games share.

The catalogues are `locale/<lang>/LC_MESSAGES/kernel.po` and `.mo`; every game's catalogue falls
back to them.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from ledger.kernel.log import events as g

from .catalogue import translator
from .safe import safe

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game


def N_(text: str) -> str:
    """Mark a text for the catalogue; it is translated later, where it is used."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a text with a plural for the catalogue."""
    return one, many


def P_(context: str, text: str) -> str:
    """Mark a text for the catalogue that means something else elsewhere."""
    return text


class Speaker:
    """Puts things into the words of a language."""

    def __init__(self, t: gettext.NullTranslations) -> None:
        self._, self.n, self.p = t.gettext, t.ngettext, t.pgettext

    def each(self, parts: Iterable[str]) -> str:
        """Join parts into a list as people say it."""
        *most, last = [*parts] or [self._("nothing")]
        both = self._("{some} and {last}")
        return both.format(some=", ".join(most), last=last) if most else last


class Teller(Speaker):
    """Fills the gaps of a sentence from an event; a field without a phrase is written as it is."""

    phrases: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {}
    score: ClassVar[str] = "{name} {points}"

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, box: Any = None
    ) -> None:
        super().__init__(t)
        self.event = event
        self.names = names
        self.box = box

    def __getitem__(self, gap: str) -> str:
        phrase = self.phrases.get(gap) or PHRASES.get(gap)
        if phrase is not None:
            return phrase(self, self.event)
        value = getattr(self.event, gap)
        return self.several(value) if isinstance(value, tuple) else str(value)

    def several(self, values: Sequence[Any]) -> str:
        """Put a field with several values into words."""
        return " ".join(map(str, values))

    def name(self, seat: int) -> str:
        """A player's name."""
        if 1 <= seat <= len(self.names):
            return self.names[seat - 1]
        return self._("Seat {seat}").format(seat=seat)

    def scores(self, x: g.Ended) -> str:
        """The points, best first."""
        order = [seat for tied in x.ranking for seat in tied if 0 < seat <= len(x.scores)]
        points = ((self.name(s), x.scores[s - 1]) for s in order)
        text = self._(self.score)
        return ", ".join(text.format(name=n, points="?" if p is None else p) for n, p in points)


PHRASES: dict[str, Callable[[Teller, Any], str]] = {
    "name": lambda t, x: t.name(x.seat),
    "seats": lambda t, x: t.each(s.name for s in x.seats),
    "players": lambda t, x: str(len(x.seats)),
    "changes": lambda t, x: str(len(x.patches)),
    "winners": lambda t, x: t.each(map(t.name, x.ranking[0])),
    "scores": lambda t, x: t.scores(x),
}

Sentence: TypeAlias = str | Callable[[Any, Any], str]
"""A text, or a function that returns one for an event; a teller fills its gaps."""
Sentences: TypeAlias = Mapping[type, Sentence]

SENTENCES: dict[type[g.Event], Callable[[Teller, Any], str]] = {
    g.Noted: lambda t, x: (
        t._("{name} remarks: {text}") if x.seat is not None else t._("Note: {text}")
    ),
    g.Retracted: lambda t, x: t._("Taken back: the game goes on from line {to}"),
    g.Adjusted: lambda t, x: t.n(
        "{changes} correction made by hand: {reason}",
        "{changes} corrections made by hand: {reason}",
        len(x.patches),
    ),
    g.Sealed: lambda t, x: t.n(
        "The log is sealed after {lines} line", "The log is sealed after {lines} lines", x.lines
    ),
}


def tell(t: Teller, sentences: Sentences) -> str:
    """Return the sentence for the teller's event, or its type if there is no sentence."""
    kind = type(t.event)
    sentence = sentences.get(kind) or SENTENCES.get(kind)
    if sentence is None:
        return g.tag(kind)
    text = t._(sentence) if isinstance(sentence, str) else sentence(t, t.event)
    # clean it once, at the end: names, remarks and even card names come from outside
    return safe(text.format_map(t))


def ended(reasons: Mapping[str, str], won: tuple[str, str]) -> Sentence:
    """Return the sentence for the end: why it ended and who won, or that it was broken off."""

    def sentence(t: Teller, x: g.Ended) -> str:
        why = reasons.get(x.reason)
        if why is None or not x.ranking:
            return t._("The game is broken off: {reason}")
        return f"{t._(why)}: {t.n(*won, len(x.ranking[0]))}"

    return sentence


class Telling:
    """Puts a game's events into sentences, in every language that has a catalogue."""

    def __init__(self, game: Game, sentences: Sentences, teller: type[Teller]) -> None:
        self.game, self.sentences, self.teller = game, sentences, teller

    def __call__(
        self, event: g.Event, names: Sequence[str], lang: str = "en", box: Any = None
    ) -> str:
        """Return the sentence for an event; `box` is the game's custom box, if it has one."""
        game = self.game
        t = translator(game.package, game.meta.name, lang)
        told = self.teller(event, names, t, game.box if box is None else box)
        return tell(told, self.sentences)
