"""The index built and asked for the first time, beside a plain table of the same lines."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.bench_compare.trees import Tree

from .contest import Costs

ROUNDS = 5
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
    """Time full builds by the wall clock, since all use every core; in turns, best of a few."""
    for tree in trees:
        shutil.rmtree(_library(tree), ignore_errors=True)
        _ledger(tree, "import", logs)
    found: list[Costs] = [{} for _ in trees]
    plain: Costs = {}
    for _ in range(2 if quick else ROUNDS):
        files = _library(trees[-1]) / "games" / "*.jsonl"
        words = [sys.executable, "-c", _PLAIN, str(folder / "plain.duckdb"), str(files)]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        _keep(plain, "plain table", float(done.stdout))
        for tree, costs in zip(trees, found, strict=True):
            _keep(costs, "index build", _ledger(tree, "index", "--anew"))
            shutil.rmtree(_library(tree) / ".index")
            _keep(costs, "seats", _ledger(tree, "query", QUESTION))
    return found, plain


def _keep(costs: Costs, name: str, seconds: float) -> None:
    costs[name] = min(seconds, costs.get(name, seconds))


def _library(tree: Tree) -> Path:
    return Path(tree.environment["LEDGER_LIBRARY"])


def _ledger(tree: Tree, *words: str | Path) -> float:
    start = time.perf_counter()
    subprocess.run(
        [tree.ledger, *map(str, words)],
        check=True,
        cwd=tree.work,
        env=tree.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start
