"""The games that are open in this process."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Callable, Collection, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import starmap
from time import monotonic
from typing import Any

import msgspec

from ledger.kernel.errors import (
    FORGED,
    Conflict,
    Failed,
    Illegal,
    LedgerError,
    Locked,
    Malformed,
    TookTooLong,
)
from ledger.kernel.game.game_faults import game_fault, value_fault
from ledger.kernel.game.registry import find_game, installed
from ledger.kernel.ids import check_id
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Opened, Seat
from ledger.kernel.message import Message
from ledger.kernel.play import opening
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import branch
from ledger.kernel.rules.chance import Chance, Seeded
from ledger.kernel.times import now
from ledger.protocol.errors import Closing
from ledger.protocol.schemas import NewGame
from ledger.service.backend import Backend
from ledger.service.game_threads import SECONDS, GameWork, contained
from ledger.service.write_check import WriteCheck

from .game_journal import GameJournal
from .game_log import HistoryCache, NewGroups
from .head_lookup import HeadLookup
from .open_game import OpenGame, Runtime
from .playing.undo_policy import has_secrets

IDLE = 60.0
"""Seconds after which a game without requests is closed."""
DONE = 5.0
"""Seconds after which a finished game without requests is closed."""
MAX_OPEN_GAMES = 1000
"""How many games are open at once, as long as some of them have no readers."""
ROOM = 20
"""When too many games are open, one in this many is closed to make room."""
THREADS = 16
"""How many games can wait for the disk at the same time."""
PATIENCE = 10.0
"""Seconds that updating the journal may take when the service stops."""
BATCH = 500
"""How many games' ends are looked up together."""

Watcher = Callable[[OpenGame, bool], None]
"""Called with a game that was opened or has grown, and whether this process wrote the new lines."""


