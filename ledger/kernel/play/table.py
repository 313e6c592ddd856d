"""A game being played: commands in, groups out. Writes nothing to disk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ledger.kernel.errors import Illegal
from ledger.kernel.game.interface import Command, Game, State
from ledger.kernel.log.branch import check_retraction
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import (
    Adjusted,
    Ended,
    Entry,
    Event,
    Line,
    Noted,
    Opened,
    Patch,
    Retracted,
    Sealed,
)
from ledger.kernel.log.replay import Replay, live

from .chance import Chance
from .decide import decide
from .opening import decide_opening


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
        self.game.evolvers[Adjusted](state, event)
        self.state = state
        return self._single(event, by, at)

    def abandon(self, reason: str, *, at: str | None = None) -> list[Line]:
        """End an unfinished game without a winner."""
        self._writable()
        if self.over:
            raise Illegal("the game has ended already")
        seats = tuple(range(1, len(self.lines[0].data.seats) + 1))
        event = Ended(reason=reason, ranking=(seats,), scores=(None,) * len(seats))
        self.game.evolvers[Ended](self.state, event)
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
