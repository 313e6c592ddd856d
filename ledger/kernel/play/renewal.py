"""Drawing from a pile that is renewed when it is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .piles import Pile


def portions(pile: Pile, count: int, renew: Callable[[], None]) -> Iterable[int]:
    """Return how many cards to draw at a time, so many in all; an empty pile is renewed first.

    They are drawn before the next number is asked for. If `renew` brings no card, it is over.
    """
    if 0 < count <= pile.size:  # mostly there are enough
        return (count,)
    return _renewed(pile, count, renew)


def _renewed(pile: Pile, count: int, renew: Callable[[], None]) -> Iterator[int]:
    while count:
        if not pile.size:
            renew()
        n = min(count, pile.size)
        if not n:
            return
        yield n
        count -= n
