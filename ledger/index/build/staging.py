"""Turning chunks of logs into files that DuckDB reads in one go, with any pool of workers.

Workers on this machine read the logs and write the files themselves. Workers elsewhere are sent the
logs and send the files back.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from ledger.index.rows.log import add_log
from ledger.index.types import FOLDED, LogToLoad, Rows, StagedLog
from ledger.kernel.log.codec import MAX_LINE
from ledger.system.worker_pool import WorkerPool

LINES = 20_000
"""Roughly how many lines of logs go into a chunk."""

TOGETHER = 4096
"""How many rows are packed into one line."""

SMALL = 3 * LINES
"""With fewer lines than this, starting other processes isn't worth it."""

SMALL_BRIEF = 3 * SMALL
"""How many lines can be read before new processes are ready, if the course of the games isn't
needed.

Forked copies of this process are ready at once.
"""


def file_of(table: str) -> str:
    """Return the name of the file that holds the rows of a table."""
    return f"{table}.json"


class Chunk(msgspec.Struct, kw_only=True):
    """Logs to load together, all of one game, and the folder for their rows."""

    folder: str
    items: list[LogToLoad]


class StagedChunk(msgspec.Struct, kw_only=True):
    """A chunk whose rows have been written."""

    folder: str
    done: list[StagedLog]


def stage(chunk: Chunk) -> StagedChunk:
    """Write the rows of a chunk into its folder, one file per table."""
    folder = Path(chunk.folder)
    folder.mkdir()
    done: list[StagedLog] = []
    encoder = msgspec.json.Encoder()
    with ExitStack() as stack:
        events, *files = [
            stack.enter_context((folder / file_of(table)).open("wb")) for table in Rows._fields
        ]
        for item in chunk.items:
            out = (
                Rows.empty()
            )  # one log at a time, so that its rows are still in the cache when written
            done.append(add_log(item, out))
            events.writelines(out.events)
            others: tuple[list[Any], ...] = out[1:]
            for file, table, rows in zip(files, Rows._fields[1:], others, strict=True):
                if rows and table in FOLDED:
                    file.writelines(by_column(item.game_id, list(FOLDED[table]), rows))
                elif rows:
                    file.write(encoder.encode_lines(rows))
    return StagedChunk(folder=chunk.folder, done=done)


def by_column(
    id: int, names: Sequence[str], rows: list[tuple[Any, ...]], most: int = TOGETHER
) -> Iterator[bytes]:
    """Yield lines that each hold many rows of a game, the form the engine reads fastest."""
    for n in range(0, len(rows), most):
        some = rows[n : n + most]
        line = msgspec.json.encode(
            {"game_id": id, **dict(zip(names, zip(*some, strict=True), strict=True))}
        )
        if len(line) < MAX_LINE or len(some) == 1:
            yield line + b"\n"
        else:  # the engine refuses lines that are too long
            yield from by_column(id, names, some, len(some) // 2)


def chunks(items: Sequence[tuple[str, int, LogToLoad]], folder: Path) -> Iterator[Chunk]:
    """Divide (game, lines, log) tuples into chunks, each of a single game."""
    now: list[LogToLoad] = []
    number = size = 0
    last = ""
    for game, lines, item in items:
        if now and (size + lines > LINES or game != last):
            yield Chunk(folder=str(folder / f"{number}"), items=now)
            now, size, number = [], 0, number + 1
        now.append(item)
        size += lines
        last = game
    if now:
        yield Chunk(folder=str(folder / f"{number}"), items=now)


def staged(
    work: Sequence[Chunk], pool: WorkerPool, fetch: Callable[[LogToLoad], None] = lambda item: None
) -> Iterator[StagedChunk]:
    """Stage chunks and yield them in order, so that equal libraries produce equal indexes.

    `fetch` brings a log to its path shortly before it is read there.
    """

    def fetched() -> Iterator[Chunk]:
        for chunk in work:
            for item in chunk.items:
                fetch(item)
            yield chunk

    if not pool.apart:
        for raw in pool.run(f"{__name__}:stage_here", map(msgspec.json.encode, fetched())):
            yield msgspec.json.decode(raw, type=StagedChunk)
        return
    sent = (msgspec.msgpack.encode(_RemoteChunk(c, list(map(_bytes, c.items)))) for c in fetched())
    answers = pool.run(f"{__name__}:stage_apart", sent)
    for chunk, raw in zip(work, answers, strict=True):
        answer = msgspec.msgpack.decode(raw, type=_RemoteRows)
        folder = Path(chunk.folder)
        folder.mkdir()
        for name, data in answer.files.items():
            (folder / name).write_bytes(data)
        yield StagedChunk(folder=chunk.folder, done=answer.done)


def stage_here(job: bytes) -> bytes:
    """Stage a chunk whose logs and folder are on this machine."""
    return msgspec.json.encode(stage(msgspec.json.decode(job, type=Chunk)))


class _RemoteChunk(msgspec.Struct):
    chunk: Chunk
    logs: list[bytes | None]


class _RemoteRows(msgspec.Struct):
    done: list[StagedLog]
    files: dict[str, bytes]


def _bytes(item: LogToLoad) -> bytes | None:
    """Return the contents of a log as far as recorded; problems are reported where it is read."""
    try:
        return Path(item.path).read_bytes()[: item.size]
    except OSError:
        return None


def stage_apart(job: bytes) -> bytes:
    """Stage a chunk that was sent along with its logs."""
    sent = msgspec.msgpack.decode(job, type=_RemoteChunk)
    with tempfile.TemporaryDirectory(prefix="ledger-") as name:
        for n, (item, data) in enumerate(zip(sent.chunk.items, sent.logs, strict=True)):
            path = Path(name) / f"{n}.jsonl"
            item.path = str(path)
            if data is not None:
                path.write_bytes(data)
        folder = Path(name) / "rows"
        sent.chunk.folder = str(folder)
        done = stage(sent.chunk).done
        files = {file.name: file.read_bytes() for file in folder.iterdir()}
    return msgspec.msgpack.encode(_RemoteRows(done, files))
