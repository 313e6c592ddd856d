"""Words of a typed line, and what every game says alike of one that means nothing here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ledger.kernel.errors import Malformed

_NEAR = 0.74
_GLUED = 100
"""Characters of a word that may be a list written without blanks."""


class Word(NamedTuple):
    """A word of a line and the column (from 1) where it starts."""

    text: str
    column: int

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)


def apart(words: Iterable[Word]) -> list[Word]:
    """Cut words at the signs that people put between the things of a list, or behind it."""
    out: list[Word] = []
    for w in words:
        text = w.text.rstrip("+.")  # inside a word + can be part of a name
        out += [Word(m.group(), w.column + m.start()) for m in re.finditer(r"[^,;]+", text)]
    return out


def read_verb(word: Word, verbs: Mapping[str, Sequence[str]]) -> str:
    """Return the verb for which a word stands."""
    text = word.text.lower()
    for verb, spellings in verbs.items():
        if text in spellings:
            return verb
    raise Malformed(
        f"{word.text!r} is no move; write {', '.join(verbs)}",
        column=word.column,
        hint=did_you_mean(text, verbs),
    )


def read_number(word: Word) -> int:
    """Read a number of a size that games have."""
    if not word.text.isdecimal() or len(word.text) > 9:
        raise Malformed(f"{word.text[:20]!r} is no number; write 1, 2, …", column=word.column)
    return int(word.text)


class Unknown(Malformed):
    """Nothing is called so; `known` is what there is."""

    known: Sequence[str] = ()


def unknown(word: Word, what: str, known: Iterable[str]) -> Unknown:
    """Say that nothing is called so, and what there is."""
    names = list(known)
    error = Unknown(
        f"{word.text!r} is no {what}; there are {', '.join(names)}",
        column=word.column,
        hint=did_you_mean(word.text, names),
    )
    error.known = names
    return error


def needs(word: Word, what: str) -> Malformed:
    """Say what is missing behind a word."""
    return Malformed(f"{what} is missing behind `{word.text}`", column=word.end)


def nothing_more(words: Sequence[Word]) -> None:
    """Refuse words that mean nothing where they stand."""
    if words:
        first = words[0]
        say = f"{first.text!r} is too much here: leave it out, or write # before a remark"
        raise Malformed(say, column=first.column)


def unglued(text: str, known: Iterable[str]) -> list[str] | None:
    """Cut `RRCYC` or `R5R3` into known names, if there is exactly one way to do so."""
    low = text.lower()
    if len(low) > _GLUED:
        return None
    names = {name.lower(): name for name in known if name}
    ways: list[list[list[str]]] = [[[]]]
    for end in range(1, len(low) + 1):
        here: list[list[str]] = []
        for name, own in names.items():
            if len(name) <= end and low.endswith(name, 0, end):
                here += [[*way, own] for way in ways[end - len(name)]]
        ways.append(here[:2])  # two ways are as bad as many
    return ways[-1][0] if len(ways[-1]) == 1 else None


def did_you_mean(typed: str, known: Iterable[str]) -> str | None:
    """Name the known word that was probably meant."""
    near = nearest(typed, known)
    return f"did you mean {near}?" if near else None


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the text that is much like a typed one, unless two are equally like it."""
    matcher = SequenceMatcher(b=typed.lower())
    best: tuple[float, str | None] = (_NEAR, None)
    for text in dict.fromkeys(known):
        matcher.set_seq1(text.lower())
        if matcher.real_quick_ratio() >= best[0] and matcher.quick_ratio() >= best[0]:
            ratio = matcher.ratio()
            if ratio > best[0]:
                best = (ratio, text)
            elif ratio == best[0]:
                best = (ratio, None)
    return best[1]
