"""The viewer in a real terminal: first frame, jumps and steps, memory, CPU at rest."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]

from ledger.kernel.play.table import Table

Rates = dict[str, float]
EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready")
Empty().run()
"""


@contextmanager
def started(args: list[str], size: tuple[int, int] = (40, 120)) -> Iterator[Any]:
    """Start a program in a terminal of its own."""
    env = {"TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    child = pexpect.spawn(
        sys.executable, args, dimensions=size, env=env, timeout=60, maxread=1 << 20
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def viewer(log: Path) -> list[str]:
    """Return how the viewer is started."""
    return ["-m", "ledger.cli", "replay", str(log)]


def first_frame(args: list[str], sign: str) -> float:
    """Return the seconds from the start to the first frame that shows a sign."""
    start = time.perf_counter()
    with started(args) as child:
        child.expect_exact(sign)
        return time.perf_counter() - start


def answered(child: Any, keys: str, sign: str) -> float:
    """Return the seconds from a key to the screen that shows a sign."""
    start = time.perf_counter()
    child.send(keys)
    child.expect_exact(sign)
    return time.perf_counter() - start


def settle(child: Any, seconds: float = 1.0) -> None:
    """Read what comes until nothing comes any more."""
    while True:
        try:
            child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return


def jumps(log: Path, lines: int, tries: int = 40) -> Rates:
    """Time single steps and jumps across a log that has been read, turn about."""
    rng = random.Random(3)
    step, jump = [], []
    with started(viewer(log)) as child:
        child.expect_exact(" help")
        loaded = time.perf_counter()
        child.send("G")
        child.expect_exact(f"{lines}/{lines}")
        to_end = time.perf_counter() - loaded
        settle(child)
        for _ in range(tries):
            at = rng.randint(2, lines - 2)
            child.send(":")
            child.expect_exact("Go to")
            child.send(str(at))
            settle(child, 0.05)
            jump.append(answered(child, "\r", f"{at}/{lines}"))
            settle(child, 0.05)
            step.append(answered(child, "l", f"{at + 1}/{lines}"))
            settle(child, 0.05)
        memory = peak(child.pid)
        before = cpu(child.pid)
        time.sleep(3)
        rest = (cpu(child.pid) - before) / 3
    # the lower quartile: a busy machine delays now the one, now the other
    a, b = statistics.quantiles(jump)[0], statistics.quantiles(step)[0]
    return {
        "viewer_jump_ms": a * 1e3,
        "viewer_step_ms": b * 1e3,
        "viewer_jump_ratio": a / b,
        "viewer_end_while_reading_ms": to_end * 1e3,
        "viewer_memory_mb": memory,
        "viewer_rest_cpu": rest,
    }


def peak(pid: int) -> float:
    """Return the most memory a process has had, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu(pid: int) -> float:
    """Return the seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the ratios of neighbours in time."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def measure(normal: Table, long: Table, runs: int = 7) -> Rates:
    """Measure the viewer on a log of a normal game and on a long one."""
    with tempfile.TemporaryDirectory() as folder:
        small, big, empty = (Path(folder) / n for n in ("small.jsonl", "big.jsonl", "empty.py"))
        small.write_bytes(normal.bytes())
        big.write_bytes(long.bytes())
        empty.write_text(EMPTY)
        times: dict[str, list[float]] = {"empty": [], "small": [], "big": []}
        for _ in range(runs):  # turn about, so that a busy machine disturbs all alike
            times["empty"].append(first_frame([str(empty)], "ready"))
            times["small"].append(first_frame(viewer(small), " help"))
            times["big"].append(first_frame(viewer(big), " help"))
        bare, normal_s, big_s = times.values()
        return {
            "textual_first_frame_ms": min(bare) * 1e3,
            "viewer_first_frame_ms": min(normal_s) * 1e3,
            "viewer_first_frame_ratio": ratio(normal_s, bare),
            "viewer_long_first_frame_ms": min(big_s) * 1e3,
            "viewer_long_ratio": ratio(big_s, normal_s),
        } | jumps(big, len(long.lines))
