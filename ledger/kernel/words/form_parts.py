"""The parts of a form: fields of a command, how words are read for them, and what may follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from .typed_words import Word, needs

Reader: TypeAlias = Callable[[Any, Word], Any]
"""Reads a word in a state of the game."""


class FormPart(NamedTuple):
    """A field of a command, how a word is read for it, and what is missing without one.

    With nothing to be missing, it can be left out. `several` takes all words that are left, or all
    behind a `key`; then `read` returns all that a word stands for. The key of a single word is
    written, but need not be typed. What is not text has a `write` that makes it text.
    """

    field: str
    read: Reader = lambda _, word: word.text.lower()
    missing: str = ""
    key: str = ""
    several: bool = False
    write: Callable[[Any], str] | None = None

    def values(self, s: Any, words: Iterable[Word]) -> tuple[Any, ...]:
        """Read several words."""
        return tuple(value for w in words for value in self.read(s, w))


def typed(
    read: Reader,
    missing: str = "",
    *,
    key: str = "",
    several: bool = False,
    write: Callable[[Any], str] | None = None,
) -> msgspec.Meta:
    """Say in a command's own type how one of its fields is typed: as a `FormPart` of its form."""
    return msgspec.Meta(extra={"typed": FormPart("", read, missing, key, several, write)})


class RestOfLine:
    """The words behind a verb, taken one after the other; those behind keywords are set apart."""

    def __init__(self, verb: Word, words: list[Word], keys: Mapping[str, FormPart]) -> None:
        self.last, self.words = verb, words
        self.keys: list[Word] = []
        self.behind: dict[str, list[Word]] = {}
        if keys:
            self.cut(keys)

    def cut(self, keys: Mapping[str, FormPart]) -> None:
        """Set words apart; a keyword that can miss nothing is one only if something follows it."""
        words = self.words
        here: list[Word] = []
        self.words = here
        names = [keyword(w) for w in words]
        for i, w in enumerate(words):
            key = keys.get(names[i])
            if key and (key.missing or (i + 1 < len(words) and names[i + 1] not in keys)):
                here = self.behind.setdefault(names[i], [])
                self.keys.append(w)
            else:
                here.append(w)

    def take(self, missing: str) -> Word:
        """Take the next word, which must be there."""
        if not self.words:
            raise needs(self.last, missing)
        self.last = self.words.pop(0)
        return self.last

    def skip(self, text: str) -> bool:
        """Take a word that may be there."""
        there = bool(self.words) and self.words[0].text.lower() == text
        if there:
            self.take(text)
        return there

    def rest(self, missing: str = "") -> list[Word]:
        """Take all words that are left; one must be, if it is said what is missing otherwise."""
        words, self.words = self.words, []
        if words:
            self.last = words[-1]
        elif missing:
            raise needs(self.last, missing)
        return words


class Clause(NamedTuple):
    """What a keyword says of a command: its parts, each with a word behind it.

    A part of which nothing can be missing is read from the keyword itself, as `port` or `without`.
    `rest` reads all of it in another way.
    """

    parts: tuple[FormPart, ...]
    rest: Callable[[Any, int, RestOfLine], Mapping[str, Any]] | None = None

    def read(self, s: Any, seat: int, line: RestOfLine) -> Mapping[str, Any]:
        """Read the words behind the keyword."""
        if self.rest is not None:
            return self.rest(s, seat, line)
        key, said = line.last, {}
        for part in self.parts:
            if part.several:
                said[part.field] = part.values(s, line.rest())
            else:
                said[part.field] = part.read(s, line.take(part.missing) if part.missing else key)
        return said

    @property
    def by_key(self) -> bool:
        """Whether the keyword itself says the first part."""
        return not self.parts[0].missing and not self.parts[0].several


def keyword(word: Word) -> str:
    """Return the keyword that a word is, if it is one: `pay` or `Pay:`."""
    return word.text.lower().rstrip(":")
