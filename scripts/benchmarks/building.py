"""The index built and asked for the first time, beside a plain table of the same lines."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.benchmarks.inside import GAMES
from scripts.benchmarks.material import play_games, run
from scripts.benchmarks.trees import Tree

from .contest import Costs

ROUNDS, ROUNDS_MANY = 5, 3
FEW, MANY = "few", "many"
MANY_LOGS = 1200
"""Logs of a large library: they have some 670,000 events."""
QUESTION = "select player, count(*) from seats group by all"
"""It needs no events."""

_PLAIN = """
import sys, time, duckdb
con = duckdb.connect(sys.argv[1])
start = time.perf_counter()
con.execute(\"\"\"create or replace table t as select * from read_ndjson(?, columns = {"type":
    'VARCHAR', seq: 'INTEGER', cmd: 'INTEGER', more: 'BOOLEAN', turn: 'INTEGER', "by": 'INTEGER',
    "at": 'VARCHAR', data: 'JSON'})\"\"\", [sys.argv[2]]).fetchall()
con.checkpoint()
print(time.perf_counter() - start)
"""


def measure(
    trees: Sequence[Tree], logs: Path, folder: Path, quick: bool
) -> tuple[list[Costs], Costs]:
    """Time full builds by the wall clock, since all use every core; in turns, best of a few.

    A claim about builds is one about large libraries. With few logs much of the time is that of
    starting, which a plain table is not asked for: so that is a row of its own.
    """
    found: list[Costs] = [{} for _ in trees]
    plain: Costs = {}
    _import(trees, logs)
    for _ in range(2 if quick else ROUNDS):
        _build(trees, folder, FEW, found, plain)
        for tree, costs in zip(trees, found, strict=True):
            shutil.rmtree(_library(tree) / ".index")
            _keep(costs, "seats", _ledger(tree, "query", QUESTION))
    if not quick:
        for game in GAMES:
            play_games(trees[0], folder / MANY, game, 3, MANY_LOGS // len(GAMES), "2", "random")
        _import(trees, folder / MANY)
        for _ in range(ROUNDS_MANY):
            _build(trees, folder, MANY, found, plain)
    return found, plain


def _import(trees: Sequence[Tree], logs: Path) -> None:
    for tree in trees:
        shutil.rmtree(_library(tree), ignore_errors=True)
        _ledger(tree, "import", logs)


def _build(
    trees: Sequence[Tree], folder: Path, size: str, found: Sequence[Costs], plain: Costs
) -> None:
    """Build the table and the indexes of a library of some size, once each."""
    files = _library(trees[-1]) / "games" / "*.jsonl"
    words = [sys.executable, "-c", _PLAIN, str(folder / "plain.duckdb"), str(files)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    _keep(plain, f"plain table, {size}", float(done.stdout))
    for tree, costs in zip(trees, found, strict=True):
        _keep(costs, f"index build, {size}", _ledger(tree, "index", "--anew"))


def _keep(costs: Costs, name: str, seconds: float) -> None:
    costs[name] = min(seconds, costs.get(name, seconds))


def _library(tree: Tree) -> Path:
    return Path(tree.environment["LEDGER_LIBRARY"])


def _ledger(tree: Tree, *words: object) -> float:
    start = time.perf_counter()
    run(tree, *words)
    return time.perf_counter() - start
