"""Copying a library between stores: resumable, verified, and without overwriting what differs.

The journal is read first and written last, with all logs in between: so each log is at least as
long as the journal says, and an interrupted copy isn't a library yet. Copying again continues where
the last copy stopped. A log that the source only has as an earlier revision is replaced in the
target by the later one, as in an import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from ledger.kernel.errors import Conflict, Damaged, Failed, LedgerError, Missing, Stale
from ledger.kernel.log.codec import Head
from ledger.kernel.message import Message, Text
from ledger.library.journal.facts import JOURNAL
from ledger.store.groups import Group, read_groups
from ledger.store.store import LogSegment, Store

from .library_stores import LibraryStores
from .log_files import REVISIONS

BYTES = 4 << 20
"""Roughly how many bytes of logs are copied together."""
GAMES = 200
"""The most games copied together."""


class CopyProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A log or file that wasn't copied, and the reason."""

    id: str
    message: Text


class CopyReport(msgspec.Struct, kw_only=True):
    """What a copy did: how many games there are, and how many were new or had changed.

    `journal` says whether the journal was copied; without it, nothing new is visible in the target.
    """

    games: int = 0
    copied: int = 0
    files: int = 0
    bytes: int = 0
    journal: bool = False
    troubles: list[CopyProblem] = []


class LibraryCopy:
    """A copy to make; `games` has the ids of all logs at the time it was created."""

    def __init__(self, source: LibraryStores, target: LibraryStores) -> None:
        """Read both journals, and refuse to mix two libraries."""
        if not source.journal.has(JOURNAL):
            raise Missing("there is no library in {name}", name=source.name)
        self._source, self._target = source, target
        self._journal = _read(source.journal, JOURNAL)
        try:
            self._behind = bool(_missing(JOURNAL, self._journal, target.journal))
        except Conflict:
            raise Conflict(
                "{name} already contains another library",
                hint="copy to an empty place, or to an earlier copy of the same library",
                name=target.name,
            ) from None
        self.games = source.games.games()

    def run(self, progress: Callable[[int], None] | None = None) -> CopyReport:
        """Copy whatever is missing, then compare everything with the source."""
        done = CopyReport(games=len(self.games))
        try:
            self._run(done, progress)
        except Failed as e:
            if e.advice is None:
                e.hint = Message("what was copied is safe; copy again to continue where it stopped")
            raise
        return done

    def _run(self, done: CopyReport, progress: Callable[[int], None] | None) -> None:
        self._target.prepare()
        self._copy_files(done)
        seen = 0
        for batch in self._batches(done):
            self._copy_logs(batch, done)
            seen += len(batch)
            if progress is not None:
                progress(seen + len(done.troubles))
        if not any(isinstance(t, CopyConflict) for t in done.troubles):
            segments = _missing(JOURNAL, self._journal, self._target.journal)
            self._target.journal.put(segments)
            _verify(JOURNAL, self._journal, self._target.journal)
            done.bytes += sum(len(segment.data) for segment in segments)
            if self._target.new_list is not None:  # so that nobody waits for it later
                self._target.new_list().catch_up()
            done.journal = True

    def _batches(self, done: CopyReport) -> Iterator[dict[str, list[Group]]]:
        """Yield the logs of the source in batches."""
        batch: dict[str, list[Group]] = {}
        size = 0
        for id in self.games:
            try:
                batch[id] = _read(self._source.games, id)
            except Damaged as e:
                damaged = Message("it is damaged: {reason}", reason=e.text)
                done.troubles.append(CopyProblem(id=id, message=damaged))
                continue
            size += sum(len(raw) for group in batch[id] for raw in group.lines)
            if size > BYTES or len(batch) == GAMES:
                yield batch
                batch, size = {}, 0
        if batch:
            yield batch

    def _copy_logs(self, batch: dict[str, list[Group]], done: CopyReport) -> None:
        target = self._target.games
        segments: list[LogSegment] = []
        sizes: dict[str, int] = {}
        heads = target.heads(batch)
        for id, groups in list(batch.items()):
            head = heads.get(id, Head())
            with _leaving_out(id, batch, done):
                try:
                    segments += _missing(id, groups, target, head)
                except Conflict:
                    sizes[id] = self._correct(id, groups, head)
        try:
            target.put(segments)
        except Failed:
            raise
        except LedgerError:  # one of them is to blame; those before it may have been copied
            for segment in segments:
                with _leaving_out(segment.game_id, batch, done):
                    target.put(_missing(segment.game_id, batch[segment.game_id], target))
        for id, groups in batch.items():
            _verify(id, groups, target)
        sizes |= {segment.game_id: len(segment.data) for segment in segments}
        done.copied += len(sizes.keys() & batch.keys())
        done.bytes += sum(size for id, size in sizes.items() if id in batch)

    def _correct(self, id: str, groups: Sequence[Group], head: Head) -> int:
        """Replace an earlier revision by this log; return its size, or raise `Conflict`."""
        if not (self._behind and self._target.replace and self._was_replaced(id)):
            raise Conflict("another log {id!r} already exists", id=id)
        data = b"".join(group.data for group in groups)
        self._target.replace(id, head, data)
        return len(data)

    def _was_replaced(self, id: str) -> bool:
        """Whether both the source and the target keep the target's log as a revision."""
        now = b"".join(raw + b"\n" for raw in self._target.games.read(id))
        for name in self._source.kept.names():
            if name.startswith(f"{REVISIONS}/{id}.") and name.endswith(".jsonl"):
                kept = self._source.kept.read(name)
                if kept.startswith(now) and self._target.kept.read(name) == kept:
                    return True
        return False

    def _copy_files(self, done: CopyReport) -> None:
        source, target = self._source.kept, self._target.kept
        for name in source.names():
            data, there = source.read(name), target.read(name)
            if there.startswith(data):
                continue
            if there and not data.startswith(there):
                told = Message("another file with this name already exists")
                done.troubles.append(CopyConflict(id=name, message=told))
                continue
            target.write(name, data)
            if target.read(name) != data:
                raise Damaged("{name} doesn't read back the way it was written", name=name)
            done.files += 1
            done.bytes += len(data)


