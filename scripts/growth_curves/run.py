"""Logs and libraries of growing size, measured and drawn."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.game.registry import find_game
from ledger.kernel.replay.reading import read
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from scripts.benchmarks.long_log import played
from scripts.benchmarks.many_games import fill
from scripts.console import say

from .picture import Curve, draw

LOG_JOBS = ("open", "fold", "verify", "follow", "seek")
STEP = 10
WORST = 2.0
"""How much more a unit may cost in the largest than in a hundredth of it."""


class Cost(NamedTuple):
    """What something cost: CPU seconds and bytes of memory."""

    cpu: float
    memory: int


def sizes(most: int) -> list[int]:
    """Return 100, 1,000 and so on, up to the most."""
    return [n for n in (100 * STEP**i for i in range(8)) if n <= most]


def measure(what: str, path: Path) -> Cost:
    """Measure something in a process of its own; the better of two."""
    words = [sys.executable, "-m", "scripts.growth_curves.measured", what, str(path)]
    found = []
    for _ in range(2):
        done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
        told = json.loads(done.stdout)
        found.append(Cost(told["cpu"], told["memory"]))
    return min(found)


def logs(folder: Path, most: int) -> Iterator[tuple[int, Path]]:
    """Make logs of growing length; each is the beginning of a very long one, in whole groups."""
    table = played(find_game("osaka"), most)
    raws = table.bytes().splitlines(keepends=True)
    for n in sizes(most):
        end = n
        while end < len(raws) and table.lines[end - 1].more:
            end += 1
        path = folder / f"log-{n}.jsonl"
        path.write_bytes(b"".join(raws[:end]))
        yield n, path


def run(options: argparse.Namespace) -> int:
    """Measure everything, print the tables, and draw the picture."""
    events: dict[str, dict[int, Cost]] = {}
    games: dict[str, dict[int, Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="ledger-growth-") as name:
        folder = Path(name)
        say(f"playing a log of {options.most:,} events")
        for n, path in logs(folder, options.most):
            say(f"measuring {n:,} events")
            for what in LOG_JOBS:
                events.setdefault(what, {})[n] = measure(what, path)
            home = folder / f"one-{n}"
            with Library(home).writing() as writer:
                data = path.read_bytes()
                log = describe(read(data).lines, len(data))
                writer.add_log("id:osaka:long", "long", log, data)
            events.setdefault("index", {})[n] = measure("index", home)
        for n in sizes(options.games):
            say(f"measuring {n:,} games")
            home = folder / f"many-{n}"
            fill(home, n)
            for what in ("index", "list"):
                games.setdefault(what, {})[n] = measure(what, home)
    bad = _tell("event", events) + _tell("game", games)
    if options.picture is not None:
        curves = [
            [Curve(what, {n: c.cpu for n, c in own.items()}) for what, own in found.items()]
            for found in (events, games)
        ]
        options.picture.write_text(draw(curves[0], curves[1]), encoding="utf-8")
        print(f"written to {options.picture}")
    return 1 if bad else 0


def _tell(unit: str, found: dict[str, dict[int, Cost]]) -> int:
    """Print what a unit costs at each size; return how much grows too fast."""
    bad = 0
    counts = list(next(iter(found.values()), {}))
    print(f"{'CPU µs per ' + unit:24}" + "".join(f"{n:>12,}" for n in counts))
    for what, own in found.items():
        # a jump costs what it costs, however long the log is
        costs = {n: c.cpu * 1e6 / (1 if what == "seek" else n) for n, c in own.items()}
        largest = max(costs)
        grows = largest >= 10_000 and costs[largest] > WORST * costs[largest // STEP**2]
        bad += grows
        row = "".join(f"{cost:>12,.2f}" for cost in costs.values())
        print(f"{what:24}{row}  {'GROWS TOO FAST' if grows else ''}")
    print(f"{'memory per ' + unit + ', bytes':24}")
    for what, own in found.items():
        if what != "seek":
            row = "".join(f"{c.memory / n:>12,.0f}" for n, c in own.items())
            print(f"{what:24}{row}")
    return bad
