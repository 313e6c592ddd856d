"""Face-down cards of which some seats know some: hands, rows, and piles that were looked into.

Every card has a list `known_to` of the seats that have seen it, with 0 for everybody. Who sees a
card is said by events; a position as a seat knows it (`forget`) has the cards that this seat has
seen, and None for the others. So `known_to` isn't part of what is compared: it says what others
know, and a seat's own log doesn't tell it all of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ledger.kernel.errors import Impossible

from .piles import Pile, Segment

EVERYBODY = (0,)
"""In `to`: all seats and all spectators."""


@dataclass(slots=True)
class SeenCard:
    """A card that is face down, or None if it is unknown here, and the seats that have seen it."""

    card: str | None
    known_to: list[int] = field(default_factory=list, compare=False)

    def seen_by(self, viewer: int | None) -> bool:
        """Whether a viewer knows it (0: a spectator; None: the referee)."""
        return self.card is not None and (
            viewer is None or viewer in self.known_to or 0 in self.known_to
        )


class Looked(Pile):
    """What somebody looks at, as a pile: the cards that are known, and what the others can be.

    A card that was seen need not be named, even if it is known: `None` is always accepted.
    """

    __slots__ = ()

    def known(self, count: int) -> tuple[str, ...] | None:
        """Return the first of the cards, if it is known which they are."""
        out: list[str] = []
        for s in self.segments:
            left = count - len(out)
            if left <= 0:
                break
            if s.count > sum(s.fixed.values()) or (left < s.count and len(s.fixed) > 1):
                return None
            out += sorted(Counter(s.fixed).elements())
        return tuple(out[:count])

    def take(self, card: str | None) -> int:
        """Remove a card that is looked at (None: nobody wrote it down)."""
        if card is not None:
            return self._take_known(card)
        while self.segments and not self.segments[0].count:
            del self.segments[0]
        if not self.segments:
            raise Impossible("the pile is empty")
        top = self.segments[0]
        if top.pool >= 0:  # any of the known cards may be the one that wasn't named
            for known, n in top.fixed.items():
                self.pools[top.pool][known] = self.pools[top.pool].get(known, 0) + n
        top.fixed = {}
        top.count -= 1
        return top.pool

    def copy(self) -> Looked:
        """Return an independent copy."""
        plain = Pile.copy(self)
        return Looked(plain.segments, plain.pools)


class Ahead(Looked):
    """A pile as chance draws from it: cards that are known, and then those in any order."""

    __slots__ = ()

    def copy(self) -> Ahead:
        """Return an independent copy."""
        plain = Pile.copy(self)
        return Ahead(plain.segments, plain.pools)


@dataclass(slots=True)
class _SeenCards:
    """Face-down cards that came from a pile, whose first pool has those that are unknown here."""

    slots: list[SeenCard] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards there are; everyone can count them."""
        return len(self.slots)

    @property
    def cards(self) -> list[str]:
        """The cards that are known here."""
        return [slot.card for slot in self.slots if slot.card is not None]

    @property
    def unseen(self) -> int:
        """How many cards are unknown here."""
        return len(self.slots) - len(self.cards)

    def seen_by(self, viewer: int | None) -> tuple[str | None, ...]:
        """Return the cards as a viewer knows them (0: a spectator; None: the referee)."""
        return tuple(slot.card if slot.seen_by(viewer) else None for slot in self.slots)

    def forget(self, pile: Pile, viewer: int) -> None:
        """Make the cards unknown that a seat (0: a spectator) hasn't seen."""
        for slot in self.slots:
            _forget(slot, pile, viewer)

    def _draw(self, pile: Pile, card: str | None, seats: Collection[int]) -> None:
        """Add the top card of a pile; a seat that knew it there knows it here."""
        slot = _take_top(pile, card)
        if card is not None:
            slot.known_to = _either(slot.known_to, seats)
        self.slots.append(slot)

    def shuffle_into(self, pile: Pile) -> None:
        """Shuffle all its cards back into the pile; whatever anybody knew of them is lost."""
        for slot in self.slots:
            if slot.card is not None:
                pile.hide(slot.card, 0)
        pile.add_unseen(len(self.slots))
        self.slots = []


