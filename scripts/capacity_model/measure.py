"""Measuring what the model needs and no other script tells: the database, hints, and the lake."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg

from ledger.kernel.log.events import Entry
from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.hints import channel
from scripts.bench_stores.measure import GROUP, OPENED
from scripts.postgres_server import Server, running

WRITERS = 8
GROUPS = 400
"""Groups that each writer appends."""
SESSIONS = 20
"""Sessions that listen to something else."""
HINTS = 1500
HINT_GAP = 0.002
"""Seconds between two hints."""


def database() -> dict[str, float]:
    """Append groups while another process listens; return milliseconds of CPU for each of them."""
    with running(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        address = server.address()
        with PostgresStore(address) as store:
            heads = [store.create(f"g-{n}", [Entry(data=OPENED, turn=0)]) for n in range(WRITERS)]
            told = Path(folder) / "told"
            listener = _listener(address, told)
            try:
                before, mine = _cpu_of(_family(server)), time.process_time()
                began = time.monotonic()

                def write(me: int) -> None:
                    head = heads[me]
                    for n in range(GROUPS):
                        head = store.append(f"g-{me}", head, f"k{n}", GROUP).head

                threads = [threading.Thread(target=write, args=(n,)) for n in range(WRITERS)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                took = time.monotonic() - began
                used, own = _cpu_of(_family(server)) - before, time.process_time() - mine
            finally:
                assert listener.stdin is not None  # noqa: S101
                listener.stdin.close()
                listener.wait()
        hints, heard = map(float, told.read_text().split())
        wake = _wake_seconds(server)
    total = WRITERS * GROUPS
    return {
        "database_ms": round(used * 1000 / total, 3),
        "append_ms": round(own * 1000 / total, 3),
        "hint_ms": round(heard * 1000 / max(hints, 1), 4),
        "wake_ms": round(wake * 1000, 4),
        "hints": hints,
        "groups a second, 8 writers": round(total / took, 1),
    }


def _wake_seconds(server: Server) -> float:
    """Return the CPU of the server for one hint, of each session to which it says nothing."""
    with ExitStack() as stack:

        def connection() -> psycopg.Connection:
            made = psycopg.connect(server.address(), autocommit=True)
            return stack.enter_context(made)

        def used() -> float:
            before = _cpu_of(_family(server))
            for n in range(HINTS):
                tells.execute("select pg_notify(%s, %s)", [channel("games", "g"), str(n)])
                time.sleep(HINT_GAP)
            return _cpu_of(_family(server)) - before

        tells = connection()
        alone = used()
        for n in range(SESSIONS):
            connection().execute(f"listen {channel('games', f'other-{n}')}")
        return (used() - alone) / HINTS / SESSIONS


def _listener(address: str, told: Path) -> subprocess.Popen[str]:
    """Start a process that hears every hint, until its input ends."""
    words = [sys.executable, "-m", __name__, address, str(told)]
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None  # noqa: S101
    child.stdout.readline()
    return child


def _listen(address: str, told: Path) -> None:
    heard = 0

    def hint(*_: object) -> None:
        nonlocal heard
        heard += 1

    with Database(address) as shared, PostgresStore(shared) as store:
        store.watch(hint)
        time.sleep(0.5)
        used = time.process_time()
        print("ready", flush=True)
        sys.stdin.read()
        time.sleep(0.5)
        told.write_text(f"{heard} {time.process_time() - used}")


def _family(server: Server) -> list[int]:
    first = int((server.data / "postmaster.pid").read_text().split()[0])
    return [first, *_children(first)]


def _children(of: int) -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            facts = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(facts[1]) == of:
            yield int(path.parent.name)


def _cpu_of(processes: list[int]) -> float:
    """Return the CPU seconds of processes, and of those of their children that have ended."""
    ticks = 0
    for pid in processes:
        facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, facts[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    _listen(sys.argv[1], Path(sys.argv[2]))
