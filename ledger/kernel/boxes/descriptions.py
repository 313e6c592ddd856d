"""Finding components by how people describe them."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ledger.kernel.text.accents import unaccented

from .component import Component

WordsOf = Callable[[str], tuple[str, ...]]


def described(text: str, known: Iterable[Component]) -> list[Component]:
    """Return the components that a description fits best; an empty list if it fits none.

    The description can be the name, or the first part of the text, or some of its words in any
    order. If nothing has these words, other endings of them will do: `rossa`, `rosse`.
    """
    among = [*known]
    return _best(text, among, _words) or _best(text, among, _stems)


def _best(text: str, known: Sequence[Component], words_of: WordsOf) -> list[Component]:
    typed = words_of(text)
    if not typed:
        return []
    best: list[Component] = []
    rank = _UNFIT
    for x in known:
        here = _rank(typed, x, words_of)
        if here < rank:
            best, rank = [], here
        if here == rank < _UNFIT:
            best.append(x)
    return best


_UNFIT = 5
"""The rank of a component that a description doesn't fit."""


def _rank(typed: tuple[str, ...], x: Component, words_of: WordsOf) -> int:
    """Return how well words describe a component, where 0 is best."""
    every = words_of(x.text)
    if typed in (words_of(x.name), every, words_of(x.text.partition(";")[0])):
        return 0
    at = f" {' '.join(every)} ".find(f" {' '.join(typed)} ")
    if at >= 0:
        return 1 if at == 0 else 2
    left = iter(every)
    if all(word in left for word in typed):
        return 3
    return _UNFIT if Counter(typed) - Counter(every) else 4


class DescriptionIndex:
    """Finds which components a text begins by describing, fast even when there are many of them."""

    def __init__(self, known: Iterable[Component]) -> None:
        self._by_word: dict[str, list[tuple[Component, Counter[str]]]] = {}
        for x in known:
            counted = Counter(_stems(x.text))
            for word in counted:
                self._by_word.setdefault(word, []).append((x, counted))

    def longest(
        self, texts: Sequence[str], may_be: Callable[[Component], bool]
    ) -> tuple[list[Component], int]:
        """Find the components that as many of the first texts as possible describe together.

        Return them with the number of texts used, considering only components that `may_be` allows.
        If there are none, the number is 0.
        """
        left: list[tuple[Component, Counter[str]]] | None = None
        typed: Counter[str] = Counter()
        found: list[Component] = []
        longest = 0
        for n, text in enumerate(texts, 1):
            words = _stems(text)
            if not all(word in self._by_word for word in words):
                break
            typed.update(words)
            if left is None and words:
                left = [x for x in self._by_word[words[0]] if may_be(x[0])]
            if left is not None:
                left = [x for x in left if all(x[1][word] >= typed[word] for word in words)]
                if not left:
                    break
                found, longest = [x for x, _ in left], n
        return described(" ".join(texts[:longest]), found), longest


def are_words_of(text: str, known: tuple[Component, ...]) -> bool:
    """Whether every word in a text occurs in the texts of some components."""
    return _vocabulary(known).issuperset(_stems(text))


@functools.lru_cache(maxsize=16)
def _vocabulary(known: tuple[Component, ...]) -> frozenset[str]:
    return frozenset(word for x in known for word in _stems(x.text))


@functools.lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words in a text, normalised for comparison: singular and plural are the same."""
    return tuple(w.removesuffix("s") or w for w in re.findall(r"\w+|\$", unaccented(text)))


_ENDING = re.compile(
    r"(?<=\w{3})(?:iego|ego|iemu|emu|iej|ich|imi|ych|ymi|ej|im|ym|ie|ia|y|a|e|i|o)$"
)
"""How adjectives and nouns end in Polish and Italian, without accents, after at least 3 letters."""


@functools.lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[str, ...]:
    """Return the words in a text without their endings."""
    return tuple(_ENDING.sub("", word) for word in _words(text))
