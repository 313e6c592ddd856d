"""All games that a token may see in one stream, in the order in which they grew.

A cursor in it names the last line sent from a game, like `tuesday:17`. It reveals nothing about
games that the reader may not see, and remains valid after a restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Unpack

import msgspec

from ledger.kernel.errors import Illegal, LedgerError
from ledger.protocol.errors import Closing, Forbidden, problem_details
from ledger.protocol.schemas import GameGroup, GameProblem
from ledger.service.backend import Growth
from ledger.service.open_games.open_game import OpenGame
from ledger.service.open_games.registry import OpenGameRegistry

from .sse import HEADERS, LiveStream, Reader, Send, body_part
from .viewer_stream import History, ViewerGroup

START, END = "start", "end"
_TRIES = 3
_encode = msgspec.json.Encoder().encode

Viewer = Callable[[str], int | None]
"""Returns which viewer the reader sees a game as; raises `Forbidden` if it may not see it."""


class StartPoint(NamedTuple):
    """Where a reader begins: after an offset in the timeline, and after a line in one growth."""

    offset: int
    rest: Growth | None = None
    line: int = 0


class AllGamesStream(LiveStream):
    """One reader's stream of all the games it may see; it ends with the token or the service."""

    def __init__(
        self, registry: OpenGameRegistry, viewer: Viewer, after: str, **reader: Unpack[Reader]
    ) -> None:
        super().__init__(**reader)
        self._registry, self._timeline, self._viewer = registry, registry.timeline, viewer
        self._after = after
        self._begin: bytes = b""
        self._at = StartPoint(0)
        self._failed: set[str] = set()

    async def find_start(self) -> None:
        """Find out where to begin; raise `Illegal` for a cursor that no reader was given."""
        await self._registry.keep_timeline()
        if self._after == START:
            return
        if self._after == END:
            last = await self._timeline.latest(lambda growth: self._sees(growth.game))
            cursor = START
            if last is not None:
                cursor = f"{last.game}:{await self._line_in_own_stream(last.game, last.last)}"
            self._at = StartPoint(0 if last is None else last.offset)
            self._begin = b"id: %b\nevent: begin\ndata: {}\n\n" % cursor.encode()
            return
        game, _, text = self._after.partition(":")
        found = None
        if self._sees(game):
            line = await self._line_in_full_log(game, int(text))
            found = await self._timeline.holding(game, line)
        if found is None:
            raise Illegal(
                "this stream has no position {after!r}",
                hint="leave `after` out to begin at the start, or begin at `end`",
                after=self._after,
            )
        self._at = StartPoint(found.offset, found, line)

    async def _readers(self) -> set[asyncio.Event]:
        self._registry.follow_all()
        return self._timeline.waiting

    async def _send_groups(self, send: Send) -> None:
        await self._send(send, {"type": "http.response.start", "status": 200, "headers": HEADERS})
        if self._begin:
            await self._send(send, body_part(self._begin))
        if self._at.rest is not None:
            await self._send_growth(send, self._at.rest, self._at.line)
        offset = self._at.offset
        await self._timeline.flush()  # anything noted before there were readers
        while not self._ended and not self._registry.closing.is_set():
            self._news.clear()
            grown = await self._timeline.after(offset)
            for growth in grown:
                if self._ended or self._registry.closing.is_set():
                    break
                await self._send_growth(send, growth, growth.first - 1)
                offset = growth.offset
            if not grown:
                await self._wait_for_news(send)
        await self._send(send, body_part(b"", more=False))

    async def _send_growth(self, send: Send, growth: Growth, after: int) -> None:
        """Send those groups of a growth that come after a line, if the reader may see the game."""
        try:
            viewer = self._viewer(growth.game)
            open_game, groups = await self._groups(growth, viewer, after)
            for group in groups:
                await self._send(send, body_part(_message(open_game, viewer, group)))
        except (Forbidden, Closing):
            return
        except LedgerError as e:
            if growth.game not in self._failed:  # once per game
                self._failed.add(growth.game)
                said = _encode(GameProblem(id=growth.game, problem=problem_details(e)))
                await self._send(send, body_part(b"event: failed\ndata: %b\n\n" % said))

    async def _groups(
        self, growth: Growth, viewer: int | None, after: int
    ) -> tuple[OpenGame, list[ViewerGroup]]:
        for n in range(_TRIES):
            open_game = await self._registry.get(growth.game, fresh=n > 0)
            if viewer is not None and open_game.log.opened.view not in (None, viewer):
                raise Forbidden("only one seat's view of this game is known")
            stream = await open_game.stream_of(viewer)
            if stream.whole >= growth.last:  # otherwise it has just been closed, or is behind
                break
        groups = stream.after_whole(after)
        if groups is None:
            groups = (await open_game.history(viewer)).groups
        return open_game, [group for group in groups if after < group.whole <= growth.last]

    async def _line_in_own_stream(self, game: str, line: int) -> int:
        """Return the last line of the reader's own stream that is at or before a line of the full
        log.
        """
        history = await self._own_history(game)
        return line if history is None else history.group_of(line).last

    async def _line_in_full_log(self, game: str, line: int) -> int:
        """Return the number in the full log of a line in the reader's own stream."""
        history = await self._own_history(game)
        return line if history is None else history.whole_line(line)

    async def _own_history(self, game: str) -> History | None:
        """Return a game's history if the reader sees less than the full log and it can be read."""
        viewer = self._viewer(game)
        if viewer is None:
            return None
        try:
            return await (await self._registry.get(game)).history(viewer)
        except LedgerError:
            return None

    def _sees(self, game: str) -> bool:
        try:
            self._viewer(game)
        except Forbidden:
            return False
        return True


def _message(open_game: OpenGame, viewer: int | None, group: ViewerGroup) -> bytes:
    facts = GameGroup(
        id=open_game.id,
        game=open_game.game.meta.name,
        viewer=viewer,
        events=[msgspec.Raw(raw) for raw in group.raws],
    )
    cursor = f"{open_game.id}:{group.last}".encode()
    return b"id: %b\nevent: group\ndata: %b\n\n" % (cursor, _encode(facts))
