"""Chunks of logs, staged by worker processes."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec

from ledger.index.build.staging import TOGETHER, Chunk, StagedChunk, by_column, staged
from ledger.index.types import LogToLoad
from ledger.kernel.log.codec import MAX_LINE
from ledger.system.worker_pool import ProcessPool


def test_chunks_of_many_short_logs_do_not_fill_the_pipes(tmp_path: Path) -> None:
    """What a worker is told and what it answers may be longer than a pipe holds."""
    many = 4000
    work = [
        Chunk(
            folder=str(tmp_path / f"{n}"),
            items=[
                LogToLoad(game_id=i, log=f"log-{i}", path=str(tmp_path / "none"))
                for i in range(many)
            ],
        )
        for n in range(5)
    ]
    found: list[StagedChunk] = []
    with ProcessPool(2) as pool:
        working = threading.Thread(target=lambda: found.extend(staged(work, pool)), daemon=True)
        working.start()
        working.join(60)
    assert [len(answer.done) for answer in found] == [many] * 5
    assert [answer.folder for answer in found] == [chunk.folder for chunk in work]


def test_rows_by_column_are_all_there_in_lines_that_the_engine_takes() -> None:
    few = [(1, "a"), (2, None)]
    many = [(n, str(n)) for n in range(2 * TOGETHER + 1)]
    long = [(n, "x" * (MAX_LINE // 4 + n)) for n in range(7)]
    longest = [(1, "x" * MAX_LINE), (2, "y")]
    for rows, lines in ((few, 1), (many, 3), (long, 3), (longest, 2)):
        raws = list(by_column(5, ["seq", "text"], rows))
        assert len(raws) == lines
        assert all(len(raw) <= MAX_LINE for raw in raws) or rows is longest
        found = [msgspec.json.decode(raw) for raw in raws]
        assert {line["game_id"] for line in found} == {5}
        assert [cells for x in found for cells in zip(x["seq"], x["text"], strict=True)] == rows
