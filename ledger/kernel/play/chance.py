"""Where chance results come from: a seeded generator, a record, or the people at the table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from ledger.kernel.errors import Impossible, NeedsOutcome
from ledger.kernel.log.events import Event, unsure_fields

from .piles import Pile


class Given(msgspec.Struct, frozen=True):
    """A recorded chance result: its slot (None: any), its seat, and the values."""

    slot: str | None
    seat: int | None
    values: tuple[str | None, ...]


class Chance(Protocol):
    """Anything that can draw cards and roll dice."""

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
        """Return `count` faces."""
        ...


class Seeded:
    """Chance for bots and live games; no log holds the seed."""

    def __init__(self, seed: int | str | random.Random | None = None) -> None:
        self.rng = seed if isinstance(seed, random.Random) else random.Random(seed)

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Draw at random; where the pile is unknown, from all the cards that may be there."""
        top = pile.segments[0] if pile.segments else None
        out: list[str | None] = []
        if top is not None and count < top.count and not top.fixed:
            # the usual case, one segment with only a pool, needs no copy of the pile
            pool = pile.pools[top.pool]
            left = sum(pool.values())
            used: dict[str, int] = {}
            for _ in range(count):
                k = int(self.rng.random() * left)
                for card, n in pool.items():
                    k -= n - used[card] if card in used else n
                    if k < 0:
                        break
                used[card] = used.get(card, 0) + 1
                left -= 1
                out.append(card)
            return out
        scratch = pile.copy()
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
        return self.rng.choices(faces, k=count)


class Recorded:
    """Chance from a record; raises `NeedsOutcome` when the record runs out."""

    def __init__(self, given: Iterable[Given] = ()) -> None:
        self.given = list(given)
        self.used = 0
        self._within = 0

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the recorded cards, each checked against the pile."""
        first = self._within
        out = self._next(count, slot, seat, rule, pile.options)
        if pile.may_give(out):
            return out
        scratch = pile.copy()
        for nth, card in enumerate(out, first):
            try:
                scratch.take(card)
            except Impossible as e:
                message = e.message
                if card is not None and card not in scratch.names():
                    message = f"there is no {card!r} in this pile"
                raise Impossible(message, rule=rule, nth=nth, options=scratch.options()) from None
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
        told = self._next(count, slot, seat, rule, lambda: dict.fromkeys(faces, 1), len(faces) == 1)
        for nth, face in enumerate(told, first):
            if face is None or face not in faces:
                raise Impossible(
                    f"{face or '?'} isn't possible here, only {', '.join(faces)}",
                    rule=rule,
                    nth=nth,
                    options=dict.fromkeys(faces, 1),
                )
            out.append(face)
        return out

    @property
    def left(self) -> list[Given]:
        """The recorded results that were never asked for."""
        rest = self.given[self.used :]
        if rest and self._within:
            first = rest[0]
            rest[0] = Given(first.slot, first.seat, first.values[self._within :])
        return rest

    def _next(self, count, slot, seat, rule, options, certain=False) -> list[str | None]:  # type: ignore[no-untyped-def] # noqa: ANN001
        if not count:
            return []
        if self.used < len(self.given):
            here = self.given[self.used]
            fits = here.slot is None or (here.slot == slot and here.seat in (None, seat))
            values = here.values[self._within : self._within + count]
            if fits and len(values) == count:
                self._within += count
                if self._within == len(here.values):
                    self.used += 1
                    self._within = 0
                return list(values)
        raise NeedsOutcome(slot, count, options(), seat=seat, rule=rule, certain=certain)


def outcomes(events: Iterable[Event], *, named: bool = False) -> list[Given]:
    """Return the chance results in a group's events, in order."""
    out = []
    for event in events:
        for f in unsure_fields(type(event)):
            if f.chance is None:
                continue
            value = getattr(event, f.name)
            if value is None:
                values: tuple[str | None, ...] = (None,)
            elif isinstance(value, tuple):
                values = value
            else:
                values = (str(value),)
            if values:
                slot = None
                if named:
                    data = {k: getattr(event, k) for k in event.__struct_fields__}
                    slot = f.chance.format(**data)
                out.append(Given(slot, getattr(event, "seat", None) if named else None, values))
    return out
