"""Cards and tiles typed by description: `take yellow 2`, `reveal 1 red token`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ledger.kernel.boxes.component import Component
from ledger.kernel.boxes.descriptions import DescriptionIndex
from ledger.kernel.errors import Ambiguous
from ledger.kernel.game.game import Game
from ledger.kernel.text.translations import languages
from ledger.kernel.words.typed_words import Word, apart

from .quoting import unescape

_LONGEST = 40
"""The maximum number of words in a description."""
_MOST = 200
"""The maximum number of words in which to look for descriptions: nobody types a longer line."""
_LISTED = 6
"""The number of components listed in a message when a description fits several."""


def by_name(
    words: Sequence[Word],
    is_name: Callable[[Word], bool],
    game: Game,
    may_be: Callable[[Component, int], bool],
    box: Any = None,
) -> list[Word]:
    """Replace descriptions among words with names; commas and quotes can separate them.

    `may_be` says whether a component could be meant, given how many of it are already named. Words
    that are neither a name nor a description stay as they are.
    """
    plain = apart(words)
    if len(plain) > _MOST or all(is_name(w) for w in plain):
        return plain
    *_, named = one_by_one(words, is_name, game, may_be, box)
    return named


def one_by_one(
    words: Sequence[Word],
    is_name: Callable[[Word], bool],
    game: Game,
    may_be: Callable[[Component, int], bool],
    box: Any = None,
) -> Iterator[list[Word]]:
    """Yield the words as they are, then with one description after another replaced by a name."""
    out: list[Word] = []
    runs = [*_runs(words)]
    every = ("en", *languages(game.package))
    indexes = [DescriptionIndex(game.components(lang, box)) for lang in every]
    yield [w for run in runs for w in run]
    for i, run in enumerate(runs, 1):
        at = 0
        while at < len(run):
            fits: list[Component] = []
            n = 1
            if not is_name(run[at]):
                named = Counter(w.text for w in out)
                fits, n = _longest(run[at:], indexes, partial(_can_be, may_be, named))
            out.append(_the_one(fits, run[at : at + n]) if fits else run[at])
            at += n
            if fits:
                yield [*out, *run[at:], *(w for later in runs[i:] for w in later)]


def _can_be(may_be: Callable[[Component, int], bool], named: Counter[str], x: Component) -> bool:
    return may_be(x, named[x.id])


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the words between commas; a quoted string is a group by itself."""
    run: list[Word] = []
    for word in words:
        quoted = len(word.text) > 1 and word.text[0] == word.text.rstrip(",;")[-1] == '"'
        parts = [word] if quoted else apart([word])
        if quoted and run:
            yield run
            run = []
        run += parts
        if quoted or word.text[-1] in ",;":
            yield run
            run = []
    if run:
        yield run


def _longest(
    words: Sequence[Word],
    indexes: Sequence[DescriptionIndex],
    may_be: Callable[[Component], bool],
) -> tuple[list[Component], int]:
    """Return the components described by the longest possible run of words, and its length."""
    best: list[Component] = []
    longest = 0
    texts = [unescape(w.text) for w in words[:_LONGEST]]
    for index in indexes:
        fits, n = index.longest(texts, may_be)
        if n > longest:
            best, longest = fits, n
    return best, longest or 1


def _the_one(fits: Sequence[Component], words: Sequence[Word]) -> Word:
    """Return the name of what was described; if the candidates are identical, that of the first."""
    if len({x.text for x in fits}) == 1:
        return Word(fits[0].id, words[0].column)
    text = " ".join(w.text for w in words)
    some = ", ".join(f"{x.id} ({x.text})" for x in fits[:_LISTED])
    raise Ambiguous(
        "{text!r} could be {some} and {more} more"
        if len(fits) > _LISTED
        else "{text!r} could be {some}",
        column=words[0].column,
        text=text,
        some=some,
        more=len(fits) - _LISTED,
    )