class SeenHand(_SeenCards):
    """A hand of which others may know cards: it knows who has seen which of them.

    Nobody can tell where in the hand a card is. `to` are always the seats that see the cards,
    including the owner, or `EVERYBODY`; `None` among the cards is one that nobody wrote down, or
    that the viewer of this position didn't see. All cards come from a pile that is shuffled once.
    """

    __slots__ = ()

    def draw(self, pile: Pile, cards: Iterable[str | None], to: Iterable[int]) -> None:
        """Take cards from the top of the pile, seen by the seats in `to`.

        Raises `Impossible` if a card can't be on top.
        """
        seats = [*to]
        for card in cards:
            self._draw(pile, card, seats)
        self._sort()

    def show(self, pile: Pile, cards: Iterable[str | None], to: Iterable[int]) -> None:
        """Show cards, which stay in the hand, to seats; those who saw them before know it already.

        Raises `Impossible` if the hand can't have these cards.
        """
        seats = [*to]
        for card, count in Counter(card for card in cards if card is not None).items():
            for _ in range(count - self.cards.count(card)):
                self._find(pile, card)
            same = [slot for slot in self.slots if slot.card == card]
            for slot in same[:count]:
                slot.known_to = _either(slot.known_to, seats)
        self._sort()

    def possible(self, pile: Pile) -> list[str]:
        """Return the cards that it can contain, in the pile's order."""
        known, some = self.cards, self.unseen > 0
        return [card for card, n in pile.pools[0].items() if card in known or (some and n)]

    def play(self, pile: Pile, card: str) -> None:
        """Remove a card, which everyone sees.

        Raises `Impossible` if it can't be in this hand.
        """
        if card not in self.cards:
            self._find(pile, card)
            self._sort()
        # the first of several equal ones is known to all who know any of them
        self.slots.remove(SeenCard(card))

    def give(self, other: Zone, pile: Pile, card: str | None, to: Iterable[int]) -> None:
        """Pass a card face down to another hand, to the end of a row, or onto the pile; only the
        seats in `to` see which one.

        Anybody else who knew cards of this hand no longer knows whether they are still in it,
        unless it was the only card. Raises `Impossible` if it can't be in this hand.
        """
        seats = [*to]
        if card is not None and card not in self.cards:
            self._find(pile, card)
        if len(self.slots) == 1:  # everybody knows which one it was
            (slot,) = self.slots
            if card is not None:
                slot.known_to = _either(slot.known_to, seats)
            self.slots = []
        elif card is None:
            self._lose(pile, [])
            self.slots.pop()
            slot = SeenCard(None)
        else:
            self._sort()
            self.slots.remove(SeenCard(card))
            self._lose(pile, seats)
            slot = SeenCard(card, sorted(seats))
        self._sort()
        other.receive(slot)

    def swap(self, other: SeenHand) -> None:
        """Exchange all cards with another hand; what anybody knows of them goes with them."""
        self.slots, other.slots = other.slots, self.slots

    def seen_by(self, viewer: int | None) -> tuple[str | None, ...]:
        """Return the cards as a viewer knows them (0: a spectator; None: the referee)."""
        known = [slot.card for slot in self.slots if slot.seen_by(viewer)]
        return (*known, *(None,) * (len(self.slots) - len(known)))

    def forget(self, pile: Pile, viewer: int) -> None:
        """Make the cards unknown that a seat (0: a spectator) hasn't seen."""
        _SeenCards.forget(self, pile, viewer)
        self._sort()

    def receive(self, slot: SeenCard) -> None:
        """Add a card that comes from elsewhere, with those who have seen it."""
        self.slots.append(slot)
        self._sort()

    def looked_at(self, pile: Pile) -> Looked:
        """Return what somebody sees who looks at the whole hand."""
        fixed = Counter(self.cards)
        return Looked([Segment(0, self.size, dict(fixed))], [dict(pile.pools[0])])

    def _find(self, pile: Pile, card: str) -> None:
        """Learn that an unknown card is this one."""
        slot = next((slot for slot in self.slots if slot.card is None), None)
        if slot is None:
            raise Impossible("there is no {card} in this hand", card=card)
        pile.reveal(card, (0,))
        slot.card = card

    def _lose(self, pile: Pile, seats: Collection[int]) -> None:
        """Let everybody but these seats forget what they know of this hand."""
        for slot in self.slots:
            slot.known_to = _both(slot.known_to, seats)
            if not seats and slot.card is not None:
                pile.hide(slot.card, 0)
                slot.card = None

    def _sort(self) -> None:
        """Bring the cards into an order that tells nothing about when they came.

        Of several equal cards, those who know one know the first, those who know two the first two.
        """
        slots = self.slots
        slots.sort(key=_order)
        for i, slot in enumerate(slots):
            for later in slots[i + 1 :]:
                if slot.card is None or later.card != slot.card:
                    break
                slot.known_to, later.known_to = (
                    _either(slot.known_to, later.known_to),
                    _both(slot.known_to, later.known_to),
                )


