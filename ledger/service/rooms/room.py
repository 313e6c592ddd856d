"""One game of the service: groups go to the disk, then everybody sees them.

A room has one writer at a time. Nothing changes in memory before it is durable, and an answer
is given only after that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from time import monotonic
from typing import NamedTuple, TypeVar

from ledger.kernel.errors import Conflict, Damaged, Failed, Illegal, LedgerError, Locked, Stale
from ledger.kernel.game.interface import Game, State
from ledger.kernel.log.codec import Head, read
from ledger.kernel.log.events import Entry, Event, Line, Retracted, Sealed
from ledger.kernel.play.chance import Chance
from ledger.protocol.errors import Closing
from ledger.store.interface import Appended, Store

from .viewer_stream import History, ViewerGroup, ViewerStream

T = TypeVar("T")


class Runtime(NamedTuple):
    """What a room works with: threads for the disk, the clock, chance, and who counts time."""

    pool: Executor
    now: Callable[[], str]
    chance: Callable[[], Chance]
    on_append: Callable[[float], None]

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do something that waits for the disk, and let others go on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)


class Sender(NamedTuple):
    """Who asks: a seat (from 1), a spectator (0) or, None, somebody who sees everything."""

    viewer: int | None
    referee: bool = False

    def key(self, key: str | None) -> str | None:
        """Keep the keys of different senders apart: whether one is used tells nobody else."""
        return None if key is None else f"{'r' if self.viewer is None else self.viewer}:{key}"


class Written(NamedTuple):
    """What a request wrote, as its sender sees it; `repeated`: an earlier one wrote it."""

    group: ViewerGroup
    repeated: bool


class Room:
    """A game that is open here."""

    def __init__(self, id: str, store: Store, runtime: Runtime) -> None:
        """Open a game of the store; for writing, unless somebody else writes it."""
        self.id, self.runtime, self._store = id, runtime, store
        self.lock = asyncio.Lock()
        self.viewers: dict[int | None, ViewerStream] = {}
        self._past: dict[int | None, History] = {}
        status = store.status(id)
        self.trouble: LedgerError | None = status.error
        self.writing = False
        if status.state == "open":
            try:
                store.reopen(id)
                self.trouble, self.writing = None, True
            except (Locked, Failed, Damaged) as e:
                self.trouble = e
        data = _good(store, id)
        reading = read(data)
        self.game: Game = reading.game
        self.first, self.head = reading.lines[0], reading.head
        past = self._past[None] = History(self.game, reading.lines, data, None)
        self.state: State = past.replay.at(self.head.seq)
        self.used = monotonic()
        self.closed = False
        if self.writing and self.over and not self.head.sealed:
            # the server stopped between the last move and the seal
            try:
                self._took(self._append([self._seal()], None).lines)
            except Failed as e:
                self.trouble = e

    # --- seeing -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.game.awaiting(self.state)

    @property
    def readers(self) -> int:
        """How many follow this game live."""
        return sum(len(viewers.waiting) for viewers in self.viewers.values())

    def close(self) -> None:
        """Send every reader away: this room is closed, another may open."""
        self.closed = True
        for viewers in self.viewers.values():
            viewers.wake()

    async def stream_of(self, viewer: int | None) -> ViewerStream:
        """Return what a viewer sees; opened by the first who asks."""
        self.used = monotonic()
        found = self.viewers.get(viewer)
        if found is None:
            async with self.lock:
                found = self.viewers.get(viewer)
                if found is None:
                    found = ViewerStream(self.game, viewer, await self.past(viewer))
                    self.viewers[viewer] = found
        return found

    async def history(self, viewer: int | None) -> History:
        """Return a viewer's whole stream."""
        if viewer in self._past:
            return self._past[viewer]
        async with self.lock:
            return await self.past(viewer)

    async def past(self, viewer: int | None) -> History:
        """Return a viewer's whole stream; for who holds the lock."""
        found = self._past.get(viewer)
        if found is None:
            found = self._past[viewer] = await self.runtime.in_thread(lambda: self._read(viewer))
        return found

    def _read(self, viewer: int | None) -> History:
        data = _good(self._store, self.id)
        return History(self.game, read(data, game=self.game).lines, data, viewer)

    # --- writing ----------------------------------------------------------------------------

    async def alone(self, sender: Sender, work: Callable[[], Awaitable[Written]]) -> Written:
        """Do one thing at a time, to its end also when the client has gone."""
        await self.stream_of(sender.viewer)

        async def locked() -> Written:
            async with self.lock:
                if self.closed:  # another room may write this game now
                    raise Closing("this game is being opened afresh; ask again")
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    def expect(self, version: int | None) -> None:
        """Refuse what was meant for another position, or for a game that cannot go on."""
        if version is not None and version != self.head.seq:
            raise Stale(
                f"the game is at version {self.head.seq}, not {version}: it went on meanwhile",
                seq=self.head.seq,
            )
        if self.trouble is not None:
            raise self.trouble
        if self.head.sealed:
            raise Illegal("this game is over and its log is sealed; branch it to play on")

    def known(self, sender: Sender, key: str | None) -> Appended | None:
        """Return what an earlier request with this key wrote."""
        own = sender.key(key)
        return None if own is None else self._store.recall(self.id, own)

    async def again(
        self, sender: Sender, known: Appended, same: Callable[[History], bool]
    ) -> Written:
        """Answer a repeated request as the first time, provided that it asks for the same."""
        past = await self.past(sender.viewer)
        if not same(past):
            raise Conflict("this idempotency key was used for something else; use a new one")
        group = next(g for g in past.groups if g.last == known.last)
        return Written(group, repeated=True)

    async def write(
        self, sender: Sender, entries: Sequence[Entry], key: str | None, state: State
    ) -> Written:
        """Make a group durable, then let everybody see it."""
        start = monotonic()
        try:
            done = await self.runtime.in_thread(lambda: self._append(entries, sender.key(key)))
        except (Failed, Damaged, Locked) as e:
            self.trouble = e
            for viewers in self.viewers.values():
                viewers.wake()
            raise
        self.runtime.on_append(monotonic() - start)
        before, lines = self.state, self._took(done.lines)
        self.state = state
        raw = b"".join(raw + b"\n" for raw in done.lines)
        back = isinstance(lines[-1].data, Retracted)
        try:
            for viewer, viewers in list(self.viewers.items()):
                past = await self.past(viewer) if back else None
                viewers.take(lines, raw, (before, state), past)
        except BaseException:
            self.close()  # durable, but not all here know it: whoever asks next reads it afresh
            raise
        return Written(self.viewers[sender.viewer].recent[-1], repeated=False)

    async def single(self, sender: Sender, event: Event, key: str | None, state: State) -> Written:
        """Write one event that is no move."""
        at = self.runtime.now()
        entry = Entry(data=event, turn=self.game.turn(state), by=sender.viewer or None, at=at)
        return await self.write(sender, [entry], key, state)

    async def seal(self, sender: Sender) -> None:
        """Close the log of a game that has ended."""
        await self.write(sender, [self._seal()], None, self.state)

    def _seal(self) -> Entry:
        event = Sealed(head=self.head.digest, lines=self.head.seq)
        return Entry(data=event, turn=self.game.turn(self.state), at=self.runtime.now())

    def _append(self, entries: Sequence[Entry], key: str | None) -> Appended:
        return self._store.append(self.id, self.head.seq, key, entries)

    def _took(self, raws: Sequence[bytes]) -> list[Line]:
        lines = [self.game.decoder.decode(raw) for raw in raws]
        last = lines[-1]
        self.head = Head(last.seq, last.cmd, last.digest, last.type == "sealed")
        self._past.clear()
        self.used = monotonic()
        return lines


def _good(store: Store, id: str) -> bytes:
    """Return the good lines of a log, whatever follows them."""
    raws: list[bytes] = []
    try:
        raws += store.read(id)
    except Damaged:
        raws = list(store.read(id, last=store.status(id).head.seq))
    return b"".join(raw + b"\n" for raw in raws)
