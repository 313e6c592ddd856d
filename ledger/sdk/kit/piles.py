"""Drawing from a pile that is renewed when it runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ledger.kernel.state.piles import Pile


def portions(pile: Pile, count: int, renew: Callable[[], None]) -> Iterable[int]:
    """Return how many cards to draw at a time, `count` in total; an empty pile is renewed first.

    Draw them before asking for the next number. The total is less than `count` if `renew` runs out
    of cards.

    >>> pile, discards = Pile.of(["A", "B"]), ["C", "D"]
    >>> for n in portions(pile, 3, lambda: pile.shuffle_in(discards)):
    ...     pile.take_all([next(iter(pile.options())) for _ in range(n)] if n == 1 else ["A", "B"])
    >>> pile.size
    1
    """
    if 0 < count <= pile.size:  # usually there are enough
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
