"""The bots that the service plays: each sees what its seat sees, and moves when it is asked.

The service plays a seat whose `bot` is one of the game's own; any other name refers to somebody
else's program. A bot's move is for one version of the game, so it is made only once. If several
processes have a game open, the one that wrote last in it plays its bots; the others wait longer,
and step in if nothing happens. Bots keep no state: after a restart they continue from the position.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeVar

from ledger.kernel.errors import Illegal, LedgerError, Stale, TookTooLong
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.rules.command import Command, State
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.game_list import GameFilter
from ledger.protocol.errors import Closing
from ledger.service.game_threads import GameThreads, contained
from ledger.service.open_games.open_game import OpenGame, Sender
from ledger.service.open_games.registry import OpenGameRegistry

from .submission import GivenCommand

T = TypeVar("T")
DELAY = 1.0
"""Seconds before a bot's move, so that people can follow."""
PATIENCE = 20.0
"""Seconds that a bot may think; after that a random move is made for it."""
GRACE = 4.0
"""Seconds, at least, that another process gets to move for its bots."""
AT_ONCE = 4
"""How many bots think at the same time."""
GUESSES = 8
"""How many random moves are tried if a bot's own is refused, before trying all legal moves."""
LISTED = 200
AGAIN = 5.0
"""Seconds until the next search for games that are waiting for a bot, if one failed."""
PAGE = 500
_log = logging.getLogger("ledger.service")


class ServiceBots:
    def __init__(
        self,
        registry: OpenGameRegistry,
        *,
        delay: float = DELAY,
        patience: float = PATIENCE,
        rng: random.Random | None = None,
    ) -> None:
        self._registry, self._delay, self._patience = registry, delay, patience
        self._rng = rng or random.Random()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._stuck: dict[str, tuple[OpenGame, int]] = {}
        self._ours: set[str] = set()  # games in which this process was the last to write
        self._threads = GameThreads(AT_ONCE, "ledger-bot", seconds=patience, waits=1)
        registry.watchers.append(self.look)

    def look(self, open_game: OpenGame, own: bool) -> None:
        """Let a bot move if it is its turn, in a game that was opened or has grown."""
        asked = bot_to_move(open_game)
        if asked is not None and (own or not open_game.log.shared):
            self._ours.add(open_game.id)
        else:
            self._ours.discard(open_game.id)
        if open_game.id in self._playing or self._registry.closing.is_set():
            return
        if asked is not None and self._stuck.get(open_game.id) != (
            open_game,
            open_game.log.head.seq,
        ):
            playing = contained(self._play(open_game.id))
            self._playing[open_game.id] = asyncio.ensure_future(playing)

    async def resume(self) -> None:
        """Open the games in which the service stopped before a bot's move."""
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
                    await registry.get(id)
                except Closing:
                    raise
                except (LedgerError, OSError) as e:
                    _log.warning("%s can't be looked at: %s", id, e)

    def _with_bots(self, entries: Sequence[GameEntry]) -> list[str]:
        """Return the games that may have bots, according to their first lines."""
        first = self._registry.store.first_lines([entry.id for entry in entries])
        return [id for id, raw in first.items() if b'"bot"' in raw]

    async def close(self) -> None:
        """Stop every bot; moves that are being written are completed."""
        self._registry.watchers.remove(self.look)
        playing = list(self._playing.values())
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- one game -----------------------------------------------------------------------------

    async def _play(self, id: str) -> None:
        """Move for the bots of a game until it is a person's turn."""
        open_game: OpenGame | None = None
        try:
            while True:
                open_game = await self._registry.get_for_writing(id)
                if bot_to_move(open_game) is None:
                    break
                if not await self._is_our_turn(open_game):
                    continue
                if not await self._move(open_game):
                    self._stuck[id] = open_game, open_game.log.head.seq
                    break
                self._stuck.pop(id, None)
        except Closing:
            pass  # they are looked at again when the game is next opened
        except TookTooLong as e:
            self._registry.close_faulty(id, e)
        except Exception as e:
            _log.warning("the bots of %s can't play: %s", id, what_was_raised(e))
            if open_game is not None:
                self._stuck[id] = open_game, open_game.log.head.seq
        finally:
            self._playing.pop(id, None)
            now = self._registry.open_games.get(id)
            if now is not None and not now.closed:
                self.look(now, id in self._ours)  # it may have grown just now

    async def _is_our_turn(self, open_game: OpenGame) -> bool:
        """Wait before a move; return False if another process moved in the meantime."""
        await asyncio.sleep(self._delay)
        if open_game.id in self._ours:
            return True
        seq = open_game.log.head.seq
        await asyncio.sleep(GRACE * (1 + self._rng.random()))
        return open_game.log.head.seq == seq

    async def _move(self, open_game: OpenGame) -> bool:
        """Make one move; return False if none is accepted, and True even if others were faster."""
        asked = bot_to_move(open_game)
        if asked is None:
            return True
        open_game.game.boxes.check_usable(open_game.log.opened)
        seat, name = asked
        stream = await open_game.stream_of(seat)
        version, state = stream.head.seq, open_game.game.rules.copy(stream.state)
        sender = Sender(seat)
        for choose in self._choosers(open_game.game, state, seat, name):
            try:
                command = await self._think(choose)
                await open_game.submit(sender, GivenCommand(command), version=version)
            except Stale:
                return True
            except LedgerError as e:
                if not isinstance(e, Illegal):
                    raise
            except Exception as e:
                said = what_was_raised(e)
                _log.warning("the bot %s of %s failed: %s", name, open_game.id, said)
            else:
                return True
        return False

    def _choosers(
        self, game: Game, state: State, seat: int, name: str
    ) -> Iterator[Callable[[], Command]]:
        """Yield ways to find a move: the bot's own, then random moves, then the legal ones.

        A bot can guess wrong about what it can't see. Each way gets its own copy of the state.
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
        """Let a bot choose in a thread that ends in time; the service can exit without waiting for
        it.
        """
        try:
            return await asyncio.wrap_future(self._threads.submit(work))
        except LedgerError as e:
            raise RuntimeError(what_was_raised(e)) from e  # a bot is other people's code


def bot_to_move(open_game: OpenGame) -> tuple[int, str] | None:
    """Return a seat that may move now and its bot, if the service plays that seat.

    It plays none in a branch: that is for people who want to see what might have been.
    """
    opened, asked = open_game.log.opened, open_game.game.rules.answerable(open_game.state)
    playable = open_game.log.writing and open_game.log.trouble is None and opened.view is None
    if not asked or not playable or open_game.closed or opened.origin is not None:
        return None
    for question in asked:
        bot = opened.seats[question.seat - 1].bot
        if isinstance(bot, str) and bot in open_game.game.bots:
            return question.seat, bot
    return None
