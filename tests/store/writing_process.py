"""A process that writes until something stops it, and prints what was acknowledged."""

from __future__ import annotations

import os
import resource
import sys

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.events import Entry, Noted
from ledger.store import FolderStore


def main(what: str, folder: str, count: str) -> int:
    """Append groups, or hold the lock until the input ends."""
    limit = int(os.environ.get("LIMIT", "0"))
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    store = FolderStore(folder)
    try:
        seq = store.reopen("g").seq
        print("ready", seq, flush=True)
        if what == "hold":
            sys.stdin.read()
        for n in range(int(count)):
            texts = [f"{os.getpid()} {n}", "then " + "x" * (37 * n % 700)]
            entries = [Entry(data=Noted(text=t), turn=0) for t in texts]
            seq = store.append("g", seq, f"{os.getpid()}-{n}", entries).last
            print("ack", f"{os.getpid()}-{n}", seq, flush=True)
    except LedgerError as e:
        print("error", e.kind, e.message, flush=True)
        return 3
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
