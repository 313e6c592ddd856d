"""A game being played: commands in, groups out. Writes nothing to disk."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Sequence
from typing import Any, get_args, get_type_hints

import msgspec

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.interface import Command, Game, State, digest_box
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import (
    FORMAT,
    Adjusted,
    Ended,
    Entry,
    Event,
    Line,
    Noted,
    Opened,
    Origin,
    Patch,
    Retracted,
    Sealed,
    Seat,
)
from ledger.kernel.log.replay import Replay, live

from .chance import Chance
from .decide import Decision, decide


def open_game(
    game: Game,
    names: Sequence[str | Seat],
    *,
    options: dict[str, str | int | bool] | None = None,
    box: dict[str, Any] | None = None,
    id: str | None = None,
    place: str | None = None,
    round: str | None = None,
    started: str | None = None,
) -> Opened:
    """Return the first event of a new game, everything in it checked.

    A box may hold only some tables: the others are those of the built-in box.
    """
    box = None if box is None else game.whole_box(box)
    seats = tuple(s if isinstance(s, Seat) else Seat(name=s) for s in names)
    if len(seats) not in game.meta.players:
        raise Illegal(
            f"{game.meta.title} is for {_span(game.meta.players)} players, not {len(seats)}"
        )
    if len({s.name.strip().casefold() for s in seats}) != len(seats):
        raise Illegal("two players have the same name; each needs a name of their own")
    colours = [s.colour for s in seats if s.colour is not None]
    game.check_colours(colours, game.box if box is None else game.read_box(box))
    read_options(game, options or {})
    if started is not None:
        _check_time(started)
    builtin = box is None or digest_box(box) == game.box_digest
    return Opened(
        format=FORMAT,
        game=game.meta.name,
        rules=game.meta.edition,
        box=game.box_digest if builtin or box is None else digest_box(box),
        box_data=None if builtin else box,
        options=options or {},
        seats=seats,
        id=id,
        place=place,
        round=round or msgspec.UNSET,
        started=started,
    )


def _check_time(started: str) -> None:
    try:
        dt.datetime.fromisoformat(started)
    except ValueError:
        raise Malformed(
            f"started: {started!r} is no time; write 2026-03-01 or 2026-03-01T18:30"
        ) from None


def read_options(game: Game, options: dict[str, Any]) -> Any:
    """Return a game's options as its own struct, or say what is wrong with them."""
    known = game.options.__struct_fields__
    for name in options:
        if name not in known:
            raise Malformed(
                f"{game.meta.name} has no option {name!r}; it has: {', '.join(known) or 'none'}"
            )
    kinds = get_type_hints(game.options)
    for name, value in options.items():
        kind = kinds[name]
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as e:
            may = ", ".join(map(json.dumps, (True, False) if kind is bool else get_args(kind)))
            shown = json.dumps(value)
            why = f"; it may be {may}" if may else f": {e}"
            raise Malformed(f"option: {name} cannot be {shown}{why}") from None
    return msgspec.convert(options, game.options)


