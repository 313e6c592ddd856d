"""Durable groups a second, folder against PostgreSQL, turn about in one run.

Every writer has a game of its own and appends one group after the other. PostgreSQL is a server of
our own on the same disk, with its own settings as they come, and flushes like the folder.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.kernel.log.events import Entry, Noted, Opened, Seat
from ledger.store import FolderStore, Store
from ledger.store.postgres import PostgresStore
from scripts.console import arguments, say
from scripts.postgres_server import Server, running

OPENED = Opened(game="bench", rules="x/1", box="0" * 32, seats=(Seat(name="A"),))
GROUP = [Entry(data=Noted(text="what happened " * 8), turn=0, by=1) for _ in range(3)]
LEAST = 0.5
"""What PostgreSQL must reach of the folder's rate, with the most writers."""


def main() -> int:
    """Measure, print, and say whether the claim holds."""
    parser = arguments("bench-stores", __doc__)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8, 96])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="turns; the best of each counts")
    args = parser.parse_args()
    say("starting PostgreSQL")
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as server:
        for writers in args.writers:
            rates: dict[str, list[float]] = {"folder": [], "PostgreSQL": []}
            for n in range(args.repeats):
                for name, mine in rates.items():
                    with opened(name, Path(folder), server) as store:
                        mine.append(rate(store, f"{writers}-{n}", writers, args.seconds))
            best = {name: max(mine) for name, mine in rates.items()}
            ratio = best["PostgreSQL"] / best["folder"]
            told = ", ".join(
                f"{name} {best[name]:7,.0f} ({min(mine):,.0f} to {max(mine):,.0f})"
                for name, mine in rates.items()
            )
            say(f"{writers:3} writers, groups/s: {told}, ratio {ratio:.2f}")
    return 0 if ratio >= LEAST else 1


@contextmanager
def opened(name: str, folder: Path, server: Server) -> Iterator[Store]:
    """Open a store."""
    store: Store = FolderStore(folder)
    if name == "PostgreSQL":
        store = PostgresStore(server.address())
    with store:
        yield store


def rate(store: Store, run: str, writers: int, seconds: float) -> float:
    """Return how many groups became durable in a second."""
    heads = [store.create(f"g-{run}-{n}", [Entry(data=OPENED, turn=0)]) for n in range(writers)]
    done = [0] * writers
    start = threading.Barrier(writers + 1)
    until = time.monotonic() + 3600

    def write(me: int) -> None:
        head = heads[me]
        start.wait()
        while time.monotonic() < until:
            head = store.append(f"g-{run}-{me}", head, f"k{done[me]}", GROUP).head
            done[me] += 1

    threads = [threading.Thread(target=write, args=(n,)) for n in range(writers)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + seconds
    start.wait()
    began = time.monotonic()
    for thread in threads:
        thread.join()
    return sum(done) / (time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
