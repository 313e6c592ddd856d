"""Play many games against one server, with many readers, and check every event.

The server, the load maker and the gauges are processes of their own. Everything that was
answered must be in the logs once, every log must verify, and every reader must have seen
exactly what its viewer may see of the log.

    scripts/serve-load                          200 games, 1 command/s each, 1,000 readers, 2 min
    scripts/serve-load --rate 0 --seconds 10    as fast as it goes
    scripts/serve-load --rate 0 --no-sync       the same with a store that does not flush
    scripts/serve-load --compare                full speed with and without flushes, in turns
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.console import arguments, say

if TYPE_CHECKING:
    from .run import Figures

ROUNDS = 3
"""How often `--compare` measures each of the two."""
APPEND = 20
"""The p99 of an append may be so many times the p50 of a bare flush."""


def figures(made: Figures) -> dict[str, Any]:
    """Return what a run gave, ready to be printed."""
    from .run import quantile

    told, checked = made.told, made.checked
    bare = quantile(made.flushes, 0.5)
    memory = [s.memory for s in made.seconds]
    quarter = len(memory) // 4
    third, last = memory[2 * quarter : 3 * quarter], memory[3 * quarter :]

    def spread(values: list[float]) -> dict[str, float]:
        parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999}
        return {k: round(quantile(values, v) * 1000, 2) for k, v in parts.items()}

    return {
        "games": checked.games,
        "commands acknowledged": checked.commands,
        "events in the logs": checked.events,
        "lines read by readers": checked.lines_read,
        "commands/s": round(checked.commands / told.played, 1),
        "bare flush, ms": spread(made.flushes),
        "append in the store, ms": spread(made.stored),
        "append in the server, ms": spread(made.appends),
        "command as the client sees it, ms": spread(told.latencies),
        "command, p99 in each tenth of the run, ms": [
            round(quantile(part, 0.99) * 1000) for part in tenths(told.latencies)
        ],
        "append, p99 in each tenth of the run, ms": [
            round(quantile(part, 0.99) * 1000) for part in tenths(made.appends)
        ],
        "p99 append in the store / p50 bare flush": round(quantile(made.stored, 0.99) / bare, 1),
        "p99 append / p50 bare flush": round(quantile(made.appends, 0.99) / bare, 1),
        "p99 command / p50 bare flush": round(quantile(told.latencies, 0.99) / bare, 1),
        "memory, MB: 3rd quarter, last": [
            round(statistics.fmean(q), 1) for q in (third, last) if q
        ],
        "processor: server": round(statistics.fmean(s.cpu for s in made.seconds), 2),
        "processor: server, ms per command": round(
            1000 * sum(s.cpu for s in made.seconds) / max(len(told.latencies), 1), 2
        ),
        "processor: load maker": round(told.cpu, 2),
        "load of the machine": [round(x, 2) for x in os.getloadavg()],
        "faults": checked.faults[:20],
    }


def tenths(values: list[float]) -> list[list[float]]:
    """Cut values, as they came, into ten parts, or fewer where there are not so many."""
    size = max(len(values) // 10, 1)
    parts = [values[i * size : (i + 1) * size] for i in range(10)]
    return [part for part in parts if part]


def compare(options: argparse.Namespace) -> int:
    """Measure full speed with and without flushes, in turns; print both and the ratio."""
    from .run import Shape, measure

    rates: dict[bool, list[float]] = {True: [], False: []}
    faults: list[str] = []
    for sync in (True, False) * ROUNDS:
        with tempfile.TemporaryDirectory(dir=options.dir) as folder:
            shape = Shape(options.games, options.readers, 0, sync)
            made = measure(Path(folder), shape, options.seconds, say)
        rates[sync].append(made.checked.commands / made.told.played)
        faults += made.checked.faults
        print(
            f"{'flushed' if sync else 'not flushed'}: {rates[sync][-1]:.0f} commands/s", flush=True
        )
    with_, without = (statistics.median(rates[sync]) for sync in (True, False))
    print(f"medians: {with_:.0f} and {without:.0f}: a ratio of {with_ / without:.2f}")
    return _told(faults)


def _told(faults: list[str]) -> int:
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def main() -> int:
    """Run the load; the exit code says whether anything was lost, doubled or wrong."""
    parser = arguments("serve-load", __doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, help="120, with --compare 8")
    parser.add_argument("--rate", type=float, default=1.0, help="commands/s of a game; 0: no limit")
    parser.add_argument("--no-sync", action="store_true", help="a store that does not flush")
    parser.add_argument("--compare", action="store_true", help="with and without flushes")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--dir", type=Path, help="where to work: the disk that is measured")
    options = parser.parse_args()
    options.seconds = options.seconds or (8 if options.compare else 120)
    if options.compare:
        return compare(options)

    from .run import Shape, measure

    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        shape = Shape(options.games, options.readers, options.rate, not options.no_sync)
        made = measure(Path(folder), shape, options.seconds, say)
    found = figures(made)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        for name, value in found.items():
            text = (
                " ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
            )
            print(f"{name + ':':<44} {text}")
    return _told(made.checked.faults)


if __name__ == "__main__":
    raise SystemExit(main())
