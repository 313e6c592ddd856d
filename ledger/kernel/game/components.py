"""What lies in a game's box, piece by piece: how it is typed, how many there are, what it is."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ledger.kernel.text.accents import unaccented

if TYPE_CHECKING:
    from .interface import Game


class Component(NamedTuple):
    """A kind of card, tile or face of a die.

    `id` is how it is typed, `sort` the heading below which it is listed, `copies` how many there
    are, `name` what people call it, and `means` what it does. `slot`: the result of chance in which
    it comes.
    """

    sort: str
    id: str
    copies: int = 1
    name: str = ""
    means: str = ""
    slot: str = ""

    @property
    def text(self) -> str:
        """What it is, in words."""
        return "; ".join(filter(None, (self.name, self.means)))


def from_chance(game: Game) -> Iterator[Component]:
    """Yield what a set-up can bring, for a game that doesn't tell its components itself.

    Of what they are, it is known what the box says.
    """
    found = _possible(game)
    told = _entries(msgspec.to_builtins(game.box))
    for slot, options in found.items():
        for id, count in options.items():
            yield Component(slot, id, count, means=told.get(id, ""), slot=slot)
    if not found:
        setup = game.make_setup(game.box, game.meta.players[0], game.options())
        for id, count in game.pieces(game.start_with(setup)).items():
            yield Component("pieces", id, count, means=told.get(id, ""))


def _possible(game: Game) -> dict[str, dict[str, int]]:
    """Return what could come in each slot of a trial set-up, with how many there are at most."""
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.play.chance import Seeded
    from ledger.kernel.play.decide import Decision

    found: dict[str, dict[str, int]] = {}

    class Noting(Seeded):
        """Chance that notes what could have come."""

        def draw(self, pile: Any, count: int, slot: str, *more: Any) -> list[str | None]:
            here = found.setdefault(slot, {})
            for id, n in pile.unseen().items():
                here[id] = max(n, here.get(id, 0))
            return super().draw(pile, count, slot, *more)

        def roll(self, faces: Sequence[str], count: int, slot: str, *more: Any) -> list[str]:
            if slot not in game.seat_slots:
                found.setdefault(slot, {}).update(Counter(faces))
            return super().roll(faces, count, slot, *more)

    setup = game.make_setup(game.box, game.meta.players[0], game.options())
    try:
        game.begin(Decision(game, game.start_with(setup), Noting(1)))
    except LedgerError:  # a box may have too few pieces
        found.clear()
    return found


def _entries(data: Any) -> dict[str, str]:
    """Return what a box says about each entry with an id."""
    if isinstance(data, Mapping):
        out = {k: text for value in data.values() for k, text in _entries(value).items()}
        if isinstance(data.get("id"), str):
            said = (f"{k} {_plain(v)}" for k, v in data.items() if k not in ("id", "provenance"))
            out[data["id"]] = ", ".join(said)
        return out
    if isinstance(data, list | tuple):
        return {k: text for value in data for k, text in _entries(value).items()}
    return {}


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{v} {k}" for k, v in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


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
