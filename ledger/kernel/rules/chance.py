"""Sources of chance results: a seeded generator, a record, or the people at the table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from ledger.kernel.errors import Impossible, NeedsOutcome
from ledger.kernel.log.events import UNSURE, Event, FieldInfo
from ledger.kernel.message import Message
from ledger.kernel.state.piles import Pile


class RecordedResult(msgspec.Struct, frozen=True):
    """A recorded chance result: its slot (None: any), its seat, and its values."""

    slot: str | None
    seat: int | None
    values: tuple[str | None, ...]


class Chance(Protocol):
    """Any source of cards and dice."""

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the next cards of a pile without changing it."""
        ...

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Return the results of rolling `count` dice with these faces."""
        ...


class Seeded:
    """Chance for bots and live games; the seed isn't recorded in any log."""

    def __init__(self, seed: int | str | random.Random | None = None) -> None:
        self.rng = seed if isinstance(seed, random.Random) else random.Random(seed)

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Draw at random; where the pile is unknown, from all the cards that could be there."""
        top = pile.segments[0] if pile.segments else None
        out: list[str | None]
        if top is not None and count <= top.count and not top.fixed:
            # the usual case, one segment with only a pool, needs no copy of the pile
            pool = pile.pools[top.pool]
            if count == 1:
                return [_picked(pool, self.rng)]
            pool, out = pool.copy(), []
            for _ in range(count):
                card = _picked(pool, self.rng)
                pool[card] -= 1
                out.append(card)
            return out
        scratch, out = pile.copy(), []
        for _ in range(count):
            options = scratch.options()
            if not options:
                raise Impossible("the pile is empty", rule=rule)
            card = self.rng.choices(list(options), list(options.values()))[0]
            scratch.take(card)
            out.append(card)
        return out

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Roll fair dice."""
        random, n = self.rng.random, len(faces)  # what `choices` does, in half the time
        return [faces[int(random() * n)] for _ in range(count)]


def _picked(pool: dict[str, int], rng: random.Random) -> str:
    """Return a random card from a pool."""
    left = sum(pool.values())
    k = int(rng.random() * left)
    if 2 * k >= left:  # the search is shorter from the other end
        k = left - 1 - k
        for card in reversed(pool):
            k -= pool[card]
            if k < 0:
                return card
    for card, n in pool.items():
        k -= n
        if k < 0:
            return card
    raise Impossible("the pile is empty")


class Recorded:
    """Chance from a record; raises `NeedsOutcome` when the record runs out.

    A record that is still being `written` can end in the middle of a draw: then only the rest of
    that draw is needed.
    """

    __slots__ = ("_within", "given", "used", "written")

    def __init__(self, given: Iterable[RecordedResult] = (), *, written: bool = False) -> None:
        self.given = list(given)
        self.written = written
        self.used = 0
        self._within = 0

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the recorded cards, each checked against the pile."""
        first = self._within
        out = self._next(count, slot, seat)
        if out is None:
            need = NeedsOutcome(slot, count, pile.options(), seat=seat, rule=rule)
            need.drawn_by = lambda chance: chance.draw(pile, count, slot, seat, rule)
            raise need
        if len(out) == count and pile.may_give(out):
            return out
        scratch = pile.copy()
        for nth, card in enumerate(out, first):
            try:
                scratch.take(card)
            except Impossible as e:
                message = e.text
                if card is not None and card not in scratch.names():
                    message = Message("there is no {card!r} in this pile", card=card)
                raise Impossible(message, rule=rule, nth=nth, options=scratch.options()) from None
        if told := len(out) if len(out) < count else 0:
            left = scratch.options()
            raise NeedsOutcome(slot, count - told, left, seat=seat, rule=rule, told=told)
        return out

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Return the recorded faces, each checked against the die."""
        out: list[str] = []
        first = self._within
        record = self._next(count, slot, seat)
        if record is None:
            every, certain = dict.fromkeys(faces, 1), len(faces) == 1
            need = NeedsOutcome(
                slot, count, every, seat=seat, rule=rule, certain=certain, rolled=True
            )
            need.drawn_by = lambda chance: chance.roll(faces, count, slot, seat, rule)
            raise need
        for nth, face in enumerate(record, first):
            if face is None or face not in faces:
                raise Impossible(
                    "{value} isn't possible here, only {faces}",
                    rule=rule,
                    nth=nth,
                    options=dict.fromkeys(faces, 1),
                    value=face or "?",
                    faces=", ".join(faces),
                )
            out.append(face)
        if told := len(out) if len(out) < count else 0:
            n, every = count - told, dict.fromkeys(faces, 1)
            raise NeedsOutcome(slot, n, every, seat=seat, rule=rule, rolled=True, told=told)
        return out

    @property
    def left(self) -> list[RecordedResult]:
        """The recorded results that haven't been used."""
        rest = self.given[self.used :]
        if rest and self._within:
            first = rest[0]
            rest[0] = RecordedResult(first.slot, first.seat, first.values[self._within :])
        return rest

    def _next(self, count: int, slot: str, seat: int | None) -> list[str | None] | None:
        """Return the next `count` results; None if the record has none for this slot and seat."""
        if not count:
            return []
        given, used, within = self.given, self.used, self._within
        if used == len(given):
            return None
        here = given[used]
        if here.slot is None and not within and len(here.values) == count:  # the usual case
            self.used = used + 1
            return list(here.values)
        if here.slot is not None and (here.slot != slot or here.seat not in (None, seat)):
            return None
        values = here.values[within : within + count]
        whole = len(values) == count or (self.written and used == len(given) - 1)
        if not (values and whole):
            return None
        self._within = within + len(values)
        if self._within == len(here.values):
            self.used, self._within = used + 1, 0
        return list(values)


def outcomes(events: Iterable[Event], *, named: bool = False) -> list[RecordedResult]:
    """Return the chance results in a group's events, in order."""
    return recorded(events, named=named)[0]


def recorded(events: Iterable[Event], *, named: bool = False) -> tuple[list[RecordedResult], bool]:
    """Return the chance results in a group's events, and whether any of them wasn't recorded."""
    out, missing = [], False
    for event in events:
        for f in UNSURE[type(event)]:
            values = values_of(event, f)
            missing = missing or None in values
            if f.chance is not None and values:
                slot = slot_of(event, f.chance) if named else None
                out.append(
                    RecordedResult(slot, getattr(event, "seat", None) if named else None, values)
                )
    return out, missing


def values_of(event: Event, field: FieldInfo) -> tuple[str | None, ...]:
    """Return what a field of an event holds, as chance gives it."""
    value = getattr(event, field.name)
    if value is None:
        return (None,)
    return value if isinstance(value, tuple) else (str(value),)


def slot_of(event: Event, slot: str) -> str:
    """Return the slot of a chance result, which may depend on another field: `{to}`."""
    if "{" not in slot:
        return slot
    return slot.format(**{k: getattr(event, k) for k in event.__struct_fields__})
