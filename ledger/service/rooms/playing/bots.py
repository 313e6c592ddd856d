"""Bots that the service plays with: each sees what its seat sees, and answers when it is asked.

A seat whose `bot` is one of the game's own is played here; any other name is somebody else's bot.
A move is meant for one version of the game, so it is made once, whoever else tries. Where several
processes have a game open, the one that wrote last in it plays its bots; the others wait a while
longer, and step in if nothing has happened. What a bot keeps to itself doesn't matter: after a
restart it goes on from the position.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeVar

from ledger.kernel.errors import Illegal, LedgerError, Stale
from ledger.kernel.game.game import Game
from ledger.kernel.rules.command import Command, State
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.game_list import GameFilter
from ledger.protocol.errors import Closing
from ledger.service.rooms.registry import RoomRegistry
from ledger.service.rooms.room import Room, Sender

from .moves import GivenCommand

T = TypeVar("T")
DELAY = 1.0
"""Seconds before a bot's move, so that people can follow."""
PATIENCE = 20.0
"""Seconds that a bot may think; then any move is made for it."""
GRACE = 4.0
"""Seconds, at least, that another process gets to move for its bots."""
AT_ONCE = 4
"""Bots that think at the same time."""
GUESSES = 8
"""Random moves that are tried when the rules refuse a bot's own, before the list of all."""
LISTED = 200
AGAIN = 5.0
"""Seconds until games that wait for a bot are looked for once more, if that failed."""
PAGE = 500
_log = logging.getLogger("ledger.service")


