"""Messages in the reader's language.

A message is written once, in English, where it arises: that is what logs, the API and programs get.
Only where a person reads it is it told in another language, and for that we find out which one it
is. The catalogues have every message with its gaps, in the context `message`: `there is no {card}
in the Market`. What stands in a gap may be a message again, or a word of a game.

A message of few letters (`{first} and {last}`) is one only inside of another, or around a longer
one: otherwise a text that was told already, in which such a word means something else (`to` in
Polish), would be told a second time.

A gap that has several values (`seat {seat} …, not seat {seat}`) is filled in their order. In a
translation, `{count:karta|karty|kart}` chooses the form that goes with the number in a gap.
"""

from __future__ import annotations

import functools
import gettext
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.game.registry import loaded
from ledger.kernel.packages import files_of
from ledger.kernel.text.translations import PSEUDO, catalogue_in, circled

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CONTEXT = "message"
"""The context of messages in the catalogues."""
_GAP = re.compile(r"{(\w*)}")
_FILLED = re.compile(r"{(\w*)(?::([^{}]*))?}")
_JOINT = re.compile(
    r"(^ +|(?<=`) |(?<=\?) | {2,}|; |: |\. (?=[A-Z])|, (?=and |but )| \((?=\w)|\)|\n *)"
)
"""What stands between messages that were put together."""
_DEEP = 6
_MOST, _WIDE = 40, 6
"""Of how many parts a text is made at most, and a message that has joints of its own."""
_LETTERS = 4
"""How many letters a message has at least that nothing else is taken for."""


def in_language(text: str, lang: str) -> str:
    """Return a message in a language; what isn't one stays as it is."""
    return text if lang == "en" or not text else _Reader(lang).told(text)


class _Message(NamedTuple):
    """A message of a catalogue: the pieces around its gaps, their names, and its translation."""

    text: str
    translation: str
    pieces: tuple[str, ...]
    names: tuple[str, ...]
    catalogue: gettext.NullTranslations

    @property
    def letters(self) -> int:
        """How many letters are always in it."""
        return sum(sign.isalpha() for piece in self.pieces for sign in piece)

    def read(self, text: str) -> list[str] | None:
        """Return what stands in the gaps if this is the message; else nothing."""
        first, *between, last = self.pieces
        at, end = len(first), len(text) - len(last)
        if at > end or not text.startswith(first) or not text.endswith(last):
            return None
        values = []
        for piece in between:
            found = text.find(piece, at, end)
            if found < 0:
                return None
            values.append(text[at:found])
            at = found + len(piece)
        return [*values, text[at:end]]


class _Reader:
    """Finds out which messages a text is made of."""

    def __init__(self, lang: str) -> None:
        games = loaded()
        homes = tuple((g.package, g.meta.name) for g in games)
        self.messages = _messages(lang, homes)
        self.words = [] if lang == PSEUDO else [g.words.words_in(lang) for g in games]

    def told(self, text: str, depth: int = 0, *, inside: bool = False) -> str:
        """Return a text in the language; `inside` if it stands in the gap of a message."""
        known = self._message(text, depth, inside=inside)
        if known is None and inside:
            known = self._word(text)
        return known or self._parts(text, depth) or text

    def _message(self, text: str, depth: int, *, inside: bool = False) -> str | None:
        whole = self.messages.whole.get(text)
        if whole is not None or depth > _DEEP:
            return whole
        for message in self.messages.gapped:
            values = message.read(text)
            if values is None:
                continue
            if not inside and message.letters < _LETTERS:
                within = (self._message(x, depth + 1) for x in values)
                if all(x is None for x in within):
                    continue
            return self._fill(message, values, depth + 1)
        return None

    def _fill(self, message: _Message, values: Sequence[str], depth: int) -> str:
        given: dict[str, list[str]] = {}
        for name, value in zip(message.names, values, strict=True):
            given.setdefault(name, []).append(value)
        used: dict[str, int] = {}

        def fill(gap: re.Match[str]) -> str:
            name, forms = gap[1], gap[2]
            if name not in given:
                return gap[0]
            at = used.get(name, 0)
            if forms is not None:  # it goes with the number that was told before it
                value = given[name][max(at - 1, 0)]
                return _form(message.catalogue, forms.split("|"), value)
            used[name] = at + 1
            value = given[name][min(at, len(given[name]) - 1)]
            typed = message.translation.count("`", 0, gap.start()) % 2
            return value if typed else self.told(value, depth, inside=True)

        return _FILLED.sub(fill, message.translation)

    def _parts(self, text: str, depth: int) -> str | None:
        """Return a text that was put together, if at least one part of it is a message."""
        parts = _JOINT.split(text)  # every second one stands between two others
        if depth > _DEEP or not 1 < len(parts) <= 2 * _MOST:
            return None
        out, at, found = "", 0, False
        while at < len(parts):
            for end in range(min(at + 2 * _WIDE - 1, len(parts)), at, -2):
                told = self._message("".join(parts[at:end]), depth + 1)
                if told is not None:
                    out, at, found = out + told, end, True
                    break
            else:
                out, at = out + parts[at], at + 1
            if at < len(parts) and at % 2:
                out, at = out + parts[at], at + 1
        return out if found else None

    def _word(self, text: str) -> str | None:
        """Return a word of a game, with or without its article; anything else is data."""
        for words in self.words:
            if text in words:
                return words[text]
        found = (self.messages.whole.get(f"{article} {text}") for article in ("a", "an", "the"))
        return self.messages.words.get(text) or next(filter(None, found), None)


class _Messages(NamedTuple):
    whole: dict[str, str]
    gapped: list[_Message]
    """Those with gaps; the ones that say most come first."""
    words: dict[str, str]
    """Words of games: what is asked, what there is."""


@functools.lru_cache(maxsize=8)
def _messages(lang: str, games: tuple[tuple[str, str], ...]) -> _Messages:
    whole: dict[str, str] = {}
    words: dict[str, str] = {}
    gapped: list[_Message] = []
    homes = [(files_of(package), domain, True) for package, domain in games]
    homes += [(folder, folder.name, False) for folder in _rooms()]
    for home, domain, of_game in homes:
        found = catalogue_in(home, domain, "pl" if lang == PSEUDO else lang)
        known: dict[object, str] = getattr(found, "_catalog", {})
        for key, translation in known.items():
            context, _, text = str(key).rpartition("\x04")
            told = circled(text) if lang == PSEUDO else translation
            if not context and of_game and isinstance(key, str):
                words.setdefault(text, told)
            if context != CONTEXT or not text:
                continue
            names = tuple(_GAP.findall(text))
            if names:
                pieces = tuple(_GAP.sub("\0", text).split("\0"))
                gapped.append(_Message(text, told, pieces, names, found))
            else:
                whole.setdefault(text, told)
    gapped.sort(key=lambda m: -sum(map(len, m.pieces)))
    return _Messages(whole, gapped, words)


def _rooms() -> Iterator[Traversable]:
    """Yield the folders of the program that have catalogues; some need what isn't installed."""
    for folder in sorted(files_of("ledger").iterdir(), key=lambda x: x.name):
        if folder.joinpath("locale").is_dir():
            yield folder


def _form(catalogue: gettext.NullTranslations, forms: Sequence[str], value: str) -> str:
    """Return the form that goes with a number; the last one with anything else."""
    digits = value.replace(",", "").strip()
    if not digits.isdecimal():
        return forms[-1]
    chosen: int = getattr(catalogue, "plural")(int(digits))  # noqa: B009
    return forms[min(chosen, len(forms) - 1)]