class SeenRow(_SeenCards):
    """A row of face-down cards in which everybody can tell the places apart, counted from 1.

    It knows who has seen which of them: a hand that all see but its owner, or cards on the table.
    """

    __slots__ = ()

    def draw(self, pile: Pile, cards: Iterable[str | None], to: Iterable[int]) -> None:
        """Put cards from the top of the pile at the end of the row, seen by the seats in `to`.

        Raises `Impossible` if a card can't be on top.
        """
        seats = [*to]
        for card in cards:
            self._draw(pile, card, seats)

    def show(self, pile: Pile, place: int, card: str | None, to: Iterable[int]) -> None:
        """Show the card at a place to seats; it stays there.

        Raises `Impossible` if it can't be this card.
        """
        slot = self.slots[place - 1]
        _learn(pile, slot, card)
        if card is not None:
            slot.known_to = _either(slot.known_to, [*to])

    def take(self, pile: Pile, place: int, card: str) -> None:
        """Remove the card at a place, which everyone sees; those after it move up.

        Raises `Impossible` if it can't be this card.
        """
        _learn(pile, self.slots[place - 1], card)
        del self.slots[place - 1]

    def swap(self, place: int, other: SeenRow, there: int) -> None:
        """Exchange two cards, face down; what anybody knows of them goes with them."""
        a, b = self.slots[place - 1], other.slots[there - 1]
        self.slots[place - 1], other.slots[there - 1] = b, a

    def give(self, place: int, other: Zone) -> None:
        """Pass the card at a place face down to a hand, to the end of another row, or onto the
        pile; those who know it know it there.
        """
        other.receive(self.slots.pop(place - 1))

    def receive(self, slot: SeenCard) -> None:
        """Add a card that comes from elsewhere, with those who have seen it."""
        self.slots.append(slot)

    def possible(self, pile: Pile, place: int) -> list[str]:
        """Return what the card at a place can be, in the pile's order."""
        card = self.slots[place - 1].card
        return [name for name, n in pile.pools[0].items() if n] if card is None else [card]

    def looked_at(self, pile: Pile, places: Sequence[int]) -> Looked:
        """Return what somebody sees who looks at the cards at these places."""
        slots = [self.slots[place - 1] for place in places]
        return Looked(_one_by_one(slots), [dict(pile.pools[0])])


