"""Face-down piles in unknown order, and which cards can still be in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.kernel.errors import Impossible

Card = str
Unknown = None
"""A card that nobody saw: `None` in events and states, `?` in notation."""


def _not_on_top(card: str | None) -> Impossible:
    return Impossible("{card} can't be on top of the pile: there are none left in it", card=card)


@dataclass(slots=True)
class Segment:
    """`count` cards in unknown order: the ones in `fixed` for certain, the rest from a pool."""

    pool: int
    count: int
    fixed: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Pile:
    """A pile: segments from top to bottom, and the pools of cards that can be in them.

    A pool holds every card that nobody can see: in a segment, or in a hidden zone whose cards were
    drawn from it. A draw that is seen reduces both the count and the pool; an unseen one reduces
    only the count, so a hidden zone shares the candidates with the segment that it came from.
    """

    segments: list[Segment] = field(default_factory=list)
    pools: list[dict[str, int]] = field(default_factory=list)

    @classmethod
    def of(cls, cards: Mapping[str, int] | Iterable[str]) -> Pile:
        """Return a shuffled pile of these cards, given as counts, or listed one by one."""
        pile = cls()
        pile.shuffle(Counter(cards))
        return pile

    @property
    def size(self) -> int:
        """How many cards can still be drawn."""
        n = 0
        for s in self.segments:
            n += s.count
        return n

    def unseen(self) -> Counter[str]:
        """Count the cards that can be face down, here or in hidden zones."""
        out: Counter[str] = Counter()
        for pool in self.pools:
            out.update(pool)
        for s in self.segments:
            out.update(s.fixed)
        return out

    def shuffle_in(self, cards: Iterable[str]) -> None:
        """Shuffle cards and put them under the pile, as a separate segment."""
        counts: dict[str, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        self.shuffle(counts)

    def shuffle(self, counts: Mapping[str, int]) -> None:
        """Shuffle the given number of each card and put them under the pile."""
        if n := sum(counts.values()):
            self.pools.append(dict(counts))
            self.segments.append(Segment(len(self.pools) - 1, n))

    def put_under(self, card: str) -> None:
        """Put a card that everyone has seen at the bottom."""
        self.segments.append(Segment(-1, 1, {card: 1}))

    def options(self) -> dict[str, int]:
        """Return the possible top cards with their weights; empty if the pile is."""
        top = self._top()
        if top is None:
            return {}
        certain = sum(top.fixed.values())
        free = top.count - certain
        pool = self.pools[top.pool] if free else {}
        total = sum(pool.values())
        if not certain:
            return {c: n for c, n in pool.items() if n}
        # odds to be on top: 1 in count for a fixed card, free/count * n/total for one of the pool
        out = {c: n * max(total, 1) for c, n in top.fixed.items()}
        for c, n in pool.items():
            if n:
                out[c] = out.get(c, 0) + n * free
        return out

    def known(self, count: int) -> tuple[str, ...] | None:
        """Return the next cards if everyone knows them and they are all the same, else None.

        They were put under it in the open, or it never had any other card.
        """
        names, top = self.names(), self._top()
        if len(names) == 1:
            return (*names,) * count if self.size >= count else None
        if top is None or len(top.fixed) != 1 or not sum(top.fixed.values()) == top.count >= count:
            return None
        return (*top.fixed,) * count

    def names(self) -> set[str]:
        """Return the names of all cards that are or have been in this pile."""
        known = {card for pool in self.pools for card in pool}
        return known.union(*(segment.fixed for segment in self.segments))

    def take(self, card: str | None) -> int:
        """Remove the top card (None: unseen) and return the pool it belongs to (-1: none).

        Raises `Impossible` if this can't be the top card.
        """
        segments = self.segments
        if segments and (top := segments[0]).count and not top.fixed:  # the usual case
            if card is not None:
                pool = self.pools[top.pool]
                left = pool.get(card, 0) - 1
                if left < 0:
                    raise _not_on_top(card)
                pool[card] = left
            top.count -= 1
            return top.pool
        return self._take_known(card)

    def _take_known(self, card: str | None) -> int:
        """Remove the top card of a pile that has known cards or is empty."""
        while self.segments and not self.segments[0].count:
            del self.segments[0]
        if not self.segments:
            raise Impossible("the pile is empty")
        top = self.segments[0]
        if card is None:
            if top.fixed and sum(top.fixed.values()) == top.count:
                raise Impossible("everybody knows the top card of this pile: write it instead of ?")
            top.count -= 1
            return top.pool
        pool = self.pools[top.pool] if top.pool >= 0 else {}
        if top.fixed.get(card):
            top.fixed[card] -= 1
            if not top.fixed[card]:
                del top.fixed[card]
            where = -1
        elif pool.get(card) and top.count > sum(top.fixed.values()):
            pool[card] -= 1
            where = top.pool
        else:
            raise _not_on_top(card)
        top.count -= 1
        return where

    def take_all(self, cards: Sequence[str]) -> None:
        """Remove the top cards, all of which are seen; raise `Impossible` if it can't be these."""
        segments = self.segments
        if segments and not (top := segments[0]).fixed and top.count >= len(cards):
            pool = self.pools[top.pool]  # the usual case in one go: cards of one shuffle
            for card in cards:
                left = pool.get(card, 0) - 1
                if left < 0:
                    raise _not_on_top(card)
                pool[card] = left
            top.count -= len(cards)
        else:
            for card in cards:
                self.take(card)

    def ahead(self) -> Pile:
        """Return what chance draws from, as far as its order is known."""
        return self

    def may_give(self, cards: Sequence[str | None]) -> bool:
        """Whether these are certainly possible as the next cards; a quick check for the usual case.

        If it returns false, only `take` can tell.
        """
        segments = self.segments
        if not segments or (top := segments[0]).fixed or top.count < len(cards):
            return False
        left = self.pools[top.pool].get
        if len(cards) == 1:
            return cards[0] is None or left(cards[0], 0) > 0
        return not [x for x in cards if x is not None and left(x, 0) < cards.count(x)]

    def reveal(self, card: str, pools: Iterable[int]) -> int:
        """Reveal a hidden card: take it out of the first of these pools that has it.

        Return that pool. Raises `Impossible` if none of them has it.
        """
        for p in pools:
            if p >= 0 and self.pools[p].get(card):
                self.pools[p][card] -= 1
                return p
        raise Impossible("{card} can't be there: every {card} is somewhere else", card=card)

    def take_out(self, card: str) -> None:
        """Remove a card from wherever it is in the pile; raise `Impossible` if it isn't in it."""
        for s in self.segments:
            pool = self.pools[s.pool] if s.pool >= 0 else {}
            if s.fixed.get(card):
                s.fixed[card] -= 1
                if not s.fixed[card]:
                    del s.fixed[card]
            elif pool.get(card) and s.count > sum(s.fixed.values()):
                pool[card] -= 1
            else:
                continue
            s.count -= 1
            return
        raise Impossible("every {card} is somewhere else", card=card)

    def put_back(self, card: str) -> None:
        """Shuffle a card back into the pile; raise `Impossible` if it doesn't belong there."""
        if card not in self.names():
            raise Impossible("{card} doesn't belong in this pile", card=card)
        into = next((s for s in self.segments if s.pool >= 0 and s.count), None)
        if into is None:
            self.shuffle_in([card])
        else:
            into.count += 1
            self.hide(card, into.pool)

    def add_unseen(self, count: int) -> None:
        """Shuffle cards from hidden zones into it; its first pool has them already."""
        into = next((s for s in self.segments if s.pool == 0), None)
        if into is not None:
            into.count += count
        elif count:
            self.segments.insert(0, Segment(0, count))

    def hide(self, card: str, pool: int) -> None:
        """Put a card in a hidden slot back into its pool, for someone who didn't see it."""
        self.pools[pool][card] = self.pools[pool].get(card, 0) + 1

    def copy(self) -> Pile:
        """Return an independent copy."""
        pile = object.__new__(Pile)  # faster than its __init__: states are copied all the time
        pile.segments, pile.pools = [], []
        for s in self.segments:
            part = object.__new__(Segment)
            part.pool, part.count = s.pool, s.count
            part.fixed = s.fixed.copy() if s.fixed else {}
            pile.segments.append(part)
        for pool in self.pools:
            pile.pools.append(pool.copy())
        return pile

    def _top(self) -> Segment | None:
        return next((s for s in self.segments if s.count), None)


