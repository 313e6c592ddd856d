"""What pages cost the service."""

from __future__ import annotations

import asyncio
import random
import resource
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

from ledger.kernel.game.registry import find_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.reading import read
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.protocol.schemas import NewGame
from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.http.metrics import LoopLag
from ledger.service.rooms.playing.moves import GivenCommand
from ledger.service.rooms.room import Sender
from ledger.web.chapters import chapter_number
from scripts.benchmarks.long_log import played

T = TypeVar("T")


def measure(game: str, lines: int, spectators: int) -> None:
    """Measure, and print one line for each."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), game, lines, spectators))


async def _timed(work: Awaitable[T]) -> tuple[float, float, T]:
    """Return milliseconds by the clock and of the CPU, and what came of it."""
    clock, cpu = perf_counter(), process_time()
    found = await work
    return (perf_counter() - clock) * 1000, (process_time() - cpu) * 1000, found


def _say(what: str, took: tuple[float, float, Any], more: str = "") -> None:
    print(f"{what:<44} {took[0]:9.1f} ms  CPU {took[1]:9.1f} ms  {more}")


async def _measure(folder: Path, name: str, lines: int, spectators: int) -> None:
    game = find_game(name)
    logs = {"short": played(game, 300), "long": played(game, lines)}
    for id, table in logs.items():
        data = table.bytes()
        reading = read(data)
        with Library(folder).writing() as writer:
            writer.add_log(id, id, describe(reading.lines, len(data)), data)
    app = LedgerApp(Settings(backend=folder_backend(folder)))
    async with app.routes.lifespan():
        for id, table in logs.items():
            await _one_log(app, id, table)
        await _crowd(app, spectators)
        await _live(app, name, spectators)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"kept: {app.service.chapters.bytes / 1e6:.1f} MB; peak memory of all: {peak} MB")


async def _one_log(app: LedgerApp, id: str, table: Table) -> None:
    chapters = app.service.chapters
    took = await _timed(app.registry.room(id))
    room = took[2]
    _say(f"{id} log, {len(table.lines)} lines: open the game", took)
    seen = await _timed(room.stream_of(0))
    stream = seen[2]
    _say("  a spectator's stream", seen)
    last = chapter_number(stream.head.seq)
    for name, n in (("first", 1), ("last", last), ("middle", last // 2 + 1)):
        made = await _timed(chapters.chapter(room, stream, "en", n))
        _say(f"  {name} chapter", made, f"{made[2].size} bytes")
    _say("  the same again", await _timed(chapters.chapter(room, stream, "en", 1)))
    lags: list[float] = []
    lag = LoopLag(lags.append)
    part = await _timed(chapters.counted(room, stream, "en", 0))
    _say(f"  contents, lines 1 to {part[2].last}", part)

    async def all_parts() -> int:
        after = parts = 0
        while after < stream.head.seq:
            after = (await chapters.counted(room, stream, "en", after)).last
            parts += 1
        return parts

    rest = await _timed(all_parts())
    lag.stop()
    _say("  contents, all parts", rest, f"{rest[2]} parts, loop late by at most {_worst(lags)}")


def _worst(lags: list[float]) -> str:
    return f"{max(lags, default=0) * 1000:.0f} ms"


async def _crowd(app: LedgerApp, spectators: int) -> None:
    chapters = app.service.chapters
    room = await app.registry.room("short")
    for many in (1, spectators):
        stream = await room.stream_of(many % 3)  # another viewer each time: nothing is made yet
        before = chapters.scenes
        took = await _timed(
            asyncio.gather(*(chapters.chapter(room, stream, "en", 1) for _ in range(many)))
        )
        _say(f"{many} at once, one chapter", took, f"{chapters.scenes - before} scenes")


async def _live(app: LedgerApp, name: str, spectators: int) -> None:
    """Play some moves that a crowd follows."""
    room, _ = await app.registry.create(NewGame(game=name, seats=["Ana", "Bartek"]), None)
    chapters, rng = app.service.chapters, random.Random(1)
    stream = await room.stream_of(0)
    for many in (1, spectators):
        scenes = lines = 0
        clock, cpu = perf_counter(), process_time()
        for _ in range(20):
            at, before = stream.head.seq, chapters.scenes
            command = room.game.rules.random_move(room.state, rng)
            await room.submit(Sender(None), GivenCommand(command))
            n = chapter_number(stream.head.seq)
            await asyncio.gather(*(chapters.chapter(room, stream, "en", n) for _ in range(many)))
            scenes += chapters.scenes - before
            lines += stream.head.seq - at
        took = ((perf_counter() - clock) * 1000, (process_time() - cpu) * 1000, None)
        _say(f"20 moves followed by {many}", took, f"{lines} lines, {scenes} scenes")
