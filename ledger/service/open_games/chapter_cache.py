"""The chapters, contents and pictures that pages show, made in threads and cached.

Each viewer of a game has their own chapters, made from their own stream. Concurrent requests for
the same thing wait for one result, so many viewers cost no more than one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, Self, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Retracted
from ledger.kernel.message import Message
from ledger.kernel.replay.log_reader import upcast
from ledger.kernel.scene.chapter_shapes import CHAPTER
from ledger.kernel.verify.blame import blamed
from ledger.service.game_json import game_json
from ledger.service.game_threads import WHOLE_LOG_SECONDS, GameThreads, contained
from ledger.system.memory import give_back_memory
from ledger.web.chapters import (
    GrowingChapter,
    LineRenderer,
    chapter_number,
    render_chapter,
)
from ledger.web.contents import PART, ContentsPart, contents_part

from .open_game import OpenGame
from .streams.viewer_stream import History, ViewerStream

T = TypeVar("T")
Args = TypeVarTuple("Args")
MOST_BYTES = 64 * 1024 * 1024
"""How many bytes are kept, as sent."""
UNUSED = 600.0
"""Seconds after which something is dropped that nobody has asked for again."""
LOOKS = 60.0
"""Seconds between searches for what is unused."""
THREADS = 2
"""Threads that make scenes. Threads that write games never wait for them."""
LIVE = 128
"""How many newest chapters of running games are kept ready to grow without rereading their logs."""
OBJECTS = 12
"""The most bytes of memory that lists and numbers take for each byte of their JSON."""


class ChapterText(NamedTuple):
    """The scene at the beginning of a chapter, and its lines, as JSON."""

    first: int
    start: bytes
    lines: tuple[bytes, ...]

    @classmethod
    def of(cls, chapter: GrowingChapter) -> Self:
        encode = partial(game_json, chapter.renderer.game)
        return cls(chapter.lines[0].seq, encode(chapter.start), tuple(map(encode, chapter.lines)))

    @property
    def last(self) -> int:
        """The number of its last line so far."""
        return self.first + len(self.lines) - 1

    @property
    def size(self) -> int:
        return len(self.start) + sum(map(len, self.lines))


class _Kept:
    """Something that is kept, its size, and when it was last asked for."""

    __slots__ = ("size", "used", "value")

    def __init__(self, value: Any, size: int) -> None:
        self.value, self.size, self.used = value, size, monotonic()


class _NewestChapter:
    """The chapter at the end of a stream, which grows as the game goes on."""

    def __init__(self, chapter: GrowingChapter) -> None:
        self.renderer: LineRenderer = chapter.renderer
        self.text = ChapterText.of(chapter)
        self.used = monotonic()

    def go_on(self, game: Game, raws: Sequence[bytes]) -> tuple[list[ChapterText], int] | None:
        """Add lines; return every chapter that changed, and how many scenes were made.

        Return None if the lines take something back, which needs a state that isn't available here.
        """
        lines = upcast(game, game.rules.decoder.decode_lines(b"\n".join(raws)))
        if any(isinstance(line.data, Retracted) for line in lines):
            return None
        first, start, earlier = self.text
        out: list[ChapterText] = []
        more = list(earlier)
        with blamed(game):
            for line in lines:
                if line.seq == first + CHAPTER:
                    out.append(ChapterText(first, start, tuple(more)))
                    self.renderer.turn_page()
                    first, more = line.seq, []
                row = game_json(game, self.renderer.render(line))
                if not more:
                    start = game_json(game, self.renderer.start())
                more.append(row)
        self.text = ChapterText(first, start, tuple(more))
        return [*out, self.text], len(lines)


class ChapterCache:
    """The chapters, contents and pictures of all games of a service."""

    def __init__(
        self,
        most: int = MOST_BYTES,
        on_scenes: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Create an empty cache; `on_scenes` is called with the number of scenes that were made."""
        self.most, self._on_scenes = most, on_scenes
        self.pool = GameThreads(THREADS, "ledger-scenes", seconds=WHOLE_LOG_SECONDS)
        self.scenes = 0
        """How many scenes have been made."""
        self.bytes = 0
        """How many bytes are kept now."""
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._live: OrderedDict[tuple[str, str], _NewestChapter] = OrderedDict()
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._making: dict[Hashable, asyncio.Future[Any]] = {}

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    # --- requests -----------------------------------------------------------------------------

    async def chapter(
        self, open_game: OpenGame, stream: ViewerStream, lang: str, n: int
    ) -> ChapterText:
        """Return a chapter, up to the stream's current end; raise IndexError if there is none."""
        open_game.browsed = True
        version = stream.head.seq
        if not 1 <= n <= chapter_number(version):
            raise IndexError(
                Message(
                    "there is no chapter {chapter}: this game has 1 to {chapters}",
                    chapter=n,
                    chapters=chapter_number(version),
                )
            )
        key, last = (stream.key, lang, "chapter", n), min(CHAPTER * n, version)
        known: ChapterText | None = self._recall(key)
        if known is not None and known.last >= last:
            return known
        newest, live = chapter_number(version), self._live.get((stream.key, lang))
        if n == newest or (live is not None and n == chapter_number(live.text.last)):
            text = await self._once(
                (stream.key, lang, version), lambda: self._newest(open_game, stream, lang, version)
            )
            if n == newest:
                return text
            known = self._recall(key)  # a chapter is complete once the next one has begun
            if known is not None and known.last >= last:
                return known
        return await self._once(key, lambda: self._past(open_game, stream, lang, n))

    async def counted(
        self, open_game: OpenGame, stream: ViewerStream, lang: str, after: int
    ) -> ContentsPart:
        """Return the turns, marks and curves from after a line to the end of its part."""
        last = min((after // PART + 1) * PART, stream.head.seq)
        return await self.kept(
            (stream.key, lang, "counted", after, last),
            open_game,
            stream,
            lambda past: contents_part(past.replay, lang, after, last),
            lambda found: OBJECTS * len(game_json(open_game.game, found)),
            scenes=1,
        )

    async def kept(
        self,
        key: Hashable,
        open_game: OpenGame,
        stream: ViewerStream,
        make: Callable[[History], T],
        size: Callable[[T], int],
        *,
        scenes: int,
    ) -> T:
        """Return the result of `make` for a stream's history, made once and cached."""
        known: T | None = self._recall(key)
        if known is not None:
            return known

        def measured(past: History) -> tuple[T, int]:
            made = make(past)
            return made, size(made)

        async def work() -> T:
            past = await open_game.history(stream.viewer)
            made, bytes_kept = await self._in_thread(measured, past)
            self._count(scenes)
            self._keep(key, made, bytes_kept)
            return made

        return await self._once(key, work)

    # --- making -------------------------------------------------------------------------------

    async def _past(
        self, open_game: OpenGame, stream: ViewerStream, lang: str, n: int
    ) -> ChapterText:
        return (await self._make(open_game, stream, lang, n)).text

    async def _newest(
        self, open_game: OpenGame, stream: ViewerStream, lang: str, version: int
    ) -> ChapterText:
        """Extend the newest chapter, or make it from the history."""
        own = (stream.key, lang)
        async with self._locks.setdefault(own, asyncio.Lock()):
            live = self._live.get(own)
            try:
                if live is None or not await self._go_on(stream, lang, live, version):
                    live = await self._make(open_game, stream, lang, chapter_number(version))
            except BaseException:
                self._live.pop(own, None)  # it may be incomplete now
                raise
            live.used = monotonic()
            self._live[own] = live
            self._live.move_to_end(own)
            while len(self._live) > LIVE:
                self._live.popitem(last=False)
            return live.text

    async def _go_on(
        self, stream: ViewerStream, lang: str, live: _NewestChapter, version: int
    ) -> bool:
        """Extend a chapter up to a line; False if that needs the history."""
        groups = stream.after(live.text.last)
        if groups is None:
            return False
        raws = [raw for group in groups if group.last <= version for raw in group.raws]
        grown = await self._in_thread(live.go_on, stream.game, raws) if raws else ([], 0)
        if grown is None:
            return False
        texts, scenes = grown
        self._count(scenes)
        for text in texts:
            self._keep_chapter(stream, lang, text)
        return chapter_number(live.text.last) == chapter_number(version)

    async def _make(
        self, open_game: OpenGame, stream: ViewerStream, lang: str, n: int
    ) -> _NewestChapter:
        past = await open_game.history(stream.viewer)
        live = await self._in_thread(lambda: _NewestChapter(render_chapter(past.replay, n, lang)))
        self._count(len(live.text.lines))
        self._keep_chapter(stream, lang, live.text)
        return live

    def _count(self, scenes: int) -> None:
        self.scenes += scenes
        self._on_scenes(scenes)

    async def _in_thread(self, work: Callable[[*Args], T], *args: *Args) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *args)

    async def _once(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Do some work, or wait for the task doing it, which continues if a waiter leaves."""
        task: asyncio.Future[T] | None = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(contained(work()))
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(task)

    # --- keeping ------------------------------------------------------------------------------

    def _recall(self, key: Hashable) -> Any:
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        found.used = monotonic()
        return found.value

    def _keep_chapter(self, stream: ViewerStream, lang: str, text: ChapterText) -> None:
        n = chapter_number(text.first)
        self._keep((stream.key, lang, "chapter", n), text, text.size)

    def _keep(self, key: Hashable, value: Any, size: int) -> None:
        if key in self._kept:
            self.bytes -= self._kept.pop(key).size
        self._kept[key] = _Kept(value, size)
        self.bytes += size
        while self.bytes > self.most and self._kept:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, gone = self._kept.popitem(last=False)
        self.bytes -= gone.size

    def drop_unused(self, seconds: float = UNUSED) -> bool:
        """Drop what nobody has asked for in so many seconds; return whether there was anything."""
        before, since = len(self._kept) + len(self._live), monotonic() - seconds
        while self._kept and next(iter(self._kept.values())).used <= since:
            self._drop_oldest()
        while self._live and next(iter(self._live.values())).used <= since:
            self._live.popitem(last=False)
        return len(self._kept) + len(self._live) < before

    async def keep_small(self) -> None:
        """Drop what is unused from time to time, until this is cancelled."""
        while True:
            await asyncio.sleep(LOOKS)
            if self.drop_unused():
                await self._in_thread(give_back_memory)
