"""Finding components by what people say about them."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable

from ledger.kernel.text.accents import unaccented

from .component import Component


def described(text: str, known: Iterable[Component]) -> list[Component]:
    """Return the components that a description fits best; none if it fits none.

    It may be the name, or the first part of the text, or words of it in their order or any other.
    """
    typed = _words(text)
    if not typed:
        return []
    best: list[Component] = []
    rank = _UNFIT
    for x in known:
        here = _rank(typed, x)
        if here < rank:
            best, rank = [], here
        if here == rank < _UNFIT:
            best.append(x)
    return best


_UNFIT = 5
"""The rank of what words don't describe."""


def _rank(typed: tuple[str, ...], x: Component) -> int:
    """Return how well words describe a component: 0 if they are its name."""
    every = _words(x.text)
    if typed in (_words(x.name), every, _words(x.text.partition(";")[0])):
        return 0
    at = f" {' '.join(every)} ".find(f" {' '.join(typed)} ")
    if at >= 0:
        return 1 if at == 0 else 2
    left = iter(every)
    if all(word in left for word in typed):
        return 3
    return _UNFIT if Counter(typed) - Counter(every) else 4


def are_words_of(text: str, known: tuple[Component, ...]) -> bool:
    """Whether all words of a text stand in the texts of components."""
    return _vocabulary(known).issuperset(_words(text))


@functools.lru_cache(maxsize=16)
def _vocabulary(known: tuple[Component, ...]) -> frozenset[str]:
    return frozenset(word for x in known for word in _words(x.text))


@functools.lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text for comparison: one or many are the same."""
    return tuple(w.removesuffix("s") or w for w in re.findall(r"\w+|\$", unaccented(text)))
