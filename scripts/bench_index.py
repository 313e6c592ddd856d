"""The index beside its peers on one library, in one run: raw JSONL, a plain table, SQLite.

python -m scripts.bench_index [LIBRARY] [--games 300]
"""

from __future__ import annotations

import argparse
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from ledger.index.index import Index
from ledger.index.query import ask
from ledger.index.reports import reports
from ledger.store.library import Library
from scripts.simulated_library import fill

Rates = dict[str, float]
_COLUMNS = """columns = {"type": 'VARCHAR', seq: 'INTEGER', cmd: 'INTEGER', more: 'BOOLEAN',
    turn: 'INTEGER', "by": 'INTEGER', "at": 'VARCHAR', data: 'JSON'}"""
_RAW = """select "type", count(*), sum(length(data)) from read_ndjson(?,
    columns = {"type": 'VARCHAR', data: 'JSON'}) group by all"""


def timed(job: Callable[[], Any], repeats: int = 1) -> float:
    """Return the best wall-clock time of some repeats."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best


def plain_table(library: Library, folder: Path) -> float:
    """Time `CREATE TABLE AS` of header and `data` over the same lines."""
    con = duckdb.connect(str(folder / "plain.duckdb"))
    files = str(library.folder / "games" / "*.jsonl")

    def make() -> None:
        sql = f"create or replace table t as select * from read_ndjson('{files}', {_COLUMNS})"  # noqa: S608
        con.execute(sql).fetchall()
        con.checkpoint()

    spent = timed(make)
    con.close()
    return spent


def build(library: Library) -> tuple[float, float]:
    """Time a full build in a process of its own; return seconds and megabytes at the peak."""
    code = (
        "import resource, sys\n"
        "from ledger.index.index import Index\n"
        "from ledger.store.library import Library\n"
        "Index(Library(sys.argv[1])).refresh(anew=True)\n"
        "a = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "b = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "print(a + 2 * b)\n"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, str(library.folder)], check=True, capture_output=True
    )
    return time.perf_counter() - start, int(done.stdout) / 1024


def sqlite_peer(library: Library, folder: Path) -> Rates:
    """Put type and data into SQLite, row by row as it must be, and group by type."""
    con = sqlite3.connect(folder / "peer.sqlite")
    con.execute("create table events (game text, seq int, type text, turn int, data text)")

    def rows() -> Any:
        for path in sorted((library.folder / "games").glob("*.jsonl")):
            for raw in path.read_bytes().splitlines():
                line = json.loads(raw)
                yield path.stem, line["seq"], line["type"], line["turn"], json.dumps(line["data"])

    def put() -> None:
        con.executemany("insert into events values (?, ?, ?, ?, ?)", rows())
        con.commit()

    built = timed(put)
    group = "select type, count(*), sum(length(data)) from events group by type"
    asked = timed(lambda: con.execute(group).fetchall(), 3)
    con.close()
    return {"sqlite_build_s": built, "sqlite_group_s": asked}


def _asking(con: duckdb.DuckDBPyConnection, sql: str, values: dict[str, Any]) -> Callable[[], Any]:
    return lambda: ask(con, sql, values).rows()


def measure(library: Library, *, peers: bool = True) -> Rates:
    """Measure building, growing and asking the index of a library."""
    out: Rates = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = sum(e.lines for e in library.games())
        plain = min(plain_table(library, folder), plain_table(library, folder))
        built, memory = build(library)
        out |= {
            "index_events": lines,
            "plain_table_per_s": lines / plain,
            "index_build_per_s": lines / built,
            "index_build_ratio": plain / built,
            "index_build_mb": memory,
        }
        fill(library.folder, 10, seed=int(time.time()), workers=1)
        index = Index(Library(library.folder))
        grown = timed(index.refresh)
        out |= {"index_grow_ms": grown * 1e3, "index_grow_ratio": grown / built}
        raw = duckdb.connect()
        files = str(library.folder / "games" / "*.jsonl")
        scan = timed(lambda: raw.execute(_RAW, [files]).fetchall(), 3)
        raw.close()
        asked: dict[str, float] = {}
        with index.reading() as con:
            known = {row[0] for row in ask(con, "select distinct game from games").rows()}
            for report in reports().values():
                if report.game is None or report.game in known:
                    values = report.values({})
                    asked[report.name] = timed(_asking(con, report.sql, values), 3)
        out |= {
            "raw_scan_s": scan,
            "report_worst_ratio": max(asked.values()) / scan,
            "report_typical_ratio": statistics.median(asked.values()) / scan,
        }
        out |= {
            f"report {name} ms": t * 1e3 for name, t in sorted(asked.items(), key=lambda x: -x[1])
        }
        if peers:
            out |= sqlite_peer(library, folder)
            out["report_sqlite_ratio"] = statistics.median(asked.values()) / out["sqlite_group_s"]
    out["self_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return out


def measure_new(library: Path | None, games: int, *, peers: bool = True) -> Rates:
    """Measure a library (ten games are added to it), or a simulated one of so many games."""
    with tempfile.TemporaryDirectory() as name:
        if library is None:
            fill(Path(name), games, workers=2)
        return measure(Library(library or name), peers=peers)


def main() -> None:
    """Measure a library, or a simulated one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path, nargs="?")
    parser.add_argument("--games", type=int, default=300, help="so many, if there is no library")
    parser.add_argument("--no-peers", action="store_true", help="leave SQLite out")
    args = parser.parse_args()
    for key, value in measure_new(args.library, args.games, peers=not args.no_peers).items():
        print(f"{key:32} {value:14,.3f}")


if __name__ == "__main__":
    main()
