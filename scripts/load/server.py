"""The server of a load run, a process of its own: `ledger serve`, measured.

    python -m scripts.load.server LIBRARY PORT FIGURES [--no-sync]

When it is stopped it writes to FIGURES how long each append took.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from pathlib import Path
from time import perf_counter

import msgspec

from ledger.service import folder_backend
from ledger.service.http import metrics
from ledger.service.run import ServeOptions, run
from ledger.store.files import RealFiles
from ledger.store.folder import FolderStore
from ledger.store.store import Appended, Batch, Expected

APPENDS = array("d")
"""Seconds of each append, from when the game asks for it until it goes on."""
STORED = array("d")
"""Seconds of the same in the store alone: until the group is on the disk."""


class NoSync(RealFiles):
    """Files that are never flushed: what the disk would cost is left out."""

    def fsync(self, fd: int) -> None:
        """Do nothing."""

    def fdatasync(self, fd: int) -> None:
        """Do nothing."""

    def sync_folder(self, folder: Path) -> None:
        """Do nothing."""


class Exact(metrics.Histogram):
    """A histogram that also keeps each value: buckets are too coarse for a p99."""

    def observe(self, amount: float, exemplar: dict[str, str] | None = None) -> None:
        """Count and keep."""
        super().observe(amount, exemplar)
        if self._name == "ledger_append_seconds":
            APPENDS.append(amount)


class Timed(FolderStore):
    """A store that keeps how long each append took."""

    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Append."""
        start = perf_counter()
        done = super().append_many(game_id, expected, batch)
        STORED.append(perf_counter() - start)
        return done


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--no-sync", action="store_true")
    options = parser.parse_args()
    metrics.Histogram = Exact  # type: ignore[misc]
    folder_backend.FolderStore = Timed  # type: ignore[attr-defined]
    run(
        ServeOptions(
            library=options.library,
            port=options.port,
            rate=0,
            log=Path(os.devnull),
            files=NoSync() if options.no_sync else None,
        ),
        lambda text: print(text, file=sys.stderr, flush=True),
    )
    options.figures.write_bytes(msgspec.json.encode((list(APPENDS), list(STORED))))


if __name__ == "__main__":
    main()
