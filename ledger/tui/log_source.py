"""Reading a log piece by piece, so that its beginning is shown before its end has been read."""

from __future__ import annotations

import io
from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec import UNSET

from ledger.kernel.errors import BY_CODE, FORGED, GameFault, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import MAX_LINE, Head, chained
from ledger.kernel.log.events import Adjusted, Line, Opened, Retracted, Sealed
from ledger.kernel.message import Message, Text
from ledger.kernel.replay.log_reader import read, upcast
from ledger.kernel.replay.replay import Replay
from ledger.kernel.text.reasons import why
from ledger.kernel.text.safe import safe
from ledger.kernel.verify.blame import blame

FIRST = 96 * 1024
"""How many bytes are read before anything is shown; most games are smaller."""
BLOCK = 256 * 1024
MAX_FILE = 256 * 1024 * 1024


class TurnSpan(NamedTuple):
    """Consecutive lines that belong to one turn, in the order of the log."""

    number: int
    first: int
    last: int


class LogSource:
    """The good lines read so far, their replay, and the error that stopped the reading."""

    game: Game
    opened: Opened
    replay: Replay

    def __init__(self, path: Path, *, growing: bool = False, data: bytes | None = None) -> None:
        self.path = path
        self.growing = growing
        self._data = data
        self.lines: list[Line] = []
        self.turns: list[TurnSpan] = []
        self.departed: list[Line] = []
        """Moves for which a rule was waived, and corrections."""
        self.error: Text = ""
        self.done = False
        self.sealed = False
        self._cuts: list[int] = []
        self._group: list[Line] = []
        self._rest = b""
        self._digest, self._cmd, self._more = "", -1, False
        self._offset = 0
        self._file: BinaryIO = path.open("rb") if data is None else io.BytesIO(data)
        if not self._file.seekable():  # a pipe is read in one go
            self._data = self._file.read(MAX_FILE + 1)
            self._file = io.BytesIO(self._data)
        self._mark = self._stat()
        if self.size > MAX_FILE:
            limit = MAX_FILE // 1024**2
            raise Malformed("this file is larger than {limit} MiB, which is the limit", limit=limit)
        self._begin()

    def _stat(self) -> tuple[int, int]:
        if self._data is not None:
            self.size = len(self._data)
            return 0, 0
        found = self.path.stat()
        self.size = found.st_size
        return found.st_dev, found.st_ino

    def _begin(self) -> None:
        """Read the opening, and all of a short log."""
        while not self.lines and not self.done:
            self._block(FIRST)
        if not self.lines:
            # this finds out what is wrong with the first line
            reading = read(self._whole(), file=str(self.path))
            reason = reading.error.text if reading.error else Message("it is empty")
            raise Malformed("nothing in this log can be used: {reason}", line=1, reason=reason)

    @property
    def head(self) -> Head:
        """The end of what has been read of the log."""
        return Head.of(self.lines[-1])

    @property
    def names(self) -> list[str]:
        """The players' names, safe to print."""
        return [safe(s.name) for s in self.opened.seats]

    @property
    def part(self) -> float:
        """How much of the file has been read, from 0 to 1."""
        return 1.0 if self.done or not self.size else min(self._offset / self.size, 1.0)

    # --- reading ----------------------------------------------------------------------------

    def read_all(self) -> None:
        """Read to the end."""
        while self.read_on():
            pass

    def read_on(self) -> bool:
        """Read one piece; return whether there is more."""
        if not self.done:
            self._block(BLOCK)
        return not self.done

    def poll(self) -> bool:
        """Check whether a growing log has grown; return whether it has.

        A log that was rewritten has to be opened again.
        """
        if self.error or self.sealed:
            return False
        before = self._mark
        try:
            self._mark = self._stat()
        except OSError:
            return False
        if self.size < self._offset or self._mark != before:
            self.error = Message("the log was rewritten while it was being read: open it again")
            return False
        self.done = self.size == self._offset
        return not self.done

    def _block(self, size: int) -> None:
        block = self._file.read(size)
        if not block:
            self.done = True
            if not self.growing and (self._rest or self._group):
                self._fault()
            return
        self._offset += len(block)
        data = self._rest + block
        cut = data.rfind(b"\n") + 1
        whole, self._rest = data[:cut], data[cut:]
        if len(self._rest) > MAX_LINE or (whole and not self._take(whole)):
            self._fault()
        elif self._offset >= self.size and not self._rest and not self._group:
            self.done = True

    def _take(self, whole: bytes) -> bool:
        """Decode and check complete lines; return whether all of them are good."""
        raws = whole.split(b"\n")[:-1]
        if not hasattr(self, "game") and not self._open(raws[0]):
            return False
        try:
            lines = upcast(self.game, self.game.rules.decoder.decode_lines(whole))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        if len(lines) != len(raws):
            return False
        digest, cmd, more = self._digest, self._cmd, self._more
        seq, group = len(self.lines) + len(self._group), self._group
        for raw, line in zip(raws, lines, strict=True):
            seq, digest = seq + 1, chained(digest, raw)
            cmd = cmd if more else cmd + 1
            more = line.more
            if (
                self.sealed
                or not raw.endswith(f',"digest":"{digest}"}}'.encode())
                or (line.seq, line.cmd, line.digest) != (seq, cmd, digest)
                or (seq > 1 and isinstance(line.data, Opened))
                or len(raw) > MAX_LINE
            ):
                return False
            group.append(line)
            if not more:
                self.lines += group
                group.clear()
                self.sealed = isinstance(line.data, Sealed)
        self._digest, self._cmd, self._more = digest, cmd, more
        self._fold()
        return True

    def _open(self, raw: bytes) -> bool:
        """Find the game; return False if the first line is bad."""
        try:
            reading = read(raw + b"\n")
        except LedgerError:
            return False
        self.game, self.opened = reading.game, reading.opened
        return True

    def _fault(self) -> None:
        """Read the whole log again to find out what exactly is wrong, and how much is good."""
        self.done = True
        reading = read(self._whole(), file=str(self.path))
        if not reading.lines:
            return
        self.game, self.opened = reading.game, reading.opened
        if reading.error is not None:
            e = reading.error
            self.error = Message("line {line}: {reason}", line=e.line, reason=e.text)
        self.lines += reading.lines[len(self.lines) :]
        self.sealed = reading.head.sealed
        self._fold()

    def _whole(self) -> bytes:
        self._file.seek(0)
        return self._file.read(MAX_FILE)

    def _fold(self) -> None:
        """Bring the replay and the turns up to date; stop at an impossible event."""
        if not self.lines:
            return
        try:
            if not hasattr(self, "replay"):
                self.replay = Replay(self.game, self.lines[:1])
                self.replay.lines = self.lines
            self.replay.catch_up()
        except BY_CODE as e:
            found = blame(e, self.game, self.lines)
            if not isinstance(found, (*FORGED, LedgerError)):
                raise
            if not hasattr(self, "replay"):
                if isinstance(found, GameFault):
                    raise found from e
                raise Malformed(
                    "the game in this log can't be set up: {reason}", line=1, reason=why(e)
                ) from None
            good = len(self.replay)
            while good and self.lines[good - 1].more:
                good -= 1
            reason = Message("this event doesn't fit the position (`ledger verify` says more)")
            if isinstance(found, GameFault):
                reason = found.text
            line = len(self.replay) + 1
            self.error = Message("line {line}: {reason}", line=line, reason=reason)
            del self.lines[max(good, 1) :]
            self.done = True
        self._note_turns()

    def _note_turns(self) -> None:
        turns = self.turns
        number, first, last = turns.pop() if turns else TurnSpan(self.lines[0].turn, 1, 0)
        for line in self.lines[last:]:
            if line.turn != number:
                turns.append(TurnSpan(number, first, last))
                number, first = line.turn, line.seq
            last = line.seq
            if isinstance(line.data, Retracted):
                self._cuts.append(last)
            elif line.waived is not UNSET or isinstance(line.data, Adjusted):
                self.departed.append(line)
        turns.append(TurnSpan(number, first, last))

    # --- asking -----------------------------------------------------------------------------

    def turn_index(self, seq: int) -> int:
        """Return the index of the turn that a line belongs to."""
        return bisect_right(self.turns, seq, key=lambda t: t.first) - 1

    def spans(self) -> list[tuple[int, int]]:
        """Return the ranges of lines that count in the end."""
        out: list[tuple[int, int]] = []
        end = len(self.lines)
        for cut in reversed(self._cuts):
            if cut <= end:
                out.append((cut + 1, end))
                end = self.lines[cut - 1].data.to
        out.append((1, end))
        return out[::-1]

    def group_end(self, seq: int) -> int:
        """Return the last line of the move that a line belongs to."""
        while self.lines[seq - 1].more and seq < len(self.lines):
            seq += 1
        return seq

    def turn_end(self, number: int) -> int | None:
        """Return the last line of a turn, preferring lines that count in the end."""
        spans = self.spans()
        found = None
        for run in reversed(self.turns):
            if run.number != number:
                continue
            at = bisect_left(spans, run.last, key=lambda s: s[1])
            if at < len(spans) and spans[at][0] <= run.last:
                return run.last
            found = found or run.last
        return found
