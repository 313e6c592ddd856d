"""A process that imports in small batches and may kill itself at the nth call of the disk."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from ledger.importers.pipeline import run_import
from ledger.library import writer as library_write
from ledger.library.library import Library
from ledger.store.files import RealFiles

CALLS = ("write", "fsync", "fdatasync", "rename", "sync_folder", "rewrite", "truncate")
count = 0


def main(folder: str, at: str, *paths: str) -> None:
    """Import; print how many calls that took."""
    library_write.BATCH = 16

    def struck(name: str):
        plain = getattr(RealFiles, name)

        def call(self: RealFiles, *args):
            global count
            count += 1
            if count == int(at):
                if name == "write":  # half of it is out when the process dies
                    plain(self, args[0], args[1][: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return plain(self, *args)

        return call

    for name in CALLS:
        setattr(RealFiles, name, struck(name))
    report = run_import(Library(folder), [Path(p) for p in paths])
    print(count, *report.total().values())


if __name__ == "__main__":
    main(*sys.argv[1:])
