"""A service of the cluster, a process of its own: `ledger serve --store`, perhaps with a fault.

    python -m scripts.laboratory.cluster.server ADDRESS [--break cas|hints] --port PORT

The campaign must find the fault: `cas` writes what was decided on an older position all the same,
`hints` reads on only when somebody says so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from ledger.kernel.errors import LedgerError, Stale
from ledger.kernel.log.events import Entry
from ledger.service.open_games.game_log import GameLog
from ledger.service.open_games.registry import OpenGameRegistry
from ledger.service.run import ServeOptions, run
from ledger.store.store import Appended


def break_cas() -> None:
    """Let whatever comes too late be written at the end of the log."""
    right = GameLog.append

    def append(
        self: GameLog, entries: Sequence[Entry], key: str | None = None, *more: Sequence[Entry]
    ) -> list[Appended]:
        while True:
            try:
                return right(self, entries, key, *more)
            except Stale:
                self.head = self._store.head(self.id)

    GameLog.append = append  # type: ignore[method-assign]


def break_hints() -> None:
    """Believe that every hint arrives."""

    async def nothing(self: OpenGameRegistry, some: Collection[str] | None = None) -> None:
        return None

    OpenGameRegistry._check_followed = nothing  # type: ignore[method-assign]


BREAKS = {"cas": break_cas, "hints": break_hints}


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--break", dest="broken", choices=BREAKS)
    options = parser.parse_args()
    if options.broken:
        BREAKS[options.broken]()
    serve = ServeOptions(
        library=Path("nowhere"),
        store=options.address,
        port=options.port,
        rate=0,
        cpu=0,
        log=Path(os.devnull),
    )
    try:
        run(serve, lambda text: print(text, file=sys.stderr, flush=True))
    except LedgerError as e:  # the database is away; the campaign starts it again
        sys.exit(e.message)


if __name__ == "__main__":
    main()
