"""From events to states: folding, and replaying with keyframes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple

from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Opened, Patch, Retracted, line_type
from ledger.kernel.rules.command import TakenBack
from ledger.kernel.state.patch import diff
from ledger.kernel.type_variables import S

_RETRACTED = line_type(Retracted)


def live(lines: Sequence[Line], upto: int | None = None) -> list[Line]:
    """Return the lines in effect as of line `upto`, without those that were taken back."""
    if not lines:
        return []
    base = lines[0].seq - 1
    end = len(lines) if upto is None else upto - base
    if _RETRACTED not in {*map(type, lines)}:  # the usual case
        return list(lines[:end])
    cuts = [i for i in range(end) if type(lines[i]) is _RETRACTED]
    parts: list[Sequence[Line]] = []
    while cuts:
        cut = cuts.pop()
        if cut >= end:
            continue
        parts.append(lines[cut + 1 : end])
        end = lines[cut].data.to - base
        if end < 0:
            raise ValueError("these lines take back more than they contain: fold the whole log")
    parts.append(lines[:end])
    return [line for part in reversed(parts) for line in part]


def fold(game: Game[S, Any], lines: Sequence[Line], state: S | None = None) -> S:
    """Return the state after these lines, starting from a given state (which isn't modified) if
    there is one.
    """
    if state is None:
        if not lines or not isinstance(lines[0].data, Opened):
            raise Malformed("a log starts with an `opened` line", line=1)
        draft = game.start(lines[0].data)
    else:
        draft = game.rules.copy(state)
    evolve, rest = game.rules.evolvers, iter(lines)
    if state is None:
        next(rest)
    try:
        for line in rest:
            event = line.data
            evolve[type(event)](draft, event)
    except TakenBack:  # rare: start again without the lines that were taken back
        return fold(game, live(lines), state)
    return draft


class Turn(NamedTuple):
    """A turn in the live game: its number, the player's seat, and its first and last line."""

    number: int
    seat: int | None
    first: int
    last: int


class Replay(Generic[S]):
    """Jumps to any position in a log: `at(n)` is the state after line n."""

    EVERY = 64
    """The number of lines between two stored states."""

    def __init__(self, game: Game[S, Any], lines: Sequence[Line]) -> None:
        self.game = game
        self.lines = lines
        self.pos = 1
        self._cuts: list[int] = []
        self._homes: dict[int, int] = {}
        self._marks = [1]
        self._frames = [game.start(lines[0].data)]
        self._tail = game.rules.copy(self._frames[0])
        self._read = 1
        self.catch_up()

    def __len__(self) -> int:
        return self._read

    def catch_up(self) -> None:
        """Process the lines that have been added to `lines`."""
        game, evolve, marks, state = self.game, self.game.rules.evolvers, self._marks, self._tail
        for line in self.lines[self._read :]:
            seq = line.seq
            room = self.EVERY
            if type(line) is _RETRACTED:
                home = line.data.to
                self._homes[seq] = home = self._homes.get(home, home)
                state = self.at(home)
                self._cuts.append(seq)
                room = 8  # keeps a chain of take-backs short
            else:
                event = line.data
                evolve[type(event)](state, event)
            self._read = seq
            if seq - marks[-1] >= room:
                marks.append(seq)
                self._frames.append(game.rules.copy(state))
        self._tail = state

    def at(self, seq: int) -> S:
        """Return the state after line `seq` (1 is the empty table); raise `IndexError` if there is
        none.
        """
        if not 1 <= seq <= self._read:
            raise IndexError(f"there is no line {seq}: this log has 1 to {self._read}")
        parts: list[Sequence[Line]] = []
        lines, cuts, marks = self.lines, self._cuts, self._marks
        while True:
            frame = bisect_right(marks, seq) - 1
            before = bisect_right(cuts, seq)
            if not before or cuts[before - 1] <= marks[frame]:
                break
            cut = cuts[before - 1]
            parts.append(lines[cut:seq])
            seq = self._homes[cut]
        parts.append(lines[marks[frame] : seq])
        state = self.game.rules.copy(self._frames[frame])
        evolve = self.game.rules.evolvers
        for part in reversed(parts):
            for line in part:
                event = line.data
                evolve[type(event)](state, event)
        return state

    def step(self, by: int = 1) -> S:
        """Move the cursor, staying within the log, and return the state there."""
        self.pos = min(max(self.pos + by, 1), self._read)
        return self.at(self.pos)

    @property
    def live(self) -> list[Line]:
        """The lines in effect at the end of the log."""
        return live(self.lines)

    def backwards(self, upto: int | None = None) -> Iterator[Line]:
        """Yield the lines in effect as of line `upto`, the last one first.

        Lines are visited only as far as the caller iterates, however long the log is.
        """
        seq = self._read if upto is None else upto
        while seq:
            seq = self._homes.get(seq, seq)
            yield self.lines[seq - 1]
            seq -= 1

    @property
    def turns(self) -> list[Turn]:
        """The turns of the live game, starting with set-up (0)."""
        out: list[Turn] = []
        for line in self.live:
            if out and out[-1].number == line.turn:
                out[-1] = out[-1]._replace(last=line.seq)
                if out[-1].seat is None:
                    out[-1] = out[-1]._replace(seat=getattr(line.data, "seat", None))
            else:
                out.append(Turn(line.turn, getattr(line.data, "seat", None), line.seq, line.seq))
        if out:
            out[0] = out[0]._replace(seat=None) if out[0].number == 0 else out[0]
        return out

    def turn(self, number: int) -> S:
        """Return the state at the end of a turn; raise `IndexError` if there is no such turn."""
        return self.at(self.turn_end(number))

    def turn_end(self, number: int) -> int:
        """Return the last line of a turn; raise `IndexError` if there is no such turn."""
        turns = self.turns
        for t in turns:
            if t.number == number:
                return t.last
        raise IndexError(f"there is no turn {number}: this game has 0 to {turns[-1].number}")

    def diff(self, a: int, b: int) -> tuple[Patch, ...]:
        """Return what changed between two lines, as patches."""
        return diff(self.at(a), self.at(b))

    def walk(self, first: int = 2) -> Iterator[tuple[Line, S]]:
        """Yield each line with the state after it. The state is reused: copy it to keep it."""
        state = self.at(first - 1)
        evolve = self.game.rules.evolvers
        for line in self.lines[first - 1 :]:
            if type(line) is _RETRACTED:
                state = self.at(line.data.to)
            else:
                evolve[type(line.data)](state, line.data)
            yield line, state
