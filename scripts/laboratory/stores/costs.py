"""What PostgreSQL itself pays for an append and for a hint; docs/scale.md works with it."""

from __future__ import annotations

import multiprocessing
import threading
import time
from contextlib import ExitStack
from multiprocessing.connection import Connection

import psutil
import psycopg

from ledger.kernel.log.events import Entry
from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.hints import channel
from scripts.common.postgres_server import Server, running

from .measure import GROUP, OPENED

WRITERS = 8
GROUPS = 400
"""Groups that each writer appends."""
SESSIONS = 20
"""Sessions that listen to something else."""
HINTS = 1500
HINT_GAP = 0.002
"""Seconds between two hints."""


def costs() -> dict[str, float]:
    """Append groups while another process listens; return milliseconds of CPU for each of them."""
    with running(durable=True) as server, PostgresStore(server.address()) as store:
        heads = [store.create(f"g-{n}", [Entry(data=OPENED, turn=0)]) for n in range(WRITERS)]
        context = multiprocessing.get_context("spawn")
        end, theirs = context.Pipe()
        listener = context.Process(target=_listen, args=(server.address(), theirs), daemon=True)
        listener.start()
        end.recv()
        before = _used(server)

        def write(me: int) -> None:
            head = heads[me]
            for n in range(GROUPS):
                head = store.append(f"g-{me}", head, f"k{n}", GROUP).head

        threads = [threading.Thread(target=write, args=(n,)) for n in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        used = _used(server) - before
        end.send("that is all")
        hints, heard = end.recv()
        wake = _wake_seconds(server)
    return {
        "database_ms": round(used * 1000 / WRITERS / GROUPS, 3),
        "hint_ms": round(heard * 1000 / max(hints, 1), 4),
        "wake_ms": round(wake * 1000, 4),
    }


def _wake_seconds(server: Server) -> float:
    """Return the CPU of the server for one hint, of each session to which it says nothing."""
    with ExitStack() as stack:

        def connection() -> psycopg.Connection:
            made = psycopg.connect(server.address(), autocommit=True)
            return stack.enter_context(made)

        def used() -> float:
            before = _used(server)
            for n in range(HINTS):
                tells.execute("select pg_notify(%s, %s)", [channel("games", "g"), str(n)])
                time.sleep(HINT_GAP)
            return _used(server) - before

        tells = connection()
        alone = used()
        for n in range(SESSIONS):
            connection().execute(f"listen {channel('games', f'other-{n}')}")
        return (used() - alone) / HINTS / SESSIONS


def _listen(address: str, end: Connection) -> None:
    """Hear every hint until the other end says so; send how many there were, and the CPU spent."""
    heard = 0

    def hint(*_: object) -> None:
        nonlocal heard
        heard += 1

    with Database(address) as shared, PostgresStore(shared) as store:
        store.watch(hint)
        time.sleep(0.5)
        used = time.process_time()
        end.send("there")
        end.recv()
        time.sleep(0.5)
        end.send((heard, time.process_time() - used))


def _used(server: Server) -> float:
    """Return the CPU seconds of a server with its sessions, those that have ended too."""
    first = psutil.Process(int((server.data / "postmaster.pid").read_text().split()[0]))
    return sum(sum(each.cpu_times()[:4]) for each in (first, *first.children()))