@dataclass(slots=True)
class SeenPile(Pile):
    """A pile of which seats may know the top cards: they looked at them, or put them there.

    `top` are the cards from the top down to the last one that is known; the rest is as in a `Pile`
    that is shuffled once. A position declares it as `deck: Annotated[SeenPile, hidden()]`.

    >>> deck = SeenPile.of({"Fox": 2, "Owl": 1})
    >>> deck.show(["Owl"], to=[1])
    >>> deck.seen_by(1), deck.seen_by(2), deck.size
    (('Owl',), (), 3)
    """

    top: list[SeenCard] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards can still be drawn."""
        return sum(s.count for s in self.segments) + len(self.top)

    def seen_by(self, viewer: int | None) -> tuple[str | None, ...]:
        """Return the top cards, down to the last one that a viewer knows."""
        cards = [slot.card if slot.seen_by(viewer) else None for slot in self.top]
        while cards and cards[-1] is None:
            cards.pop()
        return tuple(cards)

    def looked_at(self, count: int) -> Ahead:
        """Return what somebody sees who looks at the top cards; fewer if there aren't as many."""
        ahead, left = self.ahead(), count
        for segment in ahead.segments:
            segment.count = min(segment.count, left)
            left -= segment.count
        return ahead

    def show(self, cards: Iterable[str | None], to: Iterable[int]) -> None:
        """Show the top cards, which stay on the pile, to seats.

        Raises `Impossible` if it can't be these.
        """
        seats = [*to]
        for n, card in enumerate(cards):
            if n == len(self.top):
                Pile.take(self, card)
                self.top.append(SeenCard(card))
            slot = self.top[n]
            _learn(self, slot, card)
            if card is not None:
                slot.known_to = _either(slot.known_to, seats)
        self._settle()

    def receive(self, slot: SeenCard) -> None:
        """Put a card that comes from elsewhere on top, with those who have seen it."""
        self.top.insert(0, slot)
        self._settle()

    def reshuffle(self) -> None:
        """Shuffle the pile; whatever anybody knew of it is lost."""
        self.forget(-1)

    def forget(self, viewer: int) -> None:
        """Make the cards unknown that a seat (0: a spectator) hasn't seen."""
        for slot in self.top:
            _forget(slot, self, viewer)
        self._settle()

    def take(self, card: str | None) -> int:
        """Remove the top card (None: unseen) and return the pool it belongs to (-1: none).

        Raises `Impossible` if this can't be the top card.
        """
        if not self.top:
            return Pile.take(self, card)
        slot = self.top[0]
        _learn(self, slot, card)
        del self.top[0]
        if card is None and slot.card is not None:
            self.hide(slot.card, 0)  # it goes where nobody keeps track of it
        return 0

    def take_top(self, card: str | None) -> SeenCard:
        """Remove the top card like `take`, and return it with those who have seen it."""
        if not self.top:
            Pile.take(self, card)
            return SeenCard(card)
        _learn(self, self.top[0], card)
        return self.top.pop(0)

    def take_all(self, cards: Sequence[str]) -> None:
        """Remove the top cards, all of which are seen; raise `Impossible` if it can't be these."""
        for card in cards:
            self.take(card)

    def take_out(self, card: str) -> None:
        """Remove a card from wherever it is in the pile, which is shuffled."""
        self.reshuffle()
        Pile.take_out(self, card)

    def put_back(self, card: str) -> None:
        """Shuffle a card back into the pile; raise `Impossible` if it doesn't belong there."""
        self.reshuffle()
        Pile.put_back(self, card)

    def add_unseen(self, count: int) -> None:
        """Shuffle cards from hidden zones into it; its first pool has them already."""
        self.reshuffle()
        Pile.add_unseen(self, count)

    def unseen(self) -> Counter[str]:
        """Count the cards that can be face down, here or in hidden zones."""
        return Pile.unseen(self) + Counter(slot.card for slot in self.top if slot.card is not None)

    def names(self) -> set[str]:
        """Return the names of all cards that are or have been in this pile."""
        return Pile.names(self).union(slot.card for slot in self.top if slot.card is not None)

    def options(self) -> dict[str, int]:
        """Return the possible top cards with their weights; empty if the pile is."""
        return self.ahead().options() if self.top else Pile.options(self)

    def may_give(self, cards: Sequence[str | None]) -> bool:
        """Whether these are certainly possible as the next cards; a quick check."""
        return not self.top and Pile.may_give(self, cards)

    def ahead(self) -> Ahead:
        """Return what chance draws from: all cards in their order, as far as they are known."""
        plain = Pile.copy(self)
        return Ahead([*_one_by_one(self.top), *plain.segments], plain.pools)

    def copy(self) -> SeenPile:
        """Return an independent copy."""
        plain = Pile.copy(self)
        top = [SeenCard(slot.card, [*slot.known_to]) for slot in self.top]
        return SeenPile(plain.segments, plain.pools, top)

    def _settle(self) -> None:
        """Let cards be part of the pile again that aren't known and have no known one below."""
        while self.top and self.top[-1].card is None:
            self.top.pop()
            Pile.add_unseen(self, 1)


Zone: TypeAlias = SeenHand | SeenRow | SeenPile
"""Where a card can be passed to."""


def _one_by_one(slots: Iterable[SeenCard]) -> list[Segment]:
    return [Segment(0, 1) if x.card is None else Segment(-1, 1, {x.card: 1}) for x in slots]


def _take_top(pile: Pile, card: str | None) -> SeenCard:
    if isinstance(pile, SeenPile):
        return pile.take_top(card)
    pile.take(card)
    return SeenCard(card)


def _learn(pile: Pile, slot: SeenCard, card: str | None) -> None:
    """Learn what a card is; raise `Impossible` if it is another one."""
    if card is not None and slot.card is None:
        pile.reveal(card, (0,))
        slot.card = card
    elif card not in (None, slot.card):
        raise Impossible("{card} isn't there: it is {other}", card=card, other=slot.card)


def _forget(slot: SeenCard, pile: Pile, viewer: int) -> None:
    """Make a card unknown unless a seat (0: a spectator) has seen it."""
    everybody = viewer >= 0 and 0 in slot.known_to
    if slot.card is not None and not everybody and viewer not in slot.known_to:
        pile.hide(slot.card, 0)
        slot.card = None
    slot.known_to = [] if slot.card is None else [0] if everybody else [viewer]


def _either(a: Collection[int], b: Collection[int]) -> list[int]:
    return [0] if 0 in a or 0 in b else sorted({*a, *b})


def _both(a: Collection[int], b: Collection[int]) -> list[int]:
    if 0 in a or 0 in b:
        return sorted(b if 0 in a else a)
    return sorted({*a} & {*b})


def _order(slot: SeenCard) -> tuple[bool, int, str, bool, list[int]]:
    """Known cards first, numbers by their size."""
    card = slot.card or ""
    number = int(card) if card.isascii() and card.isdigit() else -1
    return slot.card is None, number, card, 0 not in slot.known_to, slot.known_to
