"""The possible moves of seats, cached while their players click.

The moves of a seat at a version are generated once, however many requests need them. The cache is
limited by the number of moves; the oldest go first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ledger.kernel.move_chooser import Chooser
from ledger.service.open_games.open_game import OpenGame
from ledger.service.open_games.streams.viewer_stream import ViewerStream

MOST_MOVES = 120_000
"""How many moves are kept in total; a seat in Bangkok Klongs can have 17,000."""
MOST_KEPT = 256
"""How many choosers are kept."""
Key = tuple[OpenGame, int | None, int, int]
Work = Callable[[Callable[[], Chooser]], Awaitable[Chooser]]


class ChooserCache:
    """Choosers by game, viewer, seat and version; for use on the event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, asyncio.Future[Chooser]] = OrderedDict()

    async def find(
        self, open_game: OpenGame, stream: ViewerStream, seat: int, work: Work
    ) -> Chooser:
        """Return a seat's chooser, made from what a viewer sees; `work` makes it in a thread."""
        key = (open_game, stream.viewer, seat, stream.head.seq)
        found = self._kept.get(key)
        if found is None:
            state = open_game.game.rules.copy(stream.state)  # the game may continue in the meantime
            opened = stream.opened
            found = asyncio.ensure_future(
                work(lambda: Chooser(open_game.game, state, seat, opened))
            )
            self._kept[key] = found
        self._kept.move_to_end(key)
        try:
            chooser = await asyncio.shield(found)  # other requests may be waiting for it, too
        except BaseException:
            if found.done() and self._kept.get(key) is found:
                del self._kept[key]
            raise
        self._shrink()
        return chooser

    def _shrink(self) -> None:
        """Drop the oldest if there are too many; never the newest, nor one that isn't ready."""
        sizes = {
            key: len(found.result().commands)
            for key, found in self._kept.items()
            if found.done() and not found.cancelled() and found.exception() is None
        }
        total = sum(sizes.values())
        for key in list(sizes)[:-1]:
            if total <= MOST_MOVES and len(self._kept) <= MOST_KEPT:
                break
            total -= sizes[key]
            del self._kept[key]