def _span(numbers: tuple[int, ...]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


class Table:
    """A live game in memory; every change is a group that a store can append."""

    def __init__(self, game: Game, lines: Sequence[Line], head: Head | None = None) -> None:
        self.game = game
        self.lines = list(lines)
        self.raw: list[bytes] = []
        last = self.lines[-1]
        self.head = head or Head(last.seq, last.cmd, last.digest, isinstance(last.data, Sealed))
        self._replay: Replay | None = None
        self.state: State = self.replay().at(last.seq)

    @classmethod
    def open(
        cls,
        game: Game,
        opened: Opened,
        chance: Chance,
        *,
        at: str | None = None,
        key: str | None = None,
    ) -> Table:
        """Set up a new game."""
        self = cls.__new__(cls)
        self.game, self.lines, self.raw, self.head = game, [], [], Head()
        self._replay = None
        d = decide_opening(game, opened, chance)
        self.state = d.state
        entries = [Entry(data=opened, turn=0, at=at)]
        entries += [Entry(data=e, turn=t, at=at) for e, t in zip(d.events, d.turns, strict=True)]
        self._append(entries, key)
        return self

    @classmethod
    def standing(cls, game: Game, opened: Line, state: State) -> Table:
        """Return a table at a position whose history is elsewhere: to read and judge moves."""
        self = cls.__new__(cls)
        self.game, self.lines, self.raw = game, [opened], []
        self.head, self._replay, self.state = Head(1, 0, opened.digest), None, state
        return self

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.awaiting(self.state)

    def do(
        self,
        command: Command,
        chance: Chance,
        *,
        waive: Collection[str] = (),
        at: str | None = None,
        key: str | None = None,
        trusted: bool = False,
    ) -> list[Line]:
        """Play a command; `trusted` spares the copy of the state that undoes a refusal."""
        self._writable()
        d = decide(self.game, self.state, command, chance, waive=waive, own=trusted)
        self.state = d.state
        waived = tuple(d.waived)
        return self._append(
            [
                Entry(data=e, turn=t, by=command.seat, at=at, waived=waived)
                for e, t in zip(d.events, d.turns, strict=True)
            ],
            key,
        )

    def undo(
        self, to: int | None = None, *, by: int | None = None, at: str | None = None
    ) -> list[Line]:
        """Go back to the end of an earlier group; without `to`, take back the last command."""
        self._writable()
        target = self.last_command_start() - 1 if to is None else to
        check_retraction(self.lines, target, self.head.seq + 1)
        self.state = self.replay().at(target)
        return self._single(Retracted(to=target), by, at)

    def note(self, text: str, *, seat: int | None = None, at: str | None = None) -> list[Line]:
        """Add a remark."""
        self._writable()
        return self._single(Noted(text=text, seat=seat), seat, at)

    def adjust(
        self, patches: Sequence[Patch], reason: str, *, by: int | None = None, at: str | None = None
    ) -> list[Line]:
        """Correct the position by hand; recorded as such."""
        self._writable()
        event = Adjusted(patches=tuple(patches), reason=reason)
        state = self.game.copy(self.state)
        self.game.table[Adjusted](state, event)
        self.state = state
        return self._single(event, by, at)

    def abandon(self, reason: str, *, at: str | None = None) -> list[Line]:
        """End an unfinished game without a winner."""
        self._writable()
        if self.over:
            raise Illegal("the game has ended already")
        seats = tuple(range(1, len(self.lines[0].data.seats) + 1))
        event = Ended(reason=reason, ranking=(seats,), scores=(None,) * len(seats))
        self.game.table[Ended](self.state, event)
        return self._single(event, None, at)

    def seal(self, *, at: str | None = None) -> list[Line]:
        """Close the log for good."""
        self._writable()
        return self._single(Sealed(head=self.head.digest, lines=self.head.seq), None, at)

    def replay(self) -> Replay:
        """Return a replay of everything so far; it grows with the table."""
        if self._replay is None:
            self._replay = Replay(self.game, self.lines)
        self._replay.catch_up()
        return self._replay

    def last_command_start(self) -> int:
        """Return the first line of the last group that can be taken back."""
        for line in reversed(live(self.lines)):
            if not isinstance(line.data, Noted):
                if line.cmd == 0:
                    break
                return next(x.seq for x in self.lines if x.cmd == line.cmd)
        raise Illegal("there is no move to take back")

    def _writable(self) -> None:
        if self.head.sealed:
            raise Illegal("this log is sealed: nothing can be added; branch it to play on")

    def _single(self, event: Event, by: int | None, at: str | None) -> list[Line]:
        turn = self.game.turn(self.state)
        return self._append([Entry(data=event, turn=turn, by=by, at=at)], None)

    def _append(self, entries: list[Entry], key: str | None) -> list[Line]:
        lines, raw, self.head = stamp(self.head, entries, key=key)
        self.lines += lines
        self.raw.append(raw)
        return lines

    def bytes(self) -> bytes:
        """Return what was written since this table was set up or loaded."""
        return b"".join(self.raw)


def decide_opening(game: Game, opened: Opened, chance: Chance) -> Decision:
    """Set up a game on an empty table."""
    d = Decision(game, game.start(opened), chance)
    game.begin(d)
    return d


def check_retraction(lines: Sequence[Line], to: int, seq: int) -> None:
    """Refuse to go back to anything but the end of an earlier group."""
    if not 1 <= to < seq:
        raise Illegal(f"cannot go back to line {to}: it must be before line {seq}")
    if lines[to - 1].more:
        lo, hi = group_ends(lines, to)
        back = f"line {lo} or {hi}" if lo else f"line {hi}"
        raise Illegal(f"line {to} is in the middle of a move; go back to {back}")


def group_ends(lines: Sequence[Line], seq: int) -> tuple[int, int]:
    """Return the nearest group ends before and after a line (0: there is none before)."""
    hi = next(x.seq for x in lines[seq - 1 :] if not x.more)
    lo = next((x.seq for x in reversed(lines[: seq - 1]) if not x.more), 0)
    return lo, hi


def branch(
    game: Game,
    lines: Sequence[Line],
    at: int,
    *,
    id: str | None = None,
    key: str | None = None,
) -> tuple[list[Line], bytes]:
    """Return a new log that holds the live game up to a group end, with its origin."""
    if not 1 <= at <= len(lines):
        raise Illegal(f"there is no line {at}: this log has 1 to {len(lines)}")
    if lines[at - 1].more:
        lo, hi = group_ends(lines, at)
        raise Illegal(
            f"line {at} is inside a group (a move and what follows from it); "
            f"the nearest group ends are {lo or 'none'} and {hi}"
        )
    opened: Opened = lines[0].data
    origin = Origin(id=opened.id, at=at, head=lines[at - 1].digest)
    entries: list[list[Entry]] = []
    more = False
    for line in live(lines, at):
        if isinstance(line.data, Sealed):
            continue
        data = line.data
        if isinstance(data, Opened):
            data = msgspec.structs.replace(data, origin=origin, id=id)
        waived = line.waived if isinstance(line.waived, tuple) else ()
        entry = Entry(data=data, turn=line.turn, by=line.by, at=line.at, waived=waived)
        if more:
            entries[-1].append(entry)
        else:
            entries.append([entry])
        more = line.more
    head, raw = Head(), b""
    out: list[Line] = []
    for group in entries:
        stamped, text, head = stamp(head, group, key=None if out else key)
        out += stamped
        raw += text
    return out, raw