class OpenGameRegistry:
    """Opens games on request, and closes idle ones."""

    def __init__(
        self,
        backend: Backend,
        *,
        clock: Callable[[], str] | None = None,
        chance: Callable[[], Chance] | None = None,
        on_append: Callable[[float], None] = lambda _: None,
        on_heal: Callable[[], None] = lambda: None,
        max_open: int = MAX_OPEN_GAMES,
        game_seconds: float = SECONDS,
    ) -> None:
        self.backend, self.max_open = backend, max_open
        self.store = backend.store
        self.disk = WriteCheck(backend.probe)
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="ledger")
        self.games = GameWork(seconds=game_seconds)
        self.faults: dict[str, Message] = {}
        """Games that were closed because their own code didn't end, with the messages."""
        dice = Seeded(random.SystemRandom())
        self.runtime = Runtime(
            self.pool,
            self.games,
            clock or now,
            chance or (lambda: dice),
            on_append,
            on_growth=self._grew,
            histories=HistoryCache(),
            on_follow=self._follow,
            writes=self.disk if backend.store.shared else None,
        )
        self.watchers: list[Watcher] = []
        """Called for each game that was opened or has grown; they must be quick."""
        self.timeline = backend.timeline(self.runtime)
        self.open_games: dict[str, OpenGame] = {}
        self.closing = asyncio.Event()
        self.on_heal = on_heal
        self.on_overrun: Callable[[], None] = lambda: None
        self.listing = backend.listing
        self.journal = GameJournal(backend.journal, self.listing, self.store, self.runtime)
        self._heads = HeadLookup(self.store, self.runtime)
        self._tasks: set[asyncio.Task[None]] = set()
        self._unwatch: Callable[[], None] = lambda: None
        self._hinted_games: set[str] | None = set()
        """The games for which the store sends hints; None means all."""
        self._opening: dict[str, asyncio.Lock] = {}
        self._creating = asyncio.Lock()
        self._trimming = asyncio.Lock()

    # --- games ------------------------------------------------------------------------------

    async def get(self, id: str, *, fresh: bool = True) -> OpenGame:
        """Return a game, opening it if necessary.

        With `fresh`, it includes everything that others wrote before this call. Raises
        `TookTooLong` if the game was closed because its code didn't end, and `Closing` if the
        service is stopping.
        """
        self._check_open()
        found = self.open_games.get(check_id(id))
        if id in self.faults:
            raise TookTooLong(
                "this game is closed: {fault}",
                hint="an admin can open it again, once the fault is mended",
                fault=self.faults[id],
            )
        if found is not None and self.store.shared:
            if fresh and not found.closed:
                await self._refresh(found)
            if not found.closed:
                return found
        elif found is not None and not found.closed and not await self._changed(found):
            return found
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                self._check_open()  # closing the service waits for this lock
                now = self.open_games.get(id)
                if now is None or now is found:  # otherwise another request has opened it
                    made = await self.games.on_log(OpenGame, id, self.store, self.runtime)
                    made.log.keep_first_history()
                    if found is not None:
                        found.close()
                    self.open_games[id] = made
                    self.journal.opened(made)
                    self.timeline.opened(id, made.log.head.seq)
                    self._call_watchers(made, own=False)
                    if made.followed:  # by a bot
                        self._follow(id)
                    await self._trim(made)
                    return made
                return now
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def _grew(self, id: str, own: bool) -> None:
        if (open_game := self.open_games.get(id)) is not None:
            self.timeline.grew(id, open_game.log.head.seq)
            self._call_watchers(open_game, own=own)

    def _call_watchers(self, open_game: OpenGame, *, own: bool) -> None:
        for watcher in self.watchers:
            watcher(open_game, own)

    def _check_open(self) -> None:
        if self.closing.is_set():
            raise Closing("the service is stopping; ask again in a moment")

    async def _trim(self, new: OpenGame) -> None:
        """Close the least recently used games when too many are open."""
        over = len(self.open_games) - self.max_open
        if over <= 0 or self._trimming.locked():
            return
        async with self._trimming:
            idle = [r for r in self.open_games.values() if r is not new and _is_idle(r)]
            leaving = sorted(idle, key=lambda r: r.used)[: over + self.max_open // ROOM]
            await self.journal.update(leaving)
            for open_game in leaving:
                # lists and SQL must not fall behind
                if _is_idle(open_game) and self.journal.is_up_to_date(open_game):
                    self._close(open_game)

    async def _changed(self, open_game: OpenGame) -> bool:
        """Return whether a log that another process writes has changed since we read it."""
        if open_game.log.writing:
            return False

        def head() -> Head | None:
            try:
                return self.store.head(open_game.id)
            except LedgerError:
                return None

        return await self.runtime.in_thread(head) != open_game.log.head

    async def reopen(self, id: str) -> OpenGame:
        """Open a game for writing again, after its disk failed or its code didn't end."""
        self.faults.pop(check_id(id), None)
        open_game = await self.get(id)
        async with open_game.lock:
            await self.runtime.in_thread(self.store.release, id)
            self.open_games.pop(id, None)
            open_game.close()
        return await self.get(id)

    def close_faulty(self, id: str, fault: TookTooLong) -> None:
        """Close a game whose own code didn't end; until it is reopened, requests get this fault."""
        if id not in self.faults:
            self.faults[id] = fault.text
            self.on_overrun()
            open_game = self.open_games.get(id)
            if open_game is not None:
                open_game.close()
                self._begin(self._drop(open_game))

    async def _drop(self, open_game: OpenGame) -> None:
        async with open_game.lock:
            pass  # wait for what has begun
        self._close(open_game)

    async def heal(self) -> None:
        """Reopen the games whose disk was full or read-only, once it can be written again."""
        failed = [r for r in self.open_games.values() if r.log.may_heal]
        if failed and await self.disk.problem() is None:
            for open_game in failed:
                with suppress(LedgerError, OSError):
                    if (await self.reopen(open_game.id)).log.trouble is None:
                        self.on_heal()

    async def get_for_writing(self, id: str) -> OpenGame:
        """Return a game, reopening it if another process was writing it and no longer is."""
        if self.runtime.writes is not None and id not in self.open_games:
            await self.runtime.writes.ensure(always=True)
        open_game = await self.get(id, fresh=False)
        if isinstance(open_game.log.trouble, Locked):
            with suppress(LedgerError):
                await self.runtime.in_thread(self.store.reopen, id)
                return await self.reopen(id)
        return open_game

    # --- what others write --------------------------------------------------------------------

    def follow_others(self) -> None:
        """Start taking hints about what other processes write; called from the event loop."""
        if self.store.shared:
            loop = asyncio.get_running_loop()

            def take_hint(grown: Mapping[str, int] | None) -> None:
                # read in this thread, so that the event loop doesn't have to wait
                if grown is None:
                    loop.call_soon_threadsafe(self._take_hint, None, {})
                elif self._is_relevant(grown):
                    loop.call_soon_threadsafe(self._take_hint, grown, self._read_ahead(grown))

            self.store.limit_hints(())
            self._unwatch = self.store.watch(take_hint)

    def _follow(self, id: str) -> None:
        """Take hints about this game from now on."""
        if self._hinted_games is not None and id not in self._hinted_games:
            self._hinted_games.add(id)
            self.store.limit_hints(self._hinted_games)

    def follow_all(self) -> None:
        """Take hints about all games from now on."""
        if self._hinted_games is not None:
            self._hinted_games = None
            self.store.limit_hints(None)

    def _drop_hints(self, followed: Collection[str]) -> None:
        """Stop taking hints about games that nobody follows."""
        wanted = None if self.timeline.wants_keeping else set(followed)
        if wanted != self._hinted_games:
            self._hinted_games = wanted
            self.store.limit_hints(wanted)

    def _is_relevant(self, grown: Mapping[str, int]) -> bool:
        """Return whether a hint matters here; line 0 means that a game has grown by an unknown
        amount.
        """
        if self.timeline.wants_keeping or 0 in grown.values():
            return True
        return any(starmap(self._is_behind, grown.items()))

    def _is_behind(self, id: str, seq: int) -> bool:
        """Return whether a game is followed here but hasn't reached this line."""
        open_game = self.open_games.get(id)
        return open_game is not None and open_game.log.head.seq < seq and open_game.followed

    def _read_ahead(self, grown: Mapping[str, int]) -> dict[str, NewGroups]:
        """Read what others have appended to the games that are followed here."""
        heads: dict[str, Head] = {}
        for id, seq in grown.items():
            open_game = self.open_games.get(id)
            if open_game is not None and self._is_behind(id, seq) and not open_game.appending:
                heads[id] = open_game.log.head
        if heads:
            with suppress(LedgerError):
                found = self.store.new_groups(heads)
                return {id: NewGroups(heads[id], groups) for id, groups in found.items()}
        return {}

    def _take_hint(self, grown: Mapping[str, int] | None, news: Mapping[str, NewGroups]) -> None:
        """Act on a hint that games may have grown; `news` has the groups already read."""
        if self.closing.is_set():
            return
        if grown is None:
            self._begin(self._check_followed())
            return
        if unknown := [id for id, seq in grown.items() if not seq]:
            self._begin(self._check_followed(unknown))
        for id, seq in grown.items():
            self.timeline.grew(id, seq)
            if self._is_behind(id, seq):
                open_game = self.open_games[id]
                open_game.hinted = max(open_game.hinted, seq)
                if not open_game.appending:  # an append checks afterwards
                    self._begin(self._catch_up(open_game, seq, news.get(id)))

    async def _check_followed(self, some: Collection[str] | None = None) -> None:
        """Check whether followed games have grown, since hints can get lost.

        Without `some`, check all of them, and stop taking hints about any others.
        """
        open_games = self.open_games.values() if some is None else map(self.open_games.get, some)
        followed = {
            open_game.id: open_game
            for open_game in open_games
            if open_game is not None and open_game.followed
        }
        if some is None:
            self._drop_hints(followed)
        ids = list(followed)
        for start in range(0, len(ids), BATCH):
            with suppress(LedgerError):
                heads = {id: followed[id].log.head for id in ids[start : start + BATCH]}
                for id in await self.runtime.in_thread(self.store.changed, heads):
                    await self._catch_up(followed[id], 0)
        self.timeline.wake()

    async def _refresh(self, open_game: OpenGame) -> None:
        """Bring an open game up to date with the store."""
        head = await self._heads.ask(open_game.id)
        if head != open_game.log.head:
            await open_game.catch_up(0 if head is None else head.seq)

    async def _catch_up(self, open_game: OpenGame, seq: int, news: NewGroups | None = None) -> None:
        with suppress(LedgerError):
            await open_game.catch_up(seq, news)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(contained(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def keep_timeline(self) -> None:
        """Keep the timeline of all games from now on, or take in what others wrote."""
        await self.timeline.keep(lambda: {id: r.log.head.seq for id, r in self.open_games.items()})

    # --- new games --------------------------------------------------------------------------

    async def create(self, wish: NewGame, key: str | None) -> tuple[OpenGame, bool]:
        """Start a game; return it, and False if the same request had already created it."""
        game = await self.runtime.in_thread(find_game, wish.game)
        id = wish.id or new_id(game.meta.name, key)
        started = self.runtime.now()
        if any(isinstance(seat, Seat) and seat.sees_all is True for seat in wish.seats):
            raise Malformed("on a server, a bot sees what its seat sees", about="seats")
        opened = opening.open_game(
            game,
            wish.seats,
            options=wish.options,
            box=wish.box,
            id=id,
            place=wish.place,
            started=started,
        )

        def make() -> bytes:
            if key is not None:
                self._check_key_is_unused(key, id)
            try:
                return Table.open(game, opened, self.runtime.chance(), at=started, key=key).bytes()
            except FORGED as e:
                raise game_fault(e, game) or value_fault(e, game) or e from e

        return await self._add_game(id, game.meta.name, key, opened, make)

    def _check_key_is_unused(self, key: str, id: str) -> None:
        """Raise `Conflict` if the key was used for a different kind of game."""
        others = {new_id(name, key) for name in installed()} - {id}
        if any(map(self.store.has, others)):
            raise Conflict("this idempotency key was already used for another game; use a new one")

    async def branch(
        self, open_game: OpenGame, at: int, id: str | None, key: str | None
    ) -> tuple[OpenGame, bool]:
        """Start a game from a position in another one.

        Return it, and False if the same request had already created it. Raises `Illegal` if the
        other game is still running and has secrets.
        """
        if not open_game.over and has_secrets(open_game.game):
            raise Illegal(
                "a game can't be branched while it is being played: moves in the branch would "
                "reveal what is still hidden",
                hint="branch it when it's over",
            )
        past = await open_game.history(None)
        name = id or new_id(f"{open_game.id[:40]}-at-{at}", key)
        lines, data = branch(open_game.game, past.lines, at, id=name, key=key)
        return await self._add_game(
            name, open_game.game.meta.name, key, lines[0].data, lambda: data
        )

    async def _add_game(
        self, id: str, game: str, key: str | None, opened: Opened, make: Callable[[], bytes]
    ) -> tuple[OpenGame, bool]:
        """Add a new log to the library, unless the same request already did so."""
        if self.runtime.writes is not None:
            await self.runtime.writes.ensure(always=True)
        async with self._creating:
            if not await self.runtime.in_thread(self.store.has, id):
                data = await self.games.on_log(make)
                try:
                    await self.runtime.write(self.journal.add, id, game, data)
                except Conflict:  # another process was faster
                    if not await self.runtime.in_thread(self.store.has, id):
                        raise
                else:
                    open_game = await self.get(id)
                    self._call_watchers(open_game, own=True)
                    return open_game, True
            open_game = await self.get(id)
            if key is None or open_game.log.first.key != key:
                raise Conflict("there is already a game {id!r}", id=id)
            if msgspec.structs.replace(open_game.log.opened, started=opened.started) != opened:
                raise Conflict(
                    "this idempotency key was already used for another game; use a new one"
                )
            if not await self.runtime.in_thread(self.journal.knows, id):
                # the service died between the log and the journal
                await self.runtime.in_thread(self.journal.add, id, game)
            return open_game, False

    # --- housekeeping -----------------------------------------------------------------------

    async def run_housekeeping(self) -> None:
        """Close idle games and keep the journal up to date, until the service stops."""
        looking = asyncio.ensure_future(self._keep_checking())
        await self.journal.catch_up(self.backend.library)
        while not await self._closes_within(1.0):
            await self.runtime.in_thread(self.journal.journal.pause_if_idle)
            await self.heal()
            for open_game in list(self.open_games.values()):
                log = open_game.log
                log.drop_histories()
                if open_game.readers and not log.writing and not log.head.sealed:
                    with suppress(LedgerError, OSError):  # its writer sends no hints
                        await self.get(open_game.id)
                if open_game.over and open_game.log.writing and not open_game.log.head.sealed:
                    with suppress(LedgerError, OSError):
                        await open_game.seal_if_over()
                if self.closing.is_set():
                    break
            resting = [r for r in self.open_games.values() if r.over or monotonic() - r.used > IDLE]
            await self.journal.update(resting)
            for open_game in resting:
                # a game whose disk failed stays, so that /health shows it
                idle = not open_game.readers and not isinstance(open_game.log.trouble, Failed)
                done = open_game.over and not open_game.browsed
                late = monotonic() - open_game.used > (DONE if done else IDLE)
                if idle and late and self.journal.is_up_to_date(open_game):
                    self._close(open_game)
        await looking

    async def _keep_checking(self) -> None:
        """Check every second for what others wrote, however long anything else takes."""
        while not await self._closes_within(1.0):
            if self.timeline.wants_keeping:
                with suppress(LedgerError, OSError):
                    await self.keep_timeline()
            if self.store.shared:
                await self._check_followed()

    async def _closes_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.closing.wait(), seconds)
        return self.closing.is_set()

    async def update_journal(self) -> None:
        await self.journal.update_all(self.open_games.values())

    def _close(self, open_game: OpenGame) -> None:
        if self.open_games.get(open_game.id) is open_game and not open_game.lock.locked():
            del self.open_games[open_game.id]
            self.journal.closed(open_game.id)
            self.store.release(open_game.id)
            open_game.close()

    def stop(self) -> None:
        """End every stream and accept no more requests."""
        self.closing.set()
        for open_game in self.open_games.values():
            open_game.close()
        self.timeline.wake()

    async def close(self) -> None:
        """Finish what has begun and release everything."""
        self.stop()
        self._unwatch()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for lock in list(self._opening.values()):  # no game may be opened after this
            async with lock:
                pass
        for open_game in list(self.open_games.values()):
            async with open_game.lock:
                pass
        with suppress(TimeoutError):  # the store may be away; the next start catches up
            await asyncio.wait_for(self.journal.update(list(self.open_games.values())), PATIENCE)
        await self.timeline.close()
        await self.runtime.in_thread(self.journal.journal.close)
        await self.runtime.in_thread(self.backend.close)
        self.pool.shutdown()
        self.games.close()

    @property
    def read_only(self) -> list[OpenGame]:
        """Games that can't be written although they aren't over."""
        return [
            r
            for r in self.open_games.values()
            if r.log.trouble is not None and not r.log.head.sealed
        ]


def _is_idle(open_game: OpenGame) -> bool:
    """Return whether nobody follows a game, and nothing is wrong with it."""
    return not open_game.readers and open_game.log.trouble is None


def new_id(base: str, key: str | None) -> str:
    """Return an id for a new game; the same key always results in the same id."""
    tail = secrets.token_hex(6) if key is None else hashlib.sha256(key.encode()).hexdigest()[:12]
    return f"{base}-{tail}"
