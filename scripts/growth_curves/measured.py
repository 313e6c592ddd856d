"""What is measured, each in a process of its own: `python -m scripts.growth_curves.measured`.

The arguments are what to do and on which file or folder; the answer is a line of JSON: CPU seconds,
and the resident memory that was added, in bytes.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ledger.index.library_index import Index
from ledger.kernel.replay.reading import read
from ledger.kernel.replay.replay import Replay, fold
from ledger.kernel.verify.verify import verify_bytes
from ledger.library.library import Library
from ledger.viewer.log_source import LogSource

SEEKS = 200


def open_log(path: Path) -> object:
    """Read a log and make it ready for jumps."""
    reading = read(path.read_bytes())
    return reading, Replay(reading.game, reading.lines)


def fold_log(path: Path) -> object:
    """Read a log and fold it to its end."""
    reading = read(path.read_bytes())
    return reading, fold(reading.game, reading.lines)


def verify_log(path: Path) -> object:
    """Verify a log from its bytes."""
    report = verify_bytes(path.read_bytes())
    if report.verdict != "legal":
        raise SystemExit(f"{path}: {report.verdict}")
    return report


def follow_log(path: Path) -> object:
    """Read a growing log as the viewer does, in pieces."""
    source = LogSource(path, growing=True)
    source.read_all()
    return source


def build_index(folder: Path) -> object:
    """Build the index of a library."""
    return Index(Library(folder)).refresh(anew=True)


def list_games(folder: Path) -> object:
    """Open a library and list its games."""
    return Library(folder).games()


JOBS: dict[str, Callable[[Path], object]] = {
    "open": open_log,
    "fold": fold_log,
    "verify": verify_log,
    "follow": follow_log,
    "index": build_index,
    "list": list_games,
}


def cpu() -> float:
    """Return the CPU seconds of this process and of its children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def resident() -> int:
    """Return the resident memory in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def main() -> None:
    """Do one thing and tell what it cost."""
    what, path = sys.argv[1], Path(sys.argv[2])
    if what == "seek":
        reading = read(path.read_bytes())
        replay = Replay(reading.game, reading.lines)
        rng = random.Random(1)
        times = []
        for _ in range(SEEKS):
            start = time.process_time()
            replay.at(rng.randint(1, len(replay)))
            times.append(time.process_time() - start)
        print(json.dumps({"cpu": sorted(times)[SEEKS // 2], "memory": 0}))
        return
    before, start = resident(), cpu()
    kept = JOBS[what](path)
    print(json.dumps({"cpu": cpu() - start, "memory": resident() - before}))
    del kept


if __name__ == "__main__":
    main()
