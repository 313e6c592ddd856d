"""All games of a library, as far as they are open here."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic

import msgspec

from ledger.kernel.errors import Conflict, Failed, Illegal, LedgerError, Locked
from ledger.kernel.game.registry import find_game, installed
from ledger.kernel.ids import check_id
from ledger.kernel.log.branch import branch
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Opened
from ledger.kernel.play.chance import Chance, Seeded
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.times import now
from ledger.library.library import Library
from ledger.library.log_files import GAMES
from ledger.protocol.errors import Closing
from ledger.protocol.schemas import NewGame
from ledger.service.auth.tokens import FOLDER
from ledger.store.files import Files
from ledger.store.folder import FolderStore

from .disk_check import DiskCheck
from .ids import new_id
from .interface import GameListing, Journal
from .journal import GameJournal, LibraryJournal
from .listing import LibraryListing
from .room import Room, Runtime
from .timeline import Timeline
from .undo_policy import has_secrets

IDLE = 60.0
"""Seconds after which a game that nobody asks for is closed."""
DONE = 5.0
"""Seconds after which one that is over is closed."""
MAX_OPEN_GAMES = 1000
"""Games that are open at once, as long as some of them have no readers."""
ROOM = 20
"""When there is no more room, one open game in this many is closed, so that there is again."""
THREADS = 16
"""Flushes of different games that run side by side."""


class RoomRegistry:
    """Opens games when they are asked for, and closes them when nobody does."""

    def __init__(
        self,
        library: Library,
        *,
        files: Files | None = None,
        clock: Callable[[], str] | None = None,
        chance: Callable[[], Chance] | None = None,
        on_append: Callable[[float], None] = lambda _: None,
        on_heal: Callable[[], None] = lambda: None,
        max_open: int = MAX_OPEN_GAMES,
        listing: GameListing | None = None,
        journal: Journal | None = None,
    ) -> None:
        """`listing` and `journal`: others than those of the library."""
        self.library, self.max_open = library, max_open
        self.store = FolderStore(library.folder / GAMES, files=files)
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="ledger")
        dice = Seeded(random.SystemRandom())
        self.runtime = Runtime(
            self.pool,
            clock or now,
            chance or (lambda: dice),
            on_append,
            on_growth=self._grew,
        )
        self.watchers: list[Callable[[Room], None]] = []
        """Who is told of each game that was opened or has grown; they must not take long."""
        self.timeline = Timeline(library.folder / FOLDER / "timeline", self.runtime, files)
        self._timed: str | None = None
        self.rooms: dict[str, Room] = {}
        self.closing = asyncio.Event()
        self.disk = DiskCheck(library.folder, files)
        self.on_heal = on_heal
        self.listing: GameListing = listing or LibraryListing(library)
        self.journal = GameJournal(
            journal or LibraryJournal(library), self.listing, self.store, self.runtime
        )
        self._opening: dict[str, asyncio.Lock] = {}
        self._creating = asyncio.Lock()
        self._trimming = asyncio.Lock()

    # --- games ------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """Return a game; opened if it was not."""
        self._check_open()
        found = self.rooms.get(check_id(id))
        if found is not None and not found.closed and not await self._changed(found):
            return found
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                self._check_open()  # whoever closes the service has waited for this lock
                if self.rooms.get(id) is found:
                    fresh = await self.runtime.in_thread(Room, id, self.store, self.runtime)
                    if found is not None:
                        found.close()
                    self.rooms[id] = fresh
                    self.journal.opened(fresh)
                    if self.timeline.last(id):  # opening may seal it, or find more than we wrote
                        self.timeline.grew(id, fresh.log.head.seq)
                    self._tell_watchers(fresh)
                    await self._trim(fresh)
                    return fresh
                return self.rooms[id]
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def _grew(self, id: str, last: int) -> None:
        self.timeline.grew(id, last)
        if (room := self.rooms.get(id)) is not None:
            self._tell_watchers(room)

    def _tell_watchers(self, room: Room) -> None:
        for tell in self.watchers:
            tell(room)

    def _check_open(self) -> None:
        if self.closing.is_set():
            raise Closing("the service is stopping; ask again in a moment")

    async def _trim(self, new: Room) -> None:
        """Close the games that were asked for least recently, when too many are open."""
        over = len(self.rooms) - self.max_open
        if over <= 0 or self._trimming.locked():
            return
        async with self._trimming:
            idle = [r for r in self.rooms.values() if r is not new and _is_idle(r)]
            leaving = sorted(idle, key=lambda r: r.used)[: over + self.max_open // ROOM]
            await self.journal.update(leaving)
            for room in leaving:
                # whoever lists games or asks in SQL must not be told of an older position
                if _is_idle(room) and self.journal.is_up_to_date(room):
                    self._close(room)

    async def _changed(self, room: Room) -> bool:
        """Whether a log that we do not write is no longer as we read it."""
        if room.log.writing:
            return False

        def head() -> Head | None:
            try:
                return self.store.head(room.id)
            except LedgerError:
                return None

        return await self.runtime.in_thread(head) != room.log.head

    async def reopen(self, id: str) -> Room:
        """Try again to write a game whose disk failed."""
        room = await self.room(id)
        async with room.lock:
            await self.runtime.in_thread(self.store.release, id)
            self.rooms.pop(id, None)
            room.close()
        return await self.room(id)

    async def heal(self) -> None:
        """Open games again whose disk was full or read-only, as soon as it takes something."""
        failed = [r for r in self.rooms.values() if r.log.may_heal]
        if failed and await self.disk.problem() is None:
            for room in failed:
                with suppress(LedgerError, OSError):
                    if (await self.reopen(room.id)).log.trouble is None:
                        self.on_heal()

    async def room_for_writing(self, id: str) -> Room:
        """Return a game; opened again if it was being written elsewhere and no longer is."""
        room = await self.room(id)
        if isinstance(room.log.trouble, Locked):
            with suppress(LedgerError):
                await self.runtime.in_thread(self.store.reopen, id)
                return await self.reopen(id)
        return room

    # --- all games at once --------------------------------------------------------------------

    async def keep_timeline(self) -> None:
        """Begin to keep the order in which all games grow, or take in what others wrote."""
        new = not self.timeline.is_open
        if new:
            await self.timeline.open()
        version = await self.runtime.in_thread(lambda: self.library.version)
        if new or version != self._timed:
            entries = await self.runtime.in_thread(self.library.games)
            lines = {e.id: e.lines for e in sorted(entries, key=lambda e: e.id) if e.kind == "log"}
            lines |= {id: self.rooms[id].log.head.seq for id in lines.keys() & self.rooms.keys()}
            if new and await self.runtime.in_thread(self._is_older, lines):
                await self.timeline.begin_anew()
            for id, last in lines.items():
                self.timeline.grew(id, last)
            self._timed = version
        await self.timeline.flush()

    def _is_older(self, lines: Mapping[str, int]) -> bool:
        """Whether games have fewer lines than were told: the library is an earlier copy."""
        for id, last in lines.items():
            told = self.timeline.last(id)
            if last < told:  # the journal may be behind the log
                with suppress(LedgerError):
                    if self.store.head(id).seq < told:
                        return True
        return False

    # --- new games --------------------------------------------------------------------------

    async def create(self, wish: NewGame, key: str | None) -> tuple[Room, bool]:
        """Start a game; whether it is new, or the same request has made it before."""
        game = await self.runtime.in_thread(find_game, wish.game)
        id = wish.id or new_id(game.meta.name, key)
        started = self.runtime.now()
        opened = open_game(
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
            return Table.open(game, opened, self.runtime.chance(), at=started, key=key).bytes()

        return await self._add_game(id, game.meta.name, key, opened, make)

    def _check_key_is_unused(self, key: str, id: str) -> None:
        """Refuse a key under which another kind of game was made."""
        for name in installed():
            if (other := new_id(name, key)) != id and self.store.has(other):
                raise Conflict(
                    "this idempotency key was already used for another game; use a new one"
                )

    async def branch(
        self, room: Room, at: int, id: str | None, key: str | None
    ) -> tuple[Room, bool]:
        """Start a game from a position of another one."""
        if not room.over and has_secrets(room.game):
            raise Illegal(
                "a game can't be branched while it goes on: moves in the branch would show what "
                "is still hidden",
                hint="branch it when it is over",
            )
        past = await room.history(None)
        name = id or new_id(f"{room.id[:40]}-at-{at}", key)
        lines, data = branch(room.game, past.lines, at, id=name, key=key)
        return await self._add_game(name, room.game.meta.name, key, lines[0].data, lambda: data)

    async def _add_game(
        self, id: str, game: str, key: str | None, opened: Opened, make: Callable[[], bytes]
    ) -> tuple[Room, bool]:
        """Enter a new log into the library, unless the same request did so before."""
        async with self._creating:
            if not await self.runtime.in_thread(self.store.has, id):
                data = await self.runtime.in_thread(make)
                await self.runtime.in_thread(self.journal.add, id, game, data)
                return await self.room(id), True
            room = await self.room(id)
            if key is None or room.log.first.key != key:
                raise Conflict(f"there is already a game {id!r}")
            if msgspec.structs.replace(room.log.opened, started=opened.started) != opened:
                raise Conflict(
                    "this idempotency key was already used for another game; use a new one"
                )
            if not await self.runtime.in_thread(self.journal.knows, id):
                # the service died between the log and the journal
                await self.runtime.in_thread(self.journal.add, id, game)
            return room, False

    # --- housekeeping -----------------------------------------------------------------------

    async def run_housekeeping(self) -> None:
        """Close what nobody uses and keep the journal up to date, until the service stops."""
        await self.journal.catch_up(self.library)
        while not self.closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), 1.0)
            await self.runtime.in_thread(self.journal.journal.pause_if_idle)
            if self.timeline.waiting or (not self.timeline.is_open and self.timeline.path.exists()):
                with suppress(LedgerError, OSError):
                    await self.keep_timeline()
            await self.heal()
            for room in list(self.rooms.values()):
                if not room.log.writing and room.readers and not room.log.head.sealed:
                    with suppress(LedgerError, OSError):  # whoever writes it does not tell us
                        await self.room(room.id)
                if room.over or monotonic() - room.used > IDLE:
                    await self.journal.update([room])
                    # a game whose disk failed stays, so that the service says so
                    idle = not room.readers and not isinstance(room.log.trouble, Failed)
                    done = room.over and not room.browsed
                    late = monotonic() - room.used > (DONE if done else IDLE)
                    if idle and late and self.journal.is_up_to_date(room):
                        self._close(room)

    async def update_journal(self) -> None:
        """Let the journal know how far every game is."""
        await self.journal.update_all(self.rooms.values())

    def _close(self, room: Room) -> None:
        if self.rooms.get(room.id) is room and not room.lock.locked():
            del self.rooms[room.id]
            self.journal.closed(room.id)
            self.store.release(room.id)
            room.close()

    def stop(self) -> None:
        """End every stream and take no more requests."""
        self.closing.set()
        for room in self.rooms.values():
            room.close()
        self.timeline.wake()

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        self.stop()
        for opening in list(self._opening.values()):  # a game must not be opened behind our back
            async with opening:
                pass
        for room in list(self.rooms.values()):
            async with room.lock:
                await self.journal.update([room])
        await self.timeline.close()
        await self.runtime.in_thread(self.journal.journal.close)
        self.store.close()
        self.pool.shutdown()

    @property
    def read_only(self) -> list[Room]:
        """The games that cannot be written though they are not over."""
        return [
            r for r in self.rooms.values() if r.log.trouble is not None and not r.log.head.sealed
        ]


def _is_idle(room: Room) -> bool:
    """Whether nobody would miss a room if it were closed."""
    return not room.readers and room.log.trouble is None
