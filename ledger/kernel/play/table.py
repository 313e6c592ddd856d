"""A game being played: commands in, groups out. Writes nothing to disk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import UNSET

from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head, encode_chained, stamp
from ledger.kernel.log.events import (
    Adjusted,
    Entry,
    Event,
    Line,
    Noted,
    Opened,
    Patch,
    Reader,
    Retracted,
    broken_off,
)
from ledger.kernel.log.seat_fields import with_names
from ledger.kernel.replay.branch import check_retraction
from ledger.kernel.replay.log_reader import Reading
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Chance
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision

from .corrections import check_correction
from .decide import decide
from .opening import decide_opening
from .position import Position


class Table:
    """A live game in memory; each change returns a group of lines that a store can append.

    Each change creates a new `state`; the old one isn't modified. If the log is sealed, changes
    raise `Illegal`.
    """

    def __init__(
        self, game: Game, lines: Sequence[Line], head: Head | None = None, raw: bytes | None = None
    ) -> None:
        """Continue from the lines of a log; `raw` are their bytes, if the caller has them."""
        self.game, self._raw = game, raw
        self.lines = list(lines)
        self.head = head or Head.of(self.lines[-1])
        self._loaded, self._written = len(self.lines), list[bytes]()
        self._replay: Replay | None = None
        self.state: State = self.replay().at(self.lines[-1].seq)

    @classmethod
    def of(cls, reading: Reading) -> Table:
        """Continue from a log that has been read."""
        return cls(reading.game, reading.lines, reading.head, reading.raw)

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
        self.game, self.lines, self.head, self._raw = game, [], Head(), b""
        self._loaded, self._written = 0, []
        self._replay = None
        d = decide_opening(game, opened, chance)
        self.state = d.state
        self._append([Entry(data=opened, turn=0, at=at), *d.entries(at=at)], key)
        return self

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.game, self.state, [s.name for s in self.lines[0].data.seats])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.rules.awaiting(self.state)

    def do(
        self,
        command: Command,
        chance: Chance,
        *,
        waive: Collection[str] = (),
        at: str | None = None,
        key: str | None = None,
    ) -> list[Line]:
        """Decide and record a command; raises what `Rules.decide` raises."""
        self._writable()
        try:
            d = decide(self.game, self.state, command, chance, waive=waive)
        except Illegal as e:
            e.text = with_names(e.text, self.position.names)
            raise
        return self.enter(d, by=command.seat, at=at, key=key)

    def enter(
        self, decision: Decision, *, by: int, at: str | None = None, key: str | None = None
    ) -> list[Line]:
        """Record a decision made on this table's position."""
        self._writable()
        self.state = decision.state
        return self._append(decision.entries(by=by, at=at), key)

    def undo(
        self, to: int | None = None, *, by: int | None = None, at: str | None = None
    ) -> list[Line]:
        """Go back to the end of an earlier group; without `to`, take back the last command.

        Raises `Illegal` if there is nothing to take back, or `to` isn't the end of a group.
        """
        self._writable()
        target = self.last_command_start() - 1 if to is None else to
        check_retraction(self.lines, target, self.head.seq + 1)
        self.state = self.replay().at(target)
        return self._single(Retracted(to=target), by, at)

    def note(
        self,
        text: str,
        *,
        seat: int | None = None,
        to: Reader | None = None,
        at: str | None = None,
    ) -> list[Line]:
        """Add a remark; with `to`, only its author and that seat, or the recorder, may read it."""
        self._writable()
        if isinstance(to, int) and not 1 <= to <= len(self.lines[0].data.seats):
            raise Illegal("there is no seat {to} to read this remark", to=to)
        return self._single(Noted(text=text, seat=seat, to=UNSET if to is None else to), seat, at)

    def adjust(
        self,
        patches: Sequence[Patch],
        reason: str,
        *,
        from_box: bool = False,
        by: int | None = None,
        at: str | None = None,
    ) -> list[Line]:
        """Correct the position by hand, which the log records.

        With `from_box`, pieces can enter or leave the game. Raises `Illegal` if the new position
        isn't possible.
        """
        self._writable()
        event = Adjusted(patches=tuple(patches), reason=reason, from_box=from_box or UNSET)
        before = self.state
        state = self._evolved(event)
        check_correction(self.game, before, state, self.lines[0].data, from_box=from_box)
        self.state = state
        return self._single(event, by, at)

    def abandon(self, reason: str, *, at: str | None = None) -> list[Line]:
        """End an unfinished game without a winner."""
        self._writable()
        if self.over:
            raise Illegal("the game is already over")
        return self._changed(broken_off(self.lines[0].data, reason), None, at)

    def seal(self, *, at: str | None = None) -> list[Line]:
        """Close the log, so that nothing more can be added."""
        self._writable()
        return self._single(self.head.seal(), None, at)

    def replay(self) -> Replay:
        """Return a replay of everything so far, brought up to date with the table."""
        if self._replay is None:
            self._replay = Replay(self.game, self.lines)
        self._replay.catch_up()
        return self._replay

    def back_to(self, seq: int) -> Table:
        """Return a table in the state after a line; this table doesn't change."""
        table = Table.__new__(Table)
        table.game, table.lines = self.game, self.lines[:seq]
        table.head, table._raw, table._replay = Head.of(table.lines[-1]), None, None
        table._loaded, table._written = seq, []
        table.state = self.replay().at(seq)
        return table

    def last_command_start(self) -> int:
        """Return the first line of the last group that can be taken back.

        Raises `Illegal` if there is none.
        """
        for line in self.replay().backwards():
            if not isinstance(line.data, Noted):
                if line.cmd == 0:
                    break
                first = line.seq
                while first > 1 and self.lines[first - 2].cmd == line.cmd:
                    first -= 1
                return first
        raise Illegal("there is no move to take back")

    def _writable(self) -> None:
        if self.head.sealed:
            raise Illegal("this log is sealed, so nothing can be added; branch it to play on")

    def _changed(self, event: Event, by: int | None, at: str | None) -> list[Line]:
        """Record a single event that changes the position but isn't a move."""
        self.state = self._evolved(event)
        return self._single(event, by, at)

    def _evolved(self, event: Event) -> State:
        state = self.game.rules.copy(self.state)
        self.game.rules.evolvers[type(event)](state, event)
        return state

    def _single(self, event: Event, by: int | None, at: str | None) -> list[Line]:
        turn = self.game.rules.turn(self.state)
        return self._append([Entry(data=event, turn=turn, by=by, at=at)], None)

    def _append(self, entries: list[Entry], key: str | None) -> list[Line]:
        lines, raw, self.head = stamp(self.head, entries, key=key)
        self.lines += lines
        self._written.append(raw)
        return lines

    @property
    def new_lines(self) -> list[Line]:
        """The lines added since the log was loaded; for a new game, all of them."""
        return self.lines[self._loaded :]

    def new_bytes(self) -> bytes:
        """Return the bytes of the new lines, to be appended to the loaded log."""
        return b"".join(self._written)

    def bytes(self) -> bytes:
        """Return the bytes of the whole log."""
        if self._raw is None:
            self._raw = encode_chained(self.lines[: self._loaded])
        return self._raw + self.new_bytes()
