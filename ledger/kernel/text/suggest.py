"""Guessing what was meant by an unknown word."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from ledger.kernel.message import Message, Text

_NEAR = 0.74
_PAIRS = 100_000
"""How many pairs of letters to compare when looking for the most similar of many strings."""


def did_you_mean(typed: str, known: Iterable[str]) -> Message | None:
    """Return a hint with the known word that was probably meant, or None."""
    near = nearest(typed, known)
    return Message("did you mean {near}?", near=near) if near else None


def either(names: Sequence[str]) -> Text:
    """Return names as a choice, "a or b"; "" if there are none."""
    if not names:
        return ""
    choice: Text = names[0]
    for name in names[1:]:
        choice = Message("{some} or {other}", some=choice, other=name)
    return choice


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known string most similar to the typed one; None if none is close or two are
    equally so.

    Those with the most letters in common are compared first, and only until a limit is reached.
    """
    low = typed.lower()
    matcher, letters = SequenceMatcher(b=low), Counter(low)
    alike: list[tuple[float, str, str]] = []
    for text in dict.fromkeys(known):
        own = text.lower()
        most = _most_alike(len(low), letters, own)
        if most >= _NEAR:
            alike.append((most, own, text))
    alike.sort(key=operator.itemgetter(0), reverse=True)
    best: tuple[float, str | None] = (_NEAR, None)
    pairs = 0
    for most, own, text in alike:
        pairs += len(low) * len(own)
        if most < best[0] or pairs > _PAIRS:
            break
        matcher.set_seq1(own)
        ratio = matcher.ratio()
        if ratio > best[0]:
            best = (ratio, text)
        elif ratio == best[0]:
            best = (ratio, None)
    return best[1]


def _most_alike(length: int, letters: Counter[str], text: str) -> float:
    """Return an upper bound for the similarity of two strings, from their lengths and letters."""
    both = length + len(text)
    if not both or 2 * min(length, len(text)) < _NEAR * both:
        return 0.0
    same = sum(min(n, letters[ch]) for ch, n in Counter(text).items())
    return 2 * same / both
