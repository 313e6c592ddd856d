"""Kill -9 while an index is written: the next question is answered right, if need be anew."""

from __future__ import annotations

import multiprocessing
import signal
import time

import duckdb
import pytest

from ledger.index.build.inputs import library_source
from ledger.index.library_index import Index, build_file
from ledger.index.schema import TABLES
from ledger.library.library import Library
from ledger.testing.effort import effort

from .sample_library import add, simulated, stock

MOMENTS = effort(3, campaign=100)
"""Of a full build, and as many of changes."""

_PRINTS = [
    f"select count(*), bit_xor(hash({', '.join(c.name for c in t.columns[1:])})) from {t.name}"
    for t in TABLES
]


def refresh(folder: str, anew: bool) -> None:
    """Bring the index up to date, in the process that will be killed."""
    Index(Library(folder)).refresh(anew=anew)


def prints(con):
    return [con.execute(sql).fetchall()[0] for sql in _PRINTS]


@pytest.fixture(scope="module")
def processes():
    """Return what starts processes fast: a server that has imported everything."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ledger.index.library_index"])
    return context


@pytest.mark.parametrize("anew", [True, False], ids=["full build", "changes"])
def test_killed_at_any_moment(tmp_path, processes, anew):
    library = Library(tmp_path / "library")
    stock(library, games=4)
    index = Index(library)
    start = time.monotonic()
    index.refresh()
    whole = time.monotonic() - start
    killed = 0
    for n in range(MOMENTS):
        add(library, *simulated(100 + n))
        want_file = tmp_path / f"want-{n}.duckdb"
        build_file(want_file, library_source(library), tmp_path)
        con = duckdb.connect(str(want_file), read_only=True)
        want = prints(con)
        con.close()
        child = processes.Process(target=refresh, args=(str(library.folder), anew))
        child.start()
        time.sleep(whole * (n + 0.5) / MOMENTS * 1.2)
        child.kill()
        child.join()
        killed += child.exitcode == -signal.SIGKILL
        with index.reading() as con:
            assert prints(con) == want
    assert killed >= MOMENTS // 3, "most of them were done before they were killed"
    left = {p.name for p in index.folder.iterdir()}
    index.refresh(anew=True)
    assert {p.name for p in index.folder.iterdir()} == {
        "index.duckdb",
        "index.lock",
        "build.lock",
    }, left
