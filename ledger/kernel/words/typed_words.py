"""The words of a typed line: splitting, parsing and refusing them the same way in every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text, as_message, values_of
from ledger.kernel.text.suggest import did_you_mean

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s#]\S*')
_GLUED = 100
"""The maximum length of a word that may be a list written without spaces."""


class Word(NamedTuple):
    """A word in a line, and the column (from 1) where it starts."""

    text: str
    column: int

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


def split_words(text: str, column: int = 1) -> tuple[list[Word], str | None]:
    """Split a line into words and the comment after `#`."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "#":
            return words, text[at + 1 :].strip()
        else:
            m = _WORD.match(text, at)
            if m is None:  # an opening quote that is never closed
                m = re.compile(r"\S+").match(text, at)
            assert m is not None  # noqa: S101
            words.append(Word(m.group(), column + at))
            at = m.end()
    return words, None


def apart(words: Iterable[Word]) -> list[Word]:
    """Split words at the punctuation that people put between or after the items of a list.

    >>> [word.text for word in apart([Word("R5,R3;", 1)])]
    ['R5', 'R3']
    """
    out: list[Word] = []
    for w in words:
        text = w.text.rstrip("+.")  # inside a word + can be part of a name
        if w.text.startswith('"') or (text == w.text and "," not in text and ";" not in text):
            out.append(w)
            continue
        out += [Word(m.group(), w.column + m.start()) for m in re.finditer(r"[^,;]+", text)]
    return out


def read_verb(word: Word, verbs: Mapping[str, Sequence[str]]) -> str:
    """Return the verb that a word is a spelling of; raise `Malformed` if there is none."""
    text = word.text.lower()
    for verb, spellings in verbs.items():
        if text in spellings:
            return verb
    raise Malformed(
        "{text!r} isn't a move; write {verbs}",
        column=word.column,
        hint=partial(did_you_mean, text, tuple(verbs)),
        text=word.text,
        verbs=", ".join(verbs),
    )


def read_number(word: Word) -> int:
    """Parse a number; raise `Malformed` if it isn't one, or is absurdly large."""
    if not word.text.isdecimal() or len(word.text) > 9:
        raise Malformed(
            "{text!r} isn't a number; write 1, 2, …", column=word.column, text=word.text[:20]
        )
    return int(word.text)


class Unknown(Malformed):
    """There is nothing with that name; `known` lists what there is."""

    known: Sequence[str] = ()


def unknown(word: Word, what: Text, known: Iterable[str]) -> Unknown:
    """Return the error for an unknown name, which lists the known ones."""
    names = list(known)
    error = Unknown(
        "{text!r} isn't a {what}; write one of {names}",
        column=word.column,
        hint=partial(did_you_mean, word.text, names),
        text=word.text,
        what=as_message(what, {}),
        names=", ".join(names),
    )
    error.known = names
    return error


def needs(word: Word, what: Text) -> Malformed:
    """Return the error for something missing after a word.

    >>> raise needs(Word("buy", 1), "a card")
    Traceback (most recent call last):
    ledger.kernel.errors.Malformed: 4: a card is missing after `buy`
    """
    return Malformed(
        "{what} is missing after `{text}`",
        column=word.end,
        what=as_message(what, {}),
        text=word.text,
    )


def expect(
    ok: object, word: Word, sentence: Text, known: Iterable[str] = (), **values: object
) -> None:
    """Raise `Malformed` at a word unless a condition holds; the hint is the nearest of `known`."""
    if not ok:
        raise Malformed(
            as_message(sentence, values),
            column=word.column,
            hint=partial(did_you_mean, word.text, tuple(known)),
        )


def nothing_more(words: Sequence[Word]) -> None:
    """Raise `Malformed` if there are words left over."""
    if words:
        first = words[0]
        raise Malformed(
            "{word!r} doesn't belong here: leave it out, or write # before a remark",
            column=first.column,
            word=first.text,
        )


def unglued(text: str, known: Iterable[str]) -> list[str] | None:
    """Split `RRCYC` or `R5R3` into known names, if there is exactly one way to do so; else return
    None.

    Names that are numbers always have spaces between them: `1011` isn't 10 and 11.
    """
    low = text.lower()
    if len(low) > _GLUED:
        return None
    names, lengths = _spellings(tuple(known))
    ways: list[list[list[str]]] = [[[]]]
    for end in range(1, len(low) + 1):
        here: list[list[str]] = []
        for length in lengths:
            own = names.get(low[end - length : end]) if length <= end else None
            if own is not None:
                here += [[*way, own] for way in ways[end - length]]
        ways.append(here[:2])  # two ways are as ambiguous as many
    return ways[-1][0] if len(ways[-1]) == 1 else None


@lru_cache(maxsize=64)
def _spellings(known: tuple[str, ...]) -> tuple[dict[str, str], list[int]]:
    """Return the names that can be written without spaces, by lower case, and their lengths."""
    names = {name.lower(): name for name in known if name and not name.isdecimal()}
    return names, sorted({len(name) for name in names})


def mentioned(message: Message) -> list[str]:
    """Return the words in the values of a message, in lower case.

    If it has no values, as in games written for 0.2, return every word in its text.
    """
    values = " ".join(map(str, values_of(message))) or str(message)
    return re.findall(r"[\w$:-]+", values.lower())


def blamed(message: Message, words: list[Word]) -> int:
    """Return the column of the first word that a message mentions, or else of the first word."""
    at = {w.text.strip(",*").lower(): w.column for w in reversed(words[1:])}
    return next((at[x] for x in (*mentioned(message), "?") if x in at), words[0].column)
