"""A library from one store to another: resumable, verified, and nothing overwritten that differs.

The journal is read first and written last, and every log in between: so each log is at least as
long as the journal says, and a copy that was cut short is no library yet. Whoever copies again goes
on where the last copy ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ledger.kernel.errors import Conflict, Damaged, LedgerError, Missing, Stale
from ledger.kernel.log.codec import Head
from ledger.library.journal.facts import JOURNAL
from ledger.store.groups import Group, read_groups
from ledger.store.interface import Piece, Store

from .interface import LibraryStores

BYTES = 4 << 20
"""About how many bytes of logs are copied together."""
GAMES = 200
"""How many games, at most."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """A log or file that was not copied, and why."""

    id: str
    message: str


class Copied(msgspec.Struct, kw_only=True):
    """What a copy did: how many games there are, how many of them were new or had grown."""

    games: int = 0
    copied: int = 0
    files: int = 0
    bytes: int = 0
    troubles: list[Trouble] = []


class LibraryCopy:
    """A copy to be made; `games` are the ids of all logs, as they were when it began."""

    def __init__(self, source: LibraryStores, target: LibraryStores) -> None:
        """Look at both journals, and refuse to mix two libraries."""
        if not source.journal.has(JOURNAL):
            raise Missing(f"there is no library in {source.name}")
        self._source, self._target = source, target
        self._journal = _read(source.journal, JOURNAL)
        try:
            _missing(JOURNAL, self._journal, target.journal)
        except Conflict:
            raise Conflict(
                f"{target.name} already holds another library",
                hint="copy to an empty place, or to an earlier copy of the same library",
            ) from None
        self.games = source.games.games()

    def run(self, progress: Callable[[int], None] | None = None) -> Copied:
        """Copy what is missing, and hold everything against the source."""
        done = Copied(games=len(self.games))
        self._target.prepare()
        self._copy_files(done)
        seen = 0
        for batch in self._batches(done):
            self._copy_logs(batch, done)
            seen += len(batch)
            if progress is not None:
                progress(seen + len(done.troubles))
        if not any(isinstance(t, Differs) for t in done.troubles):
            pieces = _missing(JOURNAL, self._journal, self._target.journal)
            self._target.journal.put(pieces)
            _verify(JOURNAL, self._journal, self._target.journal)
            done.bytes += sum(len(piece.data) for piece in pieces)
            if self._target.new_list is not None:  # so that nobody waits for it later
                self._target.new_list().catch_up()
        return done

    def _batches(self, done: Copied) -> Iterator[dict[str, list[Group]]]:
        """Yield the logs of the source, some at a time."""
        batch: dict[str, list[Group]] = {}
        size = 0
        for id in self.games:
            try:
                batch[id] = _read(self._source.games, id)
            except Damaged as e:
                done.troubles.append(Trouble(id=id, message=f"it is damaged: {e.message}"))
                continue
            size += sum(len(raw) for group in batch[id] for raw in group.lines)
            if size > BYTES or len(batch) == GAMES:
                yield batch
                batch, size = {}, 0
        if batch:
            yield batch

    def _copy_logs(self, batch: dict[str, list[Group]], done: Copied) -> None:
        target = self._target.games
        pieces: list[Piece] = []
        heads = target.heads(batch)
        for id, groups in list(batch.items()):
            try:
                pieces += _missing(id, groups, target, heads.get(id, Head()))
            except LedgerError as e:
                done.troubles.append(Differs(id=id, message=e.message))
                del batch[id]
        try:
            target.put(pieces)
        except LedgerError:  # one of them is to blame
            for piece in pieces:
                try:
                    target.put([piece])
                except LedgerError as e:
                    done.troubles.append(Differs(id=piece.game_id, message=e.message))
                    del batch[piece.game_id]
        for id, groups in batch.items():
            _verify(id, groups, target)
        done.copied += sum(piece.game_id in batch for piece in pieces)
        done.bytes += sum(len(piece.data) for piece in pieces if piece.game_id in batch)

    def _copy_files(self, done: Copied) -> None:
        source, target = self._source.kept, self._target.kept
        for name in source.names():
            data, there = source.read(name), target.read(name)
            if there.startswith(data):
                continue
            if there and not data.startswith(there):
                told = "another file of this name is there already"
                done.troubles.append(Differs(id=name, message=told))
                continue
            target.write(name, data)
            if target.read(name) != data:
                raise Damaged(f"{name} does not read back as it was written")
            done.files += 1
            done.bytes += len(data)


class Differs(Trouble, frozen=True, kw_only=True):
    """Something else stands there already: it was left as it is."""


def _read(store: Store, id: str) -> list[Group]:
    """Return the groups of a log; its chain is checked."""
    return read_groups(b"".join(raw + b"\n" for raw in store.read(id)), Head())


def _missing(
    id: str, groups: Sequence[Group], target: Store, head: Head | None = None
) -> list[Piece]:
    """Return what a log lacks in the target; raise `Conflict` if it is another log there."""
    if head is None:
        head = target.heads([id]).get(id, Head())
        if not head.seq and target.has(id):
            raise Damaged(f"{id} is there already, but damaged")
    ends = {group.head.seq: n for n, group in enumerate(groups, 1)}
    if head.seq == 0 or (head.seq in ends and groups[ends[head.seq] - 1].head == head):
        rest = groups[ends.get(head.seq, 0) :]
        return [Piece(id, head, b"".join(group.data for group in rest))] if rest else []
    try:
        target.since(id, groups[-1].head)  # it was played on there
    except Stale:
        raise Conflict(f"another log {id!r} is there already") from None
    return []


def _verify(id: str, groups: Sequence[Group], target: Store) -> None:
    """Hold a log in the target against the source, line by line."""
    stand = target.read(id, 1, groups[-1].head.seq)
    for group in groups:
        for raw in group.lines:
            if next(stand, None) != raw:
                raise Damaged(f"{id} does not read back as it was written", line=group.first)
