"""Opening many rooms, or one with a long log, and what that takes."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ledger.kernel.log.events import groups
from ledger.kernel.replay.reading import read
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.rooms.room import Room
from scripts.simulated_library import GAMES, NAMES, game_of

QUIET = 8.0
"""Seconds after which the service has put away what it needed only to open a game."""
VIEWERS = (0, 1, 2)


def fill(folder: Path, games: int) -> list[str]:
    """Put running games of usual length into a library, and return their ids."""
    ids: list[str] = []
    with Library(folder).writing() as writer:
        for n in range(games):
            id, data = game_of(n, 1, NAMES, GAMES, undo=0.0)
            lines = read(data).lines
            last = [group[-1].seq for group in groups(lines)][-6]
            cut = b"".join(raw + b"\n" for raw in data.split(b"\n")[:last])
            game = lines[0].data.game
            writer.add_log(f"id:{game}:{id}", id, describe(lines[:last], len(cut)), cut)
            ids.append(id)
    return ids


def lengthen(folder: Path, lines: int) -> list[str]:
    """Put one game with many remarks into a library."""
    from ledger.kernel.log.codec import stamp
    from ledger.kernel.log.events import Entry, Noted

    id, data = game_of(0, 1, NAMES, GAMES, undo=0.0)
    reading = read(data)
    known = reading.lines[: [g[-1].seq for g in groups(reading.lines)][-6]]
    out = [b"".join(raw + b"\n" for raw in data.split(b"\n")[: len(known)])]
    head = read(out[0]).head
    for n in range(lines - len(known)):
        entry = Entry(data=Noted(text=f"remark {n}", seat=1), turn=known[-1].turn)
        _, text, head = stamp(head, [entry])
        out.append(text)
    whole = b"".join(out)
    with Library(folder).writing() as writer:
        game = known[0].data.game
        writer.add_log(f"id:{game}:{id}", id, describe(read(whole).lines, len(whole)), whole)
    return [id]


async def measure(folder: Path, ids: list[str]) -> dict[str, float]:
    """Open all games, then the streams of three viewers of each; return figures for one game."""
    app = LedgerApp(Settings(backend=folder_backend(folder)))
    registry = app.registry
    out: dict[str, float] = {}
    async with app.routes.lifespan():
        await registry.room(ids[0])  # what is loaded once
        await asyncio.sleep(1.5)
        todo = ids[1:] or ids
        if todo == ids:
            registry._close(registry.rooms[ids[0]])
        rooms: list[Room] = []

        async def open_rooms() -> None:
            for id in todo:
                rooms.append(await registry.room(id))

        async def open_streams() -> None:
            for room in rooms:
                for viewer in VIEWERS:
                    (await room.stream_of(viewer)).waiting.add(asyncio.Event())

        for name, work in (("opened", open_rooms), ("with three viewers", open_streams)):
            cpu, wall, memory = await _spent(work)
            out[f"{name}: ms of processor"] = 1000 * cpu / len(todo)
            out[f"{name}: ms"] = 1000 * wall / len(todo)
            out[f"{name}: MB"] = memory / len(todo)
    return out


async def _spent(work: Callable[[], Any]) -> tuple[float, float, float]:
    before, cpu, wall = _memory(), time.process_time(), time.perf_counter()
    await work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    await asyncio.sleep(QUIET)
    return cpu, wall, _memory() - before


def _memory() -> float:
    """Return the memory of this process in MB."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
