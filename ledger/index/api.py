"""Queries from Python: `ledger.query("select …").df()`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import Any

import duckdb

from ledger.library.ids import default_folder
from ledger.library.library import Library

from .build.inputs import of_files
from .library_index import Index, build_file
from .query.ask import SECONDS, Answer, ask, optional
from .query.connect import connect


class Held(Answer):
    """An answer with all its rows already fetched, so that nothing stays open.

    If pyarrow is installed, they are kept as an Arrow table, which preserves every type.
    """

    def __init__(self, answer: Answer) -> None:
        self.fields = answer.fields
        self._table = answer.arrow() if util.find_spec("pyarrow") else None
        self._rows = [] if self._table is not None else answer.rows()

    def batches(self, size: int = 1000) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows in batches."""
        if self._table is not None:
            for batch in self._table.to_batches(size):
                columns = [column.to_pylist() for column in batch.columns]
                yield list(zip(*columns, strict=True)) if columns else []
        for at in range(0, len(self._rows), size):
            yield self._rows[at : at + size]

    def arrow(self) -> Any:
        """Return an Arrow table (pyarrow must be installed)."""
        optional("pyarrow")
        return self._table

    def df(self) -> Any:
        """Return a pandas data frame (pandas and pyarrow must be installed)."""
        optional("pandas")
        return self.arrow().to_pandas()


def query(
    sql: str,
    params: dict[str, Any] | None = None,
    *,
    library: str | Path | None = None,
    files: Sequence[str | Path] = (),
    refresh: bool = True,
    seconds: float = SECONDS,
) -> Answer:
    """Query the library, or the logs in `files`; the answer has `.rows()`, `.df()`, `.arrow()`.

    Without either, it queries the library of LEDGER_LIBRARY or the default one, as the commands do.
    """
    with _opened(library, files, refresh) as con:
        return Held(ask(con, sql, params, seconds=seconds))


@contextmanager
def _opened(
    library: str | Path | None, files: Sequence[str | Path], refresh: bool
) -> Iterator[duckdb.DuckDBPyConnection]:
    if files:
        with in_memory([Path(f) for f in files]) as con:
            yield con
        return
    folder = library or os.environ.get("LEDGER_LIBRARY") or default_folder()
    index = Index(Library(folder))
    with index.reading(refresh=refresh) as con:
        yield con


@contextmanager
def in_memory(
    paths: Sequence[Path], writable: Path | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a temporary index of some logs."""
    source = of_files(paths)
    with tempfile.TemporaryDirectory(prefix="ledger-") as name:
        file = Path(name) / "index.duckdb"
        build_file(file, source, Path(name))
        con = connect(file, writable=writable)
        try:
            yield con
        finally:
            con.close()
