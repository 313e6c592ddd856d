"""What the benchmark of growth measures, each in a process of its own: `measured.py WHAT FILE`.

The answer is a line of JSON: CPU seconds, and the resident memory that was added, in bytes.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify_bytes
from ledger.tui.log_source import LogSource


def open_log(path: Path) -> object:
    """Read a log and make it ready for jumps."""
    reading = read(path.read_bytes())
    return reading, Replay(reading.game, reading.lines)


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


JOBS: dict[str, Callable[[Path], object]] = {
    "open": open_log,
    "follow": follow_log,
    "verify": verify_log,
}


def resident() -> int:
    """Return the resident memory in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def main() -> None:
    """Do one thing and print what it cost."""
    what, path = sys.argv[1], Path(sys.argv[2])
    before, start = resident(), time.process_time()
    kept = JOBS[what](path)
    print(json.dumps({"cpu": time.process_time() - start, "memory": resident() - before}))
    del kept


if __name__ == "__main__":
    main()
