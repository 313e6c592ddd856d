"""Guessing what an unknown word was meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from ledger.kernel.message import Message, Text

_NEAR = 0.74


def did_you_mean(typed: str, known: Iterable[str]) -> Message | None:
    """Return a hint with the known word that was probably meant."""
    near = nearest(typed, known)
    return Message("did you mean {near}?", near=near) if near else None


def either(names: Sequence[str]) -> Text:
    """Return names as a choice: one or another; "" if there are none."""
    if not names:
        return ""
    choice: Text = names[0]
    for name in names[1:]:
        choice = Message("{some} or {other}", some=choice, other=name)
    return choice


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known text most like the typed one, if it is close and no other is as close."""
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
