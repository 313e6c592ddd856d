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

    @property
    def known(self) -> list[str] | None:
        """The cards, if all of them are known."""
        if any(s.count > sum(s.fixed.values()) for s in self.segments):
            return None
        return [card for s in self.segments for card in sorted(Counter(s.fixed).elements())]

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
            everybody = 0 in slot.known_to
            if slot.card is not None and not slot.seen_by(viewer):
                pile.hide(slot.card, 0)
                slot.card = None
            slot.known_to = [] if slot.card is None else [0] if everybody else [viewer]

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
            pile.take(card)
            self._add(card, seats)
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

    def give(self, other: SeenHand, pile: Pile, card: str | None, to: Iterable[int]) -> None:
        """Pass a card face down to another hand; only the seats in `to` see which one.

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
        other.slots.append(slot)
        self._sort()
        other._sort()

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

    def looked_at(self, pile: Pile) -> Looked:
        """Return what somebody sees who looks at the whole hand."""
        fixed = Counter(self.cards)
        return Looked([Segment(0, self.size, dict(fixed))], [dict(pile.pools[0])])

    def _add(self, card: str | None, seats: Collection[int]) -> None:
        self.slots.append(SeenCard(card, [] if card is None else sorted(seats)))

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
        seats = sorted(to)
        for card in cards:
            pile.take(card)
            self.slots.append(SeenCard(card, [] if card is None else [*seats]))

    def show(self, pile: Pile, place: int, card: str | None, to: Iterable[int]) -> None:
        """Show the card at a place to seats; it stays there.

        Raises `Impossible` if it can't be this card.
        """
        slot = self.slots[place - 1]
        self._learn(pile, slot, card)
        if card is not None:
            slot.known_to = _either(slot.known_to, [*to])

    def take(self, pile: Pile, place: int, card: str) -> None:
        """Remove the card at a place, which everyone sees; those after it move up.

        Raises `Impossible` if it can't be this card.
        """
        self._learn(pile, self.slots[place - 1], card)
        del self.slots[place - 1]

    def swap(self, place: int, other: SeenRow, there: int) -> None:
        """Exchange two cards, face down; what anybody knows of them goes with them."""
        a, b = self.slots[place - 1], other.slots[there - 1]
        self.slots[place - 1], other.slots[there - 1] = b, a

    def possible(self, pile: Pile, place: int) -> list[str]:
        """Return what the card at a place can be, in the pile's order."""
        card = self.slots[place - 1].card
        return [name for name, n in pile.pools[0].items() if n] if card is None else [card]

    def looked_at(self, pile: Pile, places: Sequence[int]) -> Looked:
        """Return what somebody sees who looks at the cards at these places."""
        return _one_by_one([self.slots[place - 1] for place in places], pile)

    def _learn(self, pile: Pile, slot: SeenCard, card: str | None) -> None:
        if card is not None and slot.card is None:
            pile.reveal(card, (0,))
            slot.card = card
        elif card not in (None, slot.card):
            raise Impossible("{card} isn't there: it is {other}", card=card, other=slot.card)


def _one_by_one(slots: Sequence[SeenCard], pile: Pile) -> Looked:
    return Looked(
        [Segment(0, 1) if x.card is None else Segment(-1, 1, {x.card: 1}) for x in slots],
        [dict(pile.pools[0])],
    )


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
