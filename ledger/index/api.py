"""Queries from Python: `ledger.query("select …").df()`."""

from __future__ import annotations

import atexit
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import Any

from ledger.library.ids import default_folder
from ledger.library.library import Library

from .lake.versions import Lake
from .library_index import Index, build_file
from .query.query_process import LEAST, IndexQueries, QueryProcess, usual_memory
from .query.result import SECONDS, Field, QueryResult, optional


class FetchedResult(QueryResult):
    """A query result with all its rows already fetched, so that nothing stays open.

    If pyarrow is installed, the rows are kept as an Arrow table, which preserves every type.
    """

    def __init__(
        self, fields: list[Field], rows: list[tuple[Any, ...]], table: Any | None = None
    ) -> None:
        super().__init__(fields)
        self._rows, self._table = rows, table

    def _fetched(self, size: int) -> Iterator[list[tuple[Any, ...]]]:
        if self._table is not None:
            for batch in self._table.to_batches(size):
                columns = [column.to_pylist() for column in batch.columns]
                yield list(zip(*columns, strict=True)) if columns else []
        for at in range(0, len(self._rows), size):
            yield self._rows[at : at + size]

    def arrow(self) -> Any:
        """Return the result as an Arrow table (pyarrow must be installed)."""
        optional("pyarrow")
        return self._table

    def df(self) -> Any:
        """Return the result as a pandas data frame (pandas and pyarrow must be installed)."""
        optional("pandas")
        return self.arrow().to_pandas()

    def pl(self) -> Any:
        """Return the result as a Polars data frame (polars and pyarrow must be installed)."""
        return optional("polars").from_arrow(self.arrow())


def query(
    sql: str,
    params: dict[str, Any] | None = None,
    *,
    library: str | Path | None = None,
    files: Sequence[str | Path] = (),
    lake: str | Path | None = None,
    refresh: bool = True,
    seconds: float = SECONDS,
    memory: int | None = None,
) -> FetchedResult:
    """Query the library, the logs in `files` or a `lake`; the result has `.rows()` and `.df()`.

    If none of them is given, query the library named by LEDGER_LIBRARY or else the default one, as
    the commands do. A query that takes longer than `seconds`, or needs more than `memory` bytes (by
    default half of the machine's), is stopped.
    """
    with _asking, _opened(_process(memory), library, files, lake, refresh, sql) as questions:
        if util.find_spec("pyarrow"):
            fields, table = questions.table(sql, params, seconds=seconds)
            return FetchedResult(fields, [], table)
        answer = questions.ask(sql, params, seconds=seconds)
        return FetchedResult(answer.fields, answer.rows())


_asking = threading.Lock()
_kept: list[tuple[int, QueryProcess]] = []


def _process(memory: int | None) -> QueryProcess:
    """Return the query process, which is kept for the next query."""
    wanted = max(memory or usual_memory(), LEAST)
    if _kept and _kept[0][0] == os.getpid() and _kept[0][1].memory == wanted:
        return _kept[0][1]
    if _kept and _kept[0][0] == os.getpid():
        _kept[0][1].close()
    else:
        atexit.register(_end)
    _kept[:] = [(os.getpid(), QueryProcess(wanted))]
    return _kept[0][1]


def _end() -> None:
    if _kept and _kept[0][0] == os.getpid():
        _kept[0][1].close()


@contextmanager
def _opened(
    process: QueryProcess,
    library: str | Path | None,
    files: Sequence[str | Path],
    lake: str | Path | None,
    refresh: bool,
    sql: str,
) -> Iterator[IndexQueries]:
    if lake is not None:
        with Lake(Path(lake)).held() as version:
            yield process.about(version)
        return
    if files:
        with built_of([Path(f) for f in files]) as file:
            yield process.about(file)
        return
    folder = library or os.environ.get("LEDGER_LIBRARY") or default_folder()
    index = Index(Library(folder)).quickest_for(sql, process, refresh=refresh)
    with index.held(refresh=refresh, read_meta=process.read_meta) as file:
        yield process.about(file)


@contextmanager
def built_of(paths: Sequence[Path]) -> Iterator[Path]:
    """Build a temporary index of these log files."""
    from .build.inputs import files_source

    source = files_source(paths)
    with tempfile.TemporaryDirectory(prefix="ledger-") as name:
        file = Path(name) / "index.duckdb"
        build_file(file, source, Path(name))
        yield file