class HouseBots:
    """Moves for the bots of all games that are open here."""

    def __init__(
        self,
        registry: RoomRegistry,
        *,
        delay: float = DELAY,
        patience: float = PATIENCE,
        rng: random.Random | None = None,
    ) -> None:
        self._registry, self._delay, self._patience = registry, delay, patience
        self._rng = rng or random.Random()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._stuck: dict[str, tuple[Room, int]] = {}
        self._ours: set[str] = set()  # games in which this process wrote last
        self._thinking = asyncio.Semaphore(AT_ONCE)
        registry.watchers.append(self.look)

    def look(self, room: Room, own: bool) -> None:
        """See whether a bot is asked in a game that was opened or has grown."""
        asked = asked_bot(room)
        if asked is not None and (own or not room.log.shared):
            self._ours.add(room.id)
        else:
            self._ours.discard(room.id)
        if room.id in self._playing or self._registry.closing.is_set():
            return
        if asked is not None and self._stuck.get(room.id) != (room, room.log.head.seq):
            self._playing[room.id] = asyncio.ensure_future(self._play(room.id))

    async def resume(self) -> None:
        """Open the games in which the service stopped before a bot's move, once they are found."""
        found = False
        while not found and not self._registry.closing.is_set():
            try:
                await self._open_waiting()
                found = True
            except Closing:
                return
            except (LedgerError, OSError) as e:
                _log.warning("can't look for games that wait for a bot: %s", e)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._registry.closing.wait(), AGAIN)

    async def _open_waiting(self) -> None:
        registry = self._registry
        pages = registry.listing.pages(GameFilter(unsealed=True), PAGE)
        while page := await registry.runtime.in_thread(next, pages, None):
            for id in await registry.runtime.in_thread(self._with_bots, page):
                try:
                    await registry.room(id)
                except Closing:
                    raise
                except (LedgerError, OSError) as e:
                    _log.warning("%s can't be looked at: %s", id, e)

    def _with_bots(self, entries: Sequence[GameEntry]) -> list[str]:
        """Return which games may have bots, by their first lines."""
        first = self._registry.store.first_lines([entry.id for entry in entries])
        return [id for id, raw in first.items() if b'"bot"' in raw]

    async def close(self) -> None:
        """Let every bot stop; moves that are being written are written."""
        self._registry.watchers.remove(self.look)
        playing = list(self._playing.values())
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    # --- one game -----------------------------------------------------------------------------

    async def _play(self, id: str) -> None:
        """Move for the bots of a game until somebody else is asked."""
        room: Room | None = None
        try:
            while True:
                room = await self._registry.room_for_writing(id)
                if asked_bot(room) is None:
                    break
                if not await self._is_our_turn(room):
                    continue
                if not await self._move(room):
                    self._stuck[id] = room, room.log.head.seq
                    break
                self._stuck.pop(id, None)
        except Closing:
            pass  # whoever opens it next looks again
        except Exception as e:
            _log.warning("the bots of %s can't play: %s", id, e)
            if room is not None:
                self._stuck[id] = room, room.log.head.seq
        finally:
            self._playing.pop(id, None)
            now = self._registry.rooms.get(id)
            if now is not None and not now.closed:
                self.look(now, id in self._ours)  # it may have grown in the last moment

    async def _is_our_turn(self, room: Room) -> bool:
        """Wait before a move; False if another process moved meanwhile."""
        await asyncio.sleep(self._delay)
        if room.id in self._ours:
            return True
        seq = room.log.head.seq
        await asyncio.sleep(GRACE * (1 + self._rng.random()))
        return room.log.head.seq == seq

    async def _move(self, room: Room) -> bool:
        """Make one move; False if none is accepted. Who was quicker leaves nothing to do."""
        asked = asked_bot(room)
        if asked is None:
            return True
        seat, name = asked
        stream = await room.stream_of(seat)
        version, state = stream.head.seq, room.game.rules.copy(stream.state)
        sender = Sender(seat)
        for choose in self._ways(room.game, state, seat, name):
            try:
                command = await self._think(choose)
                await room.submit(sender, GivenCommand(command), version=version)
            except Stale:
                return True
            except LedgerError as e:
                if not isinstance(e, Illegal):
                    raise
            except Exception as e:
                _log.warning("the bot %s of %s failed: %r", name, room.id, e)
            else:
                return True
        return False

    def _ways(
        self, game: Game, state: State, seat: int, name: str
    ) -> Iterator[Callable[[], Command]]:
        """Yield ways to find a move: the bot's own, then any, then one of those that are listed.

        The bot may guess wrong about something that it can't see. Each gets a state of its own.
        """
        bot, rng = game.bots[name], random.Random(self._rng.random())
        own = game.rules.copy(state)
        yield lambda: bot.choose(game, own, seat, rng)
        for _ in range(GUESSES):
            yield lambda: game.rules.random_move(game.rules.copy(state), rng)
        listed: list[Command] = []

        def one() -> Command:
            if not listed:
                listed.extend(islice(game.rules.legal_moves(game.rules.copy(state), seat), LISTED))
                rng.shuffle(listed)
            return listed.pop()

        for _ in range(LISTED):
            yield one
            if not listed:
                return

    async def _think(self, work: Callable[[], T]) -> T:
        """Do something that may take long in a thread that nobody waits for at the end."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[T] = loop.create_future()

        def tell(value: T | None, error: BaseException | None) -> None:
            if not found.done():
                if error is None:
                    found.set_result(value)  # type: ignore[arg-type]
                else:
                    found.set_exception(RuntimeError(f"{error!r}"))

        def think() -> None:
            try:
                told: tuple[T | None, BaseException | None] = work(), None
            except BaseException as e:  # a bot is a stranger's program
                told = None, e
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, *told)

        async with self._thinking:
            threading.Thread(target=think, name="ledger-bot", daemon=True).start()
            return await asyncio.wait_for(found, self._patience)


def asked_bot(room: Room) -> tuple[int, str] | None:
    """Return a seat that may answer now and its bot, if the service plays that seat.

    In a branch it does not: whoever made it wants to see what might have been.
    """
    opened, asked = room.log.opened, room.game.rules.answerable(room.state)
    playable = room.log.writing and room.log.trouble is None and opened.view is None
    if not asked or not playable or room.closed or opened.origin is not None:
        return None
    for question in asked:
        bot = opened.seats[question.seat - 1].bot
        if isinstance(bot, str) and bot in room.game.bots:
            return question.seat, bot
    return None
