"""Pairs of games that differ only in what somebody couldn't see."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import FORGED, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import (
    Adjusted,
    Ended,
    Event,
    Line,
    Noted,
    Opened,
    Patch,
    Retracted,
    Sealed,
    groups,
)
from ledger.kernel.log.events import fields as event_fields
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Recorded, RecordedResult, outcomes, values_of
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import diff, patch, plain
from ledger.kernel.state.piles import Pile, Segment
from ledger.kernel.state.seen import Ahead, Looked


class _Retold(Recorded):
    """Chance from a record, except that whoever looks at a card sees the card that is there.

    `follows` says for each result whether it may be another one than was recorded.
    """

    def __init__(self, given: Iterable[RecordedResult], follows: Sequence[bool]) -> None:
        super().__init__(given)
        self.follows = follows

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the recorded cards, or those that are there to look at."""
        if isinstance(pile, Looked) and self.used < len(self.given) and self.follows[self.used]:
            known = pile.known(count)
            if known is not None and len(self.given[self.used].values) == count:
                self.used += 1
                return [*known]
        return super().draw(pile, count, slot, seat, rule)


def _hidden_from(viewer: int, events: Sequence[Event]) -> list[bool]:
    """Return for each result of chance in these events whether a viewer can't see it."""
    return [
        not f.shown_to(event, viewer)
        for event in events
        for f in event_fields(type(event))
        if f.chance is not None and values_of(event, f)
    ]


def play_again(
    game: Game, lines: Sequence[Line], changed: Mapping[int, Event], viewer: int | None = None
) -> Table:
    """Make the same choices again, but with the events in `changed` (by line) for chance.

    A correction that restored an earlier position restores what that position is in this world.
    With a `viewer`, those who look at a card see what it is in this world, unless the viewer sees
    it too.
    """
    table: Table | None = None
    replay = Replay(game, lines)
    for group in groups(lines):
        first = group[0]
        events = [changed.get(line.seq, line.data) for line in group]
        head = events[0]
        chance: Recorded
        if viewer is None:
            chance = Recorded(outcomes(events))
        else:
            chance = _Retold(outcomes(events), _hidden_from(viewer, events))
        key = first.key if isinstance(first.key, str) else None
        if table is None:
            assert isinstance(head, Opened)
            table = Table.open(game, head, chance, at=first.at, key=key)
        elif isinstance(head, Noted):
            table.note(head.text, seat=head.seat, at=first.at)
        elif isinstance(head, Retracted):
            table.undo(head.to, by=first.by, at=first.at)
        elif isinstance(head, Adjusted):
            patches, box = _correction(replay, first, table), head.from_box is True
            table.adjust(patches, head.reason, from_box=box, by=first.by, at=first.at)
        elif isinstance(head, Sealed):
            table.seal(at=first.at)
        elif isinstance(head, Ended):
            table.abandon(head.reason, at=first.at)
        else:
            waive = first.waived or ()
            table.do(game.rules.command_of(events), chance, waive=waive, at=first.at, key=key)
    assert table is not None
    return table


def _correction(replay: Replay, line: Line, table: Table) -> Sequence[Patch]:
    """Return what a correction from another world changes in this one."""
    after = replay.at(line.seq)
    for earlier in reversed(table.lines):
        if earlier.more or replay.at(earlier.seq) != after:
            continue
        if not diff(replay.at(earlier.seq), after):  # the same is also known to everybody
            return diff(table.state, table.replay().at(earlier.seq))
    return line.data.patches  # type: ignore[no-any-return]


class Secret(NamedTuple):
    """Where something hidden is: its line, its field, and its index within the field."""

    seq: int
    field: str
    nth: int


def secrets(lines: Sequence[Line], viewer: int) -> dict[Secret, str]:
    """Return the hidden chance results and choices that a seat couldn't see."""
    out: dict[Secret, str] = {}
    for line in lines:
        for f in event_fields(type(line.data)):
            if not f.shown_to(line.data, viewer):
                value = getattr(line.data, f.name)
                for i, v in enumerate(value if isinstance(value, tuple) else (value,)):
                    if v is not None:
                        out[Secret(line.seq, f.name, i)] = v
    return out


def with_secrets(lines: Sequence[Line], values: Mapping[Secret, str | None]) -> dict[int, Event]:
    """Return the events (by line) that change when these values replace the hidden ones."""
    out: dict[int, Event] = {}
    for place, value in values.items():
        event = out.get(place.seq, lines[place.seq - 1].data)
        old = getattr(event, place.field)
        if isinstance(old, tuple):
            new: Any = (*old[: place.nth], value, *old[place.nth + 1 :])
        else:
            new = value
        out[place.seq] = msgspec.structs.replace(event, **{place.field: new})
    return out


def piles(state: Any) -> Iterator[Pile]:
    """Yield every pile of a state."""
    if isinstance(state, Pile):
        yield state
    elif is_dataclass(state):
        for f in fields(state):
            yield from piles(getattr(state, f.name))
    elif isinstance(state, list | tuple):
        for x in state:
            yield from piles(x)
    elif isinstance(state, dict):
        for x in state.values():
            yield from piles(x)


def viewers(lines: Sequence[Line]) -> range:
    """Return all viewers: a spectator (0) and every seat."""
    return range(len(lines[0].data.seats) + 1)


def has_secrets(game: Game) -> bool:
    """Whether any of a game's events hides something from somebody."""
    return any(f.hidden for event in game.rules.events for f in event_fields(event))


def shares_secrets(game: Game) -> bool:
    """Whether seats other than an event's own may see what it hides from others."""
    every = [f for event in game.rules.events for f in event_fields(event) if f.hidden]
    return any(f.seen_by != ("seat",) for f in every)


