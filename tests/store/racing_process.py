"""A process that appends to a game that others append to, and prints what was acknowledged."""

from __future__ import annotations

import sys

from ledger.kernel.log.events import Entry, Noted
from ledger.store import Stale
from ledger.store.postgres import PostgresStore


def main(address: str, name: str, count: str) -> int:
    """Append until enough is acknowledged; who comes too late reads where the log is, and again."""
    with PostgresStore(address) as store:
        head = store.head("g")
        for n in range(int(count)):
            key, group = f"{name}-{n}", [Entry(data=Noted(text=f"{name} {n}"), turn=0)]
            while True:
                try:
                    made = store.append("g", head, key, group)
                except Stale:
                    head = store.head("g")
                else:
                    head = made.head
                    print(key, made.last, flush=True)
                    break
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
