"""The index beside its peers on one library, in one run: raw JSONL, a plain table, SQLite.

Every report is also asked of the raw files (see `raw`); where that takes a Python fold, some
of the games are folded and the time is scaled by their lines.

python -m scripts.benchmarks.index [LIBRARY] [--games 300]
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
from typing import Any, NamedTuple

import duckdb

from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.catalogue import reports
from ledger.library.library import Library
from scripts.simulated_library import fill

from .raw import asking, twin

Rates = dict[str, float]
_COLUMNS = """columns = {"type": 'VARCHAR', seq: 'INTEGER', cmd: 'INTEGER', more: 'BOOLEAN',
    turn: 'INTEGER', "by": 'INTEGER', "at": 'VARCHAR', data: 'JSON'}"""
SAMPLE = 200
"""Games that a Python fold is timed on."""


class Compared(NamedTuple):
    """A report: seconds with the index, seconds on the raw files, and how those were found."""

    name: str
    ours: float
    raw: float
    how: str

    @property
    def ratio(self) -> float:
        """Index to raw."""
        return self.ours / self.raw

    def __str__(self) -> str:
        times = f"{self.ours * 1e3:10,.1f} ms {self.raw * 1e3:12,.0f} ms"
        return f"{self.name:24} {times} {self.ratio:9.4f}  {self.how}"


HEADING = f"{'report':24} {'index':>13} {'raw files':>15} {'ratio':>9}  raw files asked by"


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
        "from ledger.index.library_index import Index\n"
        "from ledger.library.library import Library\n"
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


def compare(index: Index, repeats: int = 3) -> list[Compared]:
    """Ask every report of the index and of the raw files; best of some repeats."""
    files = sorted((index.library.folder / "games").glob("*.jsonl"))
    some = files[:: -(-len(files) // SAMPLE)]
    bytes_of = [sum(f.stat().st_size for f in part) for part in (files, some)]
    scale = bytes_of[0] / bytes_of[1]
    out: list[Compared] = []
    with index.reading() as con:
        known = {row[0] for row in ask(con, "select distinct game from games").rows()}
        for report in reports().values():
            if report.game is not None and report.game not in known:
                continue
            ours = timed(_asking(con, report.sql, report.values({})), repeats)
            if twin(report) == "sql":
                raw, how = timed(asking(report, files), repeats), "read_ndjson"
            else:
                raw = scale * timed(asking(report, some), repeats)
                how = f"Python fold of {len(some):,} of {len(files):,} games, times {scale:.1f}"
            out.append(Compared(report.name, ours, raw, how))
    return sorted(out, key=lambda c: -c.ratio)


def measure(library: Library, *, peers: bool = True) -> tuple[Rates, list[Compared]]:
    """Measure building, growing and asking the index of a library."""
    out: Rates = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = library.games()
        lines = sum(e.lines for e in entries)
        plain = min(plain_table(library, folder) for _ in range(3))
        built, memory = min(build(library) for _ in range(3))
        out |= {
            "index_events": lines,
            "plain_table_per_s": lines / plain,
            "index_build_per_s": lines / built,
            "index_build_ratio": plain / built,
            "index_build_mb": memory,
        }
        index = Index(library)
        grown = min(_grow(index, len(entries) + 10 * n) for n in range(3))
        out |= {"index_grow_ms": grown * 1e3, "index_grow_ratio": grown / built}
        asked = compare(index)
        out |= {
            "report_worst_ratio": max(c.ratio for c in asked),
            "report_typical_ratio": statistics.median(c.ratio for c in asked),
        }
        if peers:
            out |= sqlite_peer(library, folder)
            typical = statistics.median(c.ours for c in asked)
            out["report_sqlite_ratio"] = typical / out["sqlite_group_s"]
    out["self_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return out, asked


def _grow(index: Index, first: int) -> float:
    """Time taking in ten games, played after all the others."""
    fill(index.library.folder, 10, first=first, seed=int(time.time()), workers=1)
    return timed(Index(Library(index.library.folder)).refresh)


def measure_new(
    library: Path | None, games: int, *, peers: bool = True
) -> tuple[Rates, list[Compared]]:
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
    rates, asked = measure_new(args.library, args.games, peers=not args.no_peers)
    for key, value in rates.items():
        print(f"{key:32} {value:14,.3f}")
    print(HEADING, *asked, sep="\n")


if __name__ == "__main__":
    main()
