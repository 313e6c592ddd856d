"""Turning chunks of logs into files that DuckDB reads in one go, in several worker processes.

A worker is a child process that reads one chunk per line from stdin and answers with a line on
stdout, so it ends with its parent, whatever happens to that.
"""

from __future__ import annotations

import csv
import gc
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec

from ledger.index.rows.log import take
from ledger.index.types import Done, Item, Rows
from ledger.system.processes import start_python, stop

LINES = 60_000
"""About how many lines of logs go into a chunk."""

SMALL = 3 * LINES
"""With fewer lines than this, other processes aren't worth it."""


TABLES = ("deltas", "moves", "turns")
FILES = ("events.json", "games.json", "seats.json", "problems.json", *(f"{t}.csv" for t in TABLES))


class Chunk(msgspec.Struct, kw_only=True):
    """Logs to load together, all of one game, and where their rows go."""

    folder: str
    items: list[Item]


class Answer(msgspec.Struct, kw_only=True):
    """The result of a chunk."""

    folder: str
    done: list[Done]


def stage(chunk: Chunk) -> Answer:
    """Write the rows of a chunk into its folder, one file per table."""
    folder = Path(chunk.folder)
    folder.mkdir()
    done: list[Done] = []
    encoder = msgspec.json.Encoder()
    with ExitStack() as stack:
        files = [stack.enter_context((folder / name).open("wb")) for name in FILES]
        events, *facts = files[: len(FILES) - len(TABLES)]
        texts = [io.TextIOWrapper(f, "utf-8", newline="") for f in files[-len(TABLES) :]]
        tables = [(name, csv.writer(t)) for name, t in zip(TABLES, texts, strict=True)]
        for item in chunk.items:
            out = Rows.empty()  # one log at a time, so that it is cached when it is written
            done.append(take(item, out))
            events.writelines(out.events)
            for file, rows in zip(facts, (out.games, out.seats, out.problems), strict=True):
                if rows:
                    file.write(encoder.encode_lines(rows))
            for name, writer in tables:
                writer.writerows(getattr(out, name))
        for text in texts:
            text.flush()
    return Answer(folder=chunk.folder, done=done)


def chunks(items: Sequence[tuple[str, int, Item]], folder: Path) -> Iterator[Chunk]:
    """Divide (game, lines, log) into chunks, each of one game."""
    now: list[Item] = []
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


def staged(work: Sequence[Chunk], workers: int) -> Iterator[Answer]:
    """Stage chunks, in several processes if there are several workers; yield them in order."""
    if workers < 2:
        yield from map(stage, work)
        return
    crew = [_Worker() for _ in range(min(workers, len(work)))]
    try:
        for worker, chunk in zip(crew, work, strict=False):
            worker.give(chunk)
        for n, _ in enumerate(work):
            # answers are in order, so that equal libraries give equal indexes
            answer = crew[n % len(crew)].answer()
            # not before: a worker that cannot answer does not read either, if pipes are full
            if n + len(crew) < len(work):
                crew[n % len(crew)].give(work[n + len(crew)])
            yield answer
    finally:
        for worker in crew:
            worker.close()


class _Worker:
    def __init__(self) -> None:
        self._process = start_python("ledger.index.build.staging")

    def give(self, chunk: Chunk) -> None:
        pipe = self._pipe(self._process.stdin)
        pipe.write(msgspec.json.encode(chunk) + b"\n")
        pipe.flush()

    def answer(self) -> Answer:
        line = self._pipe(self._process.stdout).readline()
        if not line:
            raise ChildProcessError("a worker of the index died")
        return msgspec.json.decode(line, type=Answer)

    def _pipe(self, pipe: IO[bytes] | None) -> IO[bytes]:
        if pipe is None:
            raise ChildProcessError("a worker of the index has no pipe")
        return pipe

    def close(self) -> None:
        stop(self._process)


def _work() -> None:
    """Run as a worker."""
    gc.disable()  # a chunk makes no cycles, and looking for them costs a tenth of the time
    decoder = msgspec.json.Decoder(Chunk)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(stage(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _work()
