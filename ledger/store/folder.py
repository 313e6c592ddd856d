"""The default store: a folder with one `.jsonl` file per game.

Next to `<id>.jsonl` there may be `<id>.torn-<n>` (an end that was never acknowledged, cut off by a
repair), `<id>.new` and `<id>.cut` (left by a crash and reused) and `.locks/<id>`.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ledger.kernel.errors import Conflict, Damaged, Failed, LedgerError, Malformed, Missing
from ledger.kernel.ids import check_id, is_id
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry
from ledger.kernel.text.reasons import why

from .append_plan import LogEnd, Plan, check_end, plan, repeated_answer
from .files import Files, RealFiles
from .groups import read_groups
from .line_index import LineIndex, scan
from .log_writer import LogWriter, damaged, is_torn, log_path
from .store import Appended, Batch, Expected, LogSegment, Status, Store, stale_line

LINES = 512
"""The number of lines read at a time."""
FIRST = 4096
"""The number of bytes read at a time to find a first line."""
KEPT = 64
"""How many logs opened only for reading keep their index in memory."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of a log that is known to be durable, and what is wrong with the rest."""

    index: LineIndex
    damage: Damaged | None = None
    failed: Failed | None = None
    torn: LedgerError | None = None


class FolderStore(Store):
    """Logs as files. Reading takes no lock; the first append to a game takes its lock."""

    def __init__(self, folder: str | Path, *, files: Files | None = None) -> None:
        super().__init__()
        self.folder = Path(folder)
        self._files: Files = files or RealFiles()
        self._writers: dict[str, LogWriter] = {}
        self._read_only: dict[str, LineIndex] = {}
        self._closed = False
        self._opening = threading.RLock()
        self._reading = threading.Lock()

    # --- writing ----------------------------------------------------------------------------

    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group."""
        path = log_path(self.folder, check_id(game_id))
        with self._opening:
            if self._files.exists(path):
                try:
                    return self._created(self._writer(game_id), entries, key)
                except Missing:
                    pass  # a torn opening, which was moved aside
            made = plan(game_id, LogEnd(Head(), _nothing), 0, [(key, entries)])
            self._check_open()
            writer = LogWriter.create(self._files, self.folder, game_id, made.data)
            made.enter(writer.index)
            self._writers[game_id] = writer
        self._hint({game_id: writer.index.head.seq})
        return writer.index.head

    def _created(self, writer: LogWriter, entries: Sequence[Entry], key: str | None) -> Head:
        """Return the original result if the same game is created again; else raise `Conflict`."""
        if key is None or key not in writer.index.keys or not entries:
            raise Conflict("there is already a game {game!r}", game=writer.game_id)
        with writer.mutex:
            return self._plan(writer, 0, [(key, entries)]).answers[0].head

    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Add several groups with one flush."""
        while True:
            writer = self._writer(check_id(game_id))
            with writer.mutex:
                if writer.closed:  # another thread reopened the game while this one was waiting
                    continue
                made = self._plan(writer, expected, batch)
                if made.steps:
                    try:
                        writer.write(made.data)
                        made.enter(writer.index)
                    except BaseException as e:
                        # Even for Ctrl-C: file and index may differ now, so nothing may be added.
                        failed = writer.fail(e)
                        raise (failed if isinstance(e, OSError) else e) from None
            if made.steps:
                self._hint({game_id: made.steps[-1].head.seq})
            return made.answers

    def put(self, segments: Sequence[LogSegment]) -> None:
        """Add groups copied from another store; each log is rewritten in full, then swapped in."""
        for game_id, after, data in segments:
            with self._opening:
                head, before = self._whole_log(game_id)
                check_end(game_id, head, after)
                read_groups(data, after)
                LogWriter.replace(self._files, self.folder, game_id, before, before + data)
            self._hint({game_id: 0})
        if segments:
            self._files.sync_folder(self.folder)

    def replace(self, game_id: str, old: Head, data: bytes) -> None:
        """Replace a log that ends at `old` with another; the caller has kept a copy of it."""
        with self._opening:
            head, before = self._whole_log(game_id)
            if head != old:
                raise stale_line(game_id, old.seq, head)
            read_groups(data, Head())
            LogWriter.replace(self._files, self.folder, game_id, before, data)
        self._hint({game_id: 0})
        self._files.sync_folder(self.folder)

    def _whole_log(self, game_id: str) -> tuple[Head, bytes]:
        """Cut off any torn end, release the log, and return its head and its bytes."""
        self._check_open()
        if not self.has(game_id):
            return Head(), b""
        head = self.reopen(game_id)
        data = b"".join(raw + b"\n" for raw in self.read(game_id))
        self.release(game_id)
        return head, data

    def _plan(self, writer: LogWriter, expected: Expected, batch: Batch) -> Plan:
        known = self._known(writer.game_id, writer.index)
        return plan(writer.game_id, known, expected, batch)

    def _writer(self, game_id: str) -> LogWriter:
        found = self._writers.get(game_id)
        if found is None:
            with self._opening:
                self._check_open()
                found = self._writers.get(game_id)
                if found is None:
                    with self._reading:
                        known = self._read_only.pop(game_id, None)
                    found = LogWriter.open(self._files, self.folder, game_id, known)
                    self._writers[game_id] = found
        return found

    def _check_open(self) -> None:
        if self._closed:
            raise Failed("this store was closed; open it again")

    def release(self, game_id: str) -> None:
        """Stop writing this game."""
        with self._opening:
            writer = self._writers.get(check_id(game_id))
            if writer is not None:
                with writer.mutex:
                    del self._writers[game_id]
                    writer.close()
                if writer.failed is None:
                    self._remember(game_id, writer.index)

    def reopen(self, game_id: str) -> Head:
        """Open a game for writing again, reading its log from the beginning."""
        with self._opening:
            self.release(game_id)
            with self._reading:
                self._read_only.pop(game_id, None)
            return self._writer(game_id).index.head

    def resume(self, game_id: str) -> Head:
        """Open a game for writing, continuing from what is already known of its log."""
        return self._writer(check_id(game_id)).index.head

    def close(self) -> None:
        """Release every game."""
        with self._opening:
            self._closed = True
            for game_id in list(self._writers):
                self.release(game_id)

    # --- reading ----------------------------------------------------------------------------

    def has(self, game_id: str) -> bool:
        """Whether the log exists, even if it is damaged."""
        return self._files.exists(log_path(self.folder, check_id(game_id)))

    def head(self, game_id: str) -> Head:
        """Return where the log ends."""
        extent = self._extent(game_id)
        if extent.damage is not None:
            raise extent.damage
        return extent.index.head

    def status(self, game_id: str) -> Status:
        """Return the state of the log."""
        extent = self._extent(game_id)
        head = extent.index.head
        if extent.damage is not None:
            return Status("damaged", head, extent.damage)
        if extent.failed is not None:
            return Status("failed", head, extent.failed)
        return Status("sealed" if head.sealed else "open", head, extent.torn)

    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group written under a command key."""
        lines = self._known(game_id, self._extent(game_id, durable=True).index).written(key)
        return None if lines is None else repeated_answer(key, lines)

    def _known(self, game_id: str, index: LineIndex) -> LogEnd:
        """Return what the next append needs to know."""

        def written(key: str) -> tuple[bytes, ...] | None:
            cmd = index.keys.get(key)
            return None if cmd is None else self._group(game_id, index, *index.group(cmd))

        return LogEnd(index.head, written)

    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines `first` to `last`; for a damaged log, raise after its good part."""
        extent = self._extent(game_id)
        if first < 1:
            raise Malformed("there is no line {first}: lines are numbered from 1", first=first)
        end = extent.index.head.seq
        beyond = last is None or last > end
        stop = end if last is None else min(last, end)
        return self._forward(game_id, extent, first, stop, extent.damage if beyond else None)

    def _forward(
        self, game_id: str, extent: Extent, first: int, last: int, damage: Damaged | None
    ) -> Iterator[bytes]:
        for a in range(first, last + 1, LINES):
            yield from self._group(game_id, extent.index, a, min(a + LINES - 1, last))
        if damage is not None:
            raise damage

    def first_lines(self, game_ids: Iterable[str]) -> dict[str, bytes]:
        """Return the raw first lines of logs, without looking at the rest."""
        found: dict[str, bytes] = {}
        for game_id in game_ids:
            with suppress(Missing):
                raw, ended = self._first_line(check_id(game_id))
                if ended:
                    found[game_id] = raw
        return found

    def _first_line(self, game_id: str) -> tuple[bytes, bytes]:
        fd, raw, ended = self._open(game_id), b"", b""
        try:
            while not ended and (block := self._files.read(fd, len(raw), FIRST)):
                line, ended, _ = block.partition(b"\n")
                raw += line
        finally:
            self._files.close(fd)
        return raw, ended

    def games(self) -> list[str]:
        """Return the ids of all games."""
        names = self._files.names(self.folder)
        ids = (name.removesuffix(".jsonl") for name in names if name.endswith(".jsonl"))
        return sorted(filter(is_id, ids))

    def _extent(self, game_id: str, *, durable: bool = False) -> Extent:
        """Return the good groups of a log; with `durable`, only those that survive a power loss."""
        writer = self._writers.get(check_id(game_id))
        if writer is not None:
            return Extent(writer.index, failed=writer.failed)
        with self._reading:
            return self._look(game_id, durable)

    def _look(self, game_id: str, durable: bool) -> Extent:
        """Continue reading from where the last call ended, without writing anything."""
        files, path = self._files, log_path(self.folder, game_id)
        index = self._read_only.pop(game_id, None) or LineIndex()
        fd = self._open(game_id)
        try:
            if not index.still_matches(lambda at, n: files.read(fd, at, n)):
                index = LineIndex()
            size = files.size(fd)
            if durable and size > index.flushed:
                # Another process may have written this without flushing it yet.
                _flush(files, fd)
                index.flushed = size
            error = scan(lambda at, n: files.read(fd, at, min(n, size - at)), index, file=str(path))
        except OSError as e:
            raise Failed("this log can't be read: {reason}", file=str(path), reason=why(e)) from e
        finally:
            files.close(fd)
        self._keep(game_id, index)
        if error is None or is_torn(error):
            return Extent(index, torn=error)
        return Extent(index, damage=damaged(error))

    def _remember(self, game_id: str, index: LineIndex) -> None:
        with self._reading:
            self._keep(game_id, index)

    def _keep(self, game_id: str, index: LineIndex) -> None:
        self._read_only[game_id] = index
        if len(self._read_only) > KEPT:
            del self._read_only[next(iter(self._read_only))]

    def _open(self, game_id: str) -> int:
        path = log_path(self.folder, game_id)
        try:
            return self._files.open(path, "read")
        except FileNotFoundError:
            raise Missing("there is no game {game!r} here", game=game_id) from None
        except OSError as e:
            raise Failed("this log can't be read: {reason}", file=str(path), reason=why(e)) from e

    def _group(self, game_id: str, index: LineIndex, first: int, last: int) -> tuple[bytes, ...]:
        """Return lines `first` to `last`, which must be in the index."""
        start, end = index.span(first, last)
        raws = tuple(self._bytes(game_id, start, end).split(b"\n")[:-1])
        if len(raws) != last - first + 1:
            raise Damaged("the log of {game_id!r} changed while it was being read", game_id=game_id)
        return raws

    def _bytes(self, game_id: str, start: int, end: int) -> bytes:
        fd = self._open(game_id)
        try:
            return self._files.read(fd, start, end - start)
        finally:
            self._files.close(fd)


def _nothing(key: str) -> None:
    return None


def _flush(files: Files, fd: int) -> None:
    try:
        files.fdatasync(fd)
    except OSError as e:
        if e.errno not in (errno.EROFS, errno.EINVAL):  # nothing can be written to such a disk
            raise