class CopyConflict(CopyProblem, frozen=True, kw_only=True):
    """Something different is already there, and was left as it is."""


@contextmanager
def _leaving_out(id: str, batch: dict[str, list[Group]], done: CopyReport) -> Iterator[None]:
    """Skip a log that can't be put in place, but give up if nothing can be written at all."""
    try:
        yield
    except Failed:
        raise
    except LedgerError as e:
        done.troubles.append(CopyConflict(id=id, message=e.text))
        del batch[id]


def _read(store: Store, id: str) -> list[Group]:
    """Return the groups of a log, checking its chain."""
    return read_groups(b"".join(raw + b"\n" for raw in store.read(id)), Head())


def _missing(
    id: str, groups: Sequence[Group], target: Store, head: Head | None = None
) -> list[LogSegment]:
    """Return the part of a log that the target lacks; raise `Conflict` if it has another log."""
    if head is None:
        head = target.heads([id]).get(id, Head())
        if not head.seq and target.has(id):
            raise Damaged("{id} already exists but is damaged", id=id)
    ends = {group.head.seq: n for n, group in enumerate(groups, 1)}
    if head.seq == 0 or (head.seq in ends and groups[ends[head.seq] - 1].head == head):
        rest = groups[ends.get(head.seq, 0) :]
        return [LogSegment(id, head, b"".join(group.data for group in rest))] if rest else []
    try:
        target.since(id, groups[-1].head)  # it was continued there
    except Stale:
        raise Conflict("another log {id!r} already exists", id=id) from None
    return []


def _verify(id: str, groups: Sequence[Group], target: Store) -> None:
    """Compare a log in the target with the source, line by line."""
    stand = target.read(id, 1, groups[-1].head.seq)
    for group in groups:
        for raw in group.lines:
            if next(stand, None) != raw:
                raise Damaged(
                    "{id} doesn't read back the way it was written", line=group.first, id=id
                )
