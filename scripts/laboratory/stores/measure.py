"""Many writers, each with a game of its own, who append one group after the other."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ledger.kernel.log.events import Entry, Noted, Opened, Seat
from ledger.store import FolderStore, Store
from ledger.store.postgres import PostgresStore
from scripts.common.postgres_server import Server, running

OPENED = Opened(game="bench", rules="x/1", box="0" * 32, seats=(Seat(name="A"),))
GROUP = [Entry(data=Noted(text="what happened " * 8), turn=0, by=1) for _ in range(3)]
LEAST = 0.5
"""What PostgreSQL must reach of the folder's rate, with the most writers."""


def durable_groups(writers: Sequence[int], seconds: float, repeats: int) -> bool:
    """Measure, print, and say whether the claim holds."""
    ratio = 0.0
    with tempfile.TemporaryDirectory() as folder, running(durable=True) as server:
        for count in writers:
            rates: dict[str, list[float]] = {"folder": [], "PostgreSQL": []}
            for n in range(repeats):
                for name, mine in rates.items():
                    with opened(name, Path(folder), server) as store:
                        mine.append(rate(store, f"{count}-{n}", count, seconds))
            best = {name: max(mine) for name, mine in rates.items()}
            ratio = best["PostgreSQL"] / best["folder"]
            told = ", ".join(
                f"{name} {best[name]:,.0f} ({min(mine):,.0f} to {max(mine):,.0f})"
                for name, mine in rates.items()
            )
            print(f"{count:3} writers, groups/s: {told}; ratio {ratio:.2f}", flush=True)
    holds = ratio >= LEAST
    print(f"ratio {ratio:.2f}, at least {LEAST}: {'ok' if holds else 'MISSED'}", flush=True)
    return holds


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