def another_world(table: Table, viewer: int, rng: random.Random, tries: int = 8) -> Table | None:
    """Return a game that differs only in what a seat couldn't see, or None if none was found."""
    game, lines = table.game, table.lines
    hidden = secrets(lines, viewer)
    unseen = [c for pile in piles(table.state) for c, n in pile.unseen().items() if n]
    values = sorted({*hidden.values(), *unseen})
    found: Table | None = None
    changed: dict[Secret, str] = {}
    for place in rng.choices(list(hidden), k=tries) if hidden else ():
        seat = getattr(lines[place.seq - 1].data, "seat", None)
        named = words_of(lines, seat) or values
        trial = {**changed, place: rng.choice(rng.choice((named, values)))}
        if rng.random() < 0.5:  # exchange it with another hidden one
            second = rng.choice(list(hidden))
            trial |= {place: hidden[second], second: hidden[place]}
        if all(hidden[p] == v for p, v in trial.items()):
            continue
        try:
            other = play_again(game, lines, with_secrets(lines, trial), viewer)
        except LedgerError:
            continue  # a stone that was shown later must have been there
        if other.head != table.head:  # else only what was seen of a card was to be another one
            found, changed = other, trial
    return found


def words_of(lines: Sequence[Line], seat: int | None) -> list[str]:
    """Return the words in a seat's own events, each of which a hidden choice could have been."""
    own = [x.data for x in lines if seat and getattr(x.data, "seat", None) == seat]
    values = [getattr(x, name) for x in own for name in x.__struct_fields__]
    words = [w for v in values for w in (v if isinstance(v, tuple) else (v,))]
    return sorted({w for w in words if isinstance(w, str)})


Key = tuple[int, frozenset[str]]
"""A pool in a pile; a game can have several piles with different cards."""


class RealPile:
    """Chance as in a real game: every card has its place, even one that nobody will ever see."""

    def __init__(self, seed: int, other: dict[Key, list[str]] | None = None) -> None:
        self.rng = random.Random(seed)
        self.orders: dict[Key, list[str]] = {}
        self.asked: dict[Key, set[int]] = {}
        self.below: dict[tuple[Key, str], int] = {}
        self.other = other

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the cards drawn from the top, or those that somebody looks at."""
        if isinstance(pile, Looked) and (known := pile.known(count)) is not None:
            return [*known]
        if isinstance(pile, Looked) and (known := pile.known(pile.size)) is not None:
            return [*self.rng.sample(known, count)]
        if isinstance(pile, Looked) and not isinstance(pile, Ahead):
            lying = [self._lying(s, pile) for s in pile.segments for _ in range(s.count)]
            return list(lying if count == len(lying) else self.rng.sample(lying, count))
        out: list[str | None] = []
        for i, segment in enumerate(pile.segments):
            if segment.pool < 0:  # put there for all to see
                out += list(segment.fixed)[: count - len(out)]
                continue
            pool = (segment.pool, frozenset(pile.pools[segment.pool]))
            if segment.count and pool not in self.orders:
                cards = [c for c, n in sorted(pile.pools[pool[0]].items()) for _ in range(n)]
                self.rng.shuffle(cards)
                self.orders[pool] = self.other[pool] if self.other else cards
                self.asked[pool] = set()
            for card in segment.fixed:  # it has its place among the cards of the pool
                self.below.setdefault((pool, card), self.rng.randrange(segment.count))
            fixed = {self.below[pool, card]: card for card in segment.fixed}
            later = [s for s in pile.segments[i + 1 :] if s.pool == segment.pool]
            deeper = sum(s.count - sum(s.fixed.values()) for s in later)
            for left in range(segment.count, 0, -1):
                if len(out) == count:
                    break
                if left - 1 in fixed:
                    out.append(fixed[left - 1])
                    continue
                # cards that are gone, seen or not, are above
                mine = left - sum(n < left for n in fixed)
                place = len(self.orders[pool]) - mine - deeper
                self.asked[pool].add(place)
                out.append(self.orders[pool][place])
        return out

    def _lying(self, segment: Segment, pile: Pile) -> str:
        """Return what a card is that somebody looks at: one that was drawn and that nobody saw."""
        if segment.fixed:
            return next(iter(segment.fixed))
        pool = (segment.pool, frozenset(pile.pools[segment.pool]))
        asked = self.asked[pool]
        place = next(i for i in range(len(self.orders[pool])) if i not in asked)
        asked.add(place)
        return self.orders[pool][place]

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Return random faces."""
        return self.rng.choices(faces, k=count)


# --- other amounts ---------------------------------------------------------------------------


def other_amounts(game: Game, state: State) -> Iterator[tuple[int, State]]:
    """Yield seats, each with a position in which it has more of what only it may count."""
    public = [resource.public for resource in game.holdings.resources]
    held = game.holdings(state)
    for path, value in numbers(plain(state)):
        try:
            other = patch(state, (Patch(path=path, value=value + 1),), game.rules.state)
            now = game.holdings(other)
        except (LedgerError, *FORGED):
            continue  # nothing that can have another count
        owners = [seat for seat, (a, b) in enumerate(zip(held, now, strict=True), 1) if a != b]
        if len(owners) == 1:
            a, b = held[owners[0] - 1], now[owners[0] - 1]
            if not any(x != y and seen for x, y, seen in zip(a, b, public, strict=True)):
                yield owners[0], other


def numbers(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield every number in a position with its path, except those in the set-up."""
    if isinstance(data, dict):
        for key, value in data.items():
            if (path, key) != ("", "setup"):
                yield from numbers(value, f"{path}/{key}")
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from numbers(value, f"{path}/{i}")
    elif type(data) is int:
        yield path, data
