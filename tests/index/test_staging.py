"""Chunks of logs, staged by worker processes."""

from __future__ import annotations

import threading
from pathlib import Path

from ledger.index.build.staging import Answer, Chunk, staged
from ledger.index.types import Item
from ledger.system.crew import LocalCrew


def test_chunks_of_many_short_logs_do_not_fill_the_pipes(tmp_path: Path) -> None:
    """What a worker is told and what it answers may be longer than a pipe holds."""
    many = 4000
    work = [
        Chunk(
            folder=str(tmp_path / f"{n}"),
            items=[
                Item(game_id=i, log=f"log-{i}", path=str(tmp_path / "none")) for i in range(many)
            ],
        )
        for n in range(5)
    ]
    found: list[Answer] = []
    with LocalCrew(2) as crew:
        working = threading.Thread(target=lambda: found.extend(staged(work, crew)), daemon=True)
        working.start()
        working.join(60)
    assert [len(answer.done) for answer in found] == [many] * 5
    assert [answer.folder for answer in found] == [chunk.folder for chunk in work]
