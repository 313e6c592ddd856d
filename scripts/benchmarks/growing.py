"""Long logs: what an event costs in them, in time and in memory."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ledger.kernel.game.registry import find_game
from scripts.benchmarks.trees import Tree

from . import measured
from .contest import Costs
from .long_log import played

EVENTS, EVENTS_QUICK = 1_000_000, 100_000


def measure(trees: Sequence[Tree], folder: Path, quick: bool) -> list[Costs]:
    """Measure each tree in processes of their own; what one can't do stays unmeasured.

    How much memory an event takes is asked only of the longest log: in a short one, the program
    itself takes more.
    """
    most = EVENTS_QUICK if quick else EVENTS
    table = played(find_game("osaka"), most)
    raws = table.bytes().splitlines(keepends=True)
    found: list[Costs] = [{} for _ in trees]
    for part in ("long", "short"):
        size = most if part == "long" else most // 10
        while size < len(raws) and table.lines[size - 1].more:
            size += 1
        path = folder / f"{part}.jsonl"
        path.write_bytes(b"".join(raws[:size]))
        for tree, costs in zip(trees, found, strict=True):
            for what in measured.JOBS:
                told = _told(tree, what, path)
                if told is not None:
                    # as if there were as many events in both
                    costs[f"{what} {part}"] = told["cpu"] * most / size
                    if size >= EVENTS:
                        costs[f"{what} memory"] = told["memory"] / size
    return found


def _told(tree: Tree, what: str, path: Path) -> dict[str, float] | None:
    words = [str(word) for word in (tree.python, "-P", measured.__file__, what, path)]
    done = subprocess.run(words, cwd=tree.work, env=tree.environment, capture_output=True)
    return None if done.returncode else json.loads(done.stdout)
