"""The parts of a form: fields of a command, how words are read for them, and clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from .typed_words import Word, needs

Reader: TypeAlias = Callable[[Any, Word], Any]
"""Parses a word, given a state of the game."""


class FormPart(NamedTuple):
    """A field of a command, how a word is read for it, and what to report if it is missing.

    Without `missing`, it can be left out. `several` takes all remaining words, or all words after a
    `key`; then `read` returns all values that a word contains. The key of a single word is always
    written, but doesn't have to be typed. If values aren't strings, `write` converts them.
    """

    field: str
    read: Reader = lambda _, word: word.text.lower()
    missing: str = ""
    key: str = ""
    several: bool = False
    write: Callable[[Any], str] | None = None

    def values(self, s: Any, words: Iterable[Word]) -> tuple[Any, ...]:
        """Parse several words."""
        return tuple(value for w in words for value in self.read(s, w))


def typed(
    read: Reader,
    missing: str = "",
    *,
    key: str = "",
    several: bool = False,
    write: Callable[[Any], str] | None = None,
) -> msgspec.Meta:
    """Declare in a command's own type how one of its fields is typed, as a `FormPart`.

    >>> class Pay(Command):
    ...     metal: Annotated[str, typed(name_in("metals", "metal"), "a metal")]
    """
    return msgspec.Meta(extra={"typed": FormPart("", read, missing, key, several, write)})


class RestOfLine:
    """The words after a verb, taken one by one; words that follow keywords are kept separately.

    `names` are the players', as far as they are known.
    """

    def __init__(
        self,
        verb: Word,
        words: list[Word],
        keys: Mapping[str, FormPart],
        names: Sequence[str] = (),
    ) -> None:
        self.last, self.words, self.names = verb, words, names
        self.keys: list[Word] = []
        self.behind: dict[str, list[Word]] = {}
        if keys:
            self.cut(keys)

    def cut(self, keys: Mapping[str, FormPart]) -> None:
        """Separate the words after keywords; an optional keyword counts only if something follows
        it.
        """
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
        """Take the next word; raise `Malformed` if there is none."""
        if not self.words:
            raise needs(self.last, missing)
        self.last = self.words.pop(0)
        return self.last

    def skip(self, text: str) -> bool:
        """Take the next word if it is this one, and return whether it was."""
        there = bool(self.words) and self.words[0].text.lower() == text
        if there:
            self.take(text)
        return there

    def rest(self, missing: str = "") -> list[Word]:
        """Take all remaining words; raise `Malformed` if there are none and `missing` is given."""
        words, self.words = self.words, []
        if words:
            self.last = words[-1]
        elif missing:
            raise needs(self.last, missing)
        return words


class Clause(NamedTuple):
    """What follows a keyword: parts of the command, one word for each.

    A part without `missing` is read from the keyword itself, such as `port` or `without`. `rest`
    replaces all this with a function.
    """

    parts: tuple[FormPart, ...]
    rest: Callable[[Any, int, RestOfLine], Mapping[str, Any]] | None = None

    def read(self, s: Any, seat: int, line: RestOfLine) -> Mapping[str, Any]:
        """Parse the words after the keyword."""
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
        """Whether the keyword itself is the value of the first part."""
        return not self.parts[0].missing and not self.parts[0].several


def keyword(word: Word) -> str:
    """Return a word in the form of a keyword: `pay` for `Pay:`.

    >>> keyword(Word("Pay:", 1))
    'pay'
    """
    return word.text.lower().rstrip(":")