@dataclass(slots=True)
class Hand:
    """Cards that only their owner has seen, and the number of cards that nobody recorded.

    They come from a pile whose unseen cards all share its first pool: it is shuffled only once, and
    discards go back into it with `put_back`.
    """

    cards: list[str] = field(default_factory=list)
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards it has; everyone can count them."""
        return len(self.cards) + self.unseen

    def draw(self, pile: Pile, cards: Iterable[str | None]) -> None:
        """Take cards from the top of the pile (None: unseen)."""
        for card in cards:
            pile.take(card)
            if card is None:
                self.unseen += 1
            else:
                self.cards.append(card)

    def possible(self, pile: Pile) -> list[str]:
        """Return the cards that it can contain, in the pile's order."""
        known, some = self.cards, self.unseen > 0
        return [card for card, n in pile.pools[0].items() if card in known or (some and n)]

    def play(self, pile: Pile, card: str) -> None:
        """Remove a card, which everyone sees: a known one, or else an unseen one.

        Raises `Impossible` if it can't be in this hand.
        """
        if card in self.cards:
            self.cards.remove(card)
        elif self.unseen:
            pile.reveal(card, (0,))
            self.unseen -= 1
        else:
            raise Impossible("there is no {card} in this hand", card=card)

    def forget(self, pile: Pile) -> None:
        """Turn all its cards into unseen ones, for someone who didn't see them."""
        for card in self.cards:
            pile.hide(card, 0)
        self.unseen += len(self.cards)
        self.cards = []


def tally(kind: str, *places: Pile | Iterable[str]) -> dict[str, int]:
    """Count the pieces of one kind in all places, face up or in piles, by names like `card R5`."""
    found: Counter[str] = Counter()
    for place in places:
        found.update(place.unseen() if isinstance(place, Pile) else place)
    return {f"{kind} {name}": n for name, n in found.items() if n}
