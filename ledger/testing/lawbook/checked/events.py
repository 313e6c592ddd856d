"""The laws about every event: its sentence, what it changes, and where turns begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Line, tag
from ledger.kernel.log.seat_fields import seat_fields
from ledger.kernel.play.table import Table

from .breach import Breach, during


class Step(NamedTuple):
    """A line of a game, with the positions before and after it."""

    game: Game
    names: Sequence[str]
    line: Line
    first_of_move: bool
    before: Any
    """The position before the line; None for the first line."""
    after: Any

    @property
    def kind(self) -> type:
        """The type of the event."""
        return type(self.line.data)

    @property
    def fold(self) -> object:
        """The function that applies the event."""
        return self.game.rules.evolvers.get(self.kind)

    @property
    def own(self) -> bool:
        """Whether the event is one of the game's own, with a position before it."""
        return self.before is not None and self.kind not in GENERIC


def steps(table: Table, after: int = 0) -> Iterator[Step]:
    """Yield the steps of a game from the line after `after`; the states are copies."""
    game, names, replay = table.game, table.position.names, table.replay()
    before = replay.at(after) if after else None
    states = (game.rules.copy(state) for _, state in replay.walk(max(after + 1, 2)))
    for line in table.lines[after:]:
        with during(f"following {type(line.data).__name__}"):
            now = next(states) if line.seq > 1 else replay.at(1)
        first = line.seq > 1 and line.cmd != table.lines[line.seq - 2].cmd
        yield Step(game, names, line, first, before, now)
        before = now


def a_seat_is_at_the_table(step: Step) -> Iterator[Breach]:
    """A field that is a `Seat` holds the number of a player, or 0 for nobody."""
    players = len(step.names)
    for name in sorted(seat_fields(step.kind)) if step.own else ():
        value = getattr(step.line.data, name)
        for seat in value if isinstance(value, tuple) else (value,):
            if seat is not None and not 0 <= seat <= players:
                message = f"{step.kind.__name__}.{name} is seat {seat}, but there are {players}"
                yield Breach("seat", message, "a seat, or 0 for nobody", (step.kind,))


def an_event_is_told(step: Step, langs: Sequence[str] = ("en",)) -> Iterator[Breach]:
    """Every event has a sentence in every language, with all its gaps filled."""
    kind = step.kind
    for lang in langs:
        with during(f"telling {kind.__name__}", kind):
            told = step.game.words(step.line.data, step.names, lang)
        empty = told == tag(kind) or re.search(r"[{}]", told)
        if not told.strip() or (empty and kind not in GENERIC):
            message = f"{kind.__name__} is told as {told!r}"
            expected = f'a sentence: `says = "…"` in {kind.__name__}, or one in `words`'
            yield Breach("words", message, expected, (kind,))


def only_shared_events_change_what_others_have(step: Step) -> Iterator[Breach]:
    """An event of one seat doesn't change what the others have, unless it is `Shared`."""
    game, holdings = step.game, step.game.holdings
    if step.before is None or step.kind not in holdings.own:
        return
    seat, name = step.line.data.seat, step.kind.__name__
    with during("counting what a seat has", holdings.count):
        was, now = holdings(step.before), game.holdings(step.after)
    if was[: seat - 1] + was[seat:] != now[: seat - 1] + now[seat:]:
        message = f"{name} is of one seat, and changes what `Holdings.count` says of others"
        yield Breach("holdings", message, f"`class {name}(SeatEvent, Shared)`", (step.fold,))


def turns_go_up_by_one(step: Step) -> Iterator[Breach]:
    """Turns go up by one, each starting with an event of its own after the previous move."""
    if not step.own:
        return
    was, now = (step.game.rules.turn(state) for state in (step.before, step.after))
    name = step.kind.__name__
    if step.first_of_move and now != was:
        message = f"{name} is a move, and makes turn {was} turn {now} at once"
        expected = "an event of its own that begins the next turn, after the move"
        yield Breach("turn", message, expected, (step.fold,), new=("laws",))
    elif now not in (was, was + 1):
        message = f"{name} makes turn {was} turn {now}"
        expected = "turns that go up by one"
        yield Breach("turn", message, expected, (step.fold,), new=("laws",))


def a_turn_is_somebodys(step: Step) -> Iterator[Breach]:
    """After the set-up it is always some seat's turn."""
    if not step.own:
        return
    turn, players = step.game.rules.turn, len(step.names)
    was, now = ((turn(x), getattr(x, "active", 1)) for x in (step.before, step.after))
    if now[0] and was != now and not 1 <= now[1] <= players:
        message = f"{step.kind.__name__} begins a turn in which `active` is {now[1]}"
        expected = f"a seat, 1 to {players}: where all choose at once, the first of them"
        yield Breach("turn", message, expected, (step.fold,), new=("laws",))


def no_piece_is_lost(step: Step) -> Iterator[Breach]:
    """Events neither create pieces nor lose any."""
    if step.before is None:
        return
    count = step.game.corrections.pieces
    with during("counting pieces", count):
        was, now = count(step.before), count(step.after)
    if was != now:
        changes = {k: now.get(k, 0) - was.get(k, 0) for k in {*was, *now}}
        off = ", ".join(f"{k} {n:+d}" for k, n in sorted(changes.items())[:400] if n)
        message = f"{step.kind.__name__} makes pieces out of nothing, or loses some: {off}"
        yield Breach("pieces", message, "`pieces` stays the same", (step.fold,))


EVENTS = (
    a_seat_is_at_the_table,
    an_event_is_told,
    only_shared_events_change_what_others_have,
    turns_go_up_by_one,
    a_turn_is_somebodys,
    no_piece_is_lost,
)
"""The laws about every event."""
