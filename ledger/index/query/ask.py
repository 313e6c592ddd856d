"""Querying an index: one statement at a time, read-only, without access to files or the network."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.message import Message

from .errors import explained
from .result import SECONDS, Field, QueryResult, optional

LIMIT = 4 * 1024 * 1024
"""The longest statement, in bytes."""

_ASKING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)


class EngineResult(QueryResult):
    """A query result whose rows come from the engine in this process."""

    def __init__(self, con: duckdb.DuckDBPyConnection, sql: str, seconds: float) -> None:
        super().__init__([Field(str(d[0]), str(d[1])) for d in con.description or ()])
        self._con, self._sql, self._until = con, sql, time.monotonic() + seconds

    def _fetched(self, size: int) -> Iterator[list[tuple[Any, ...]]]:
        while rows := self._in_time(lambda: self._con.fetchmany(size)):
            yield rows

    def arrow(self) -> Any:
        """Return the result as an Arrow table (pyarrow must be installed)."""
        optional("pyarrow")
        with warnings.catch_warnings(category=UserWarning, action="ignore"):  # it copies again
            return self._in_time(self._con.to_arrow_table)

    def _in_time(self, fetch: Callable[[], Any]) -> Any:
        try:
            with deadline(self._con, self._until - time.monotonic()):
                return fetch()
        except duckdb.Error as e:
            raise explained(e, self._sql) from None


@contextmanager
def deadline(con: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """Interrupt the engine when time is up; with `inf`, that is left to the caller.

    Raises `Illegal` if the query took too long.
    """
    if seconds == float("inf"):
        yield
        return
    up = threading.Event()

    def stop() -> None:
        up.set()
        con.interrupt()

    timer = threading.Timer(max(seconds, 0.001), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    except duckdb.InterruptException:
        if up.is_set():
            raise Illegal("this query takes too long", hint="--timeout allows more time") from None
        raise KeyboardInterrupt from None
    finally:
        timer.cancel()
        timer.join()  # it holds the connection, which must not outlive the program


def checked(sql: str) -> duckdb.Statement:
    """Return the only statement in a string.

    Raises `Malformed` if there is no statement or the string is too long, and `Illegal` if there
    are several or it isn't a query.
    """
    if len(sql) > LIMIT:
        raise Malformed(
            "this statement has {sql:,} characters; {limit:,} is the limit",
            sql=len(sql),
            limit=LIMIT,
        )
    try:
        found = duckdb.extract_statements(sql)
    except duckdb.Error as e:
        raise explained(e, sql) from None
    if not found:
        raise Malformed("there is no query", hint="try: select * from games limit 5")
    if len(found) > 1:
        raise Illegal("send one query at a time; this has {count} statements", count=len(found))
    if found[0].type not in _ASKING:
        kind = found[0].type.name.lower().replace("multi", "pivot without a list (`in (…)`)")
        raise Illegal(
            "only queries are allowed, but this is {kind}",
            hint="the index is built from the logs and can't be changed: write a select",
            kind=kind,
        )
    return found[0]


def ask(
    con: duckdb.DuckDBPyConnection,
    sql: str,
    params: Mapping[str, Any] | None = None,
    *,
    seconds: float = SECONDS,
) -> EngineResult:
    """Run one query; its rows are fetched later.

    Raises `Malformed` for a missing or unknown parameter, and DuckDB's errors as explained ones.
    """
    statement = checked(sql)
    given = _given(statement, params or {})
    until = time.monotonic() + seconds
    try:
        with deadline(con, seconds):
            con.execute(sql, given or None)
    except duckdb.Error as e:
        raise explained(e, sql, con) from None
    return EngineResult(con, sql, until - time.monotonic())


def columns_by_table(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the tables and views that can be queried, with their columns."""
    rows = con.execute(
        "select table_name, list(column_name order by column_index) from duckdb_columns() "
        "where schema_name = 'main' and not internal group by 1 order by 1"
    ).fetchall()
    return dict(rows)


def about(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the metadata of an index: its schema version, and what it was built from."""
    return dict(con.execute("select key, value from internal.meta").fetchall())


def save(
    con: duckdb.DuckDBPyConnection,
    sql: str,
    params: Mapping[str, Any] | None,
    file: Path,
    *,
    seconds: float = SECONDS,
) -> int:
    """Write a query's result to a Parquet file, on a connection that may do so; return its row
    count.
    """
    statement = checked(sql)
    if statement.type is not duckdb.StatementType.SELECT:
        raise Illegal("only the answer to a select can be saved")
    given = _given(statement, params or {})
    target = str(file).replace("'", "''")
    text = sql.strip().rstrip(";")
    try:
        with deadline(con, seconds):
            # on its own lines, so that a comment at the end stops there
            copy = f"copy (\n{text}\n) to '{target}' (format parquet, compression zstd)"
            return int(con.execute(copy, given or None).fetchall()[0][0])
    except duckdb.Error as e:
        raise explained(e, sql, con) from None


def _given(statement: duckdb.Statement, params: Mapping[str, Any]) -> dict[str, Any]:
    wanted = set(statement.named_parameters)
    missing = sorted(wanted - params.keys())
    if missing:
        raise Malformed(
            "this query needs a value for {params}",
            hint="pass it with --param {missing}=…",
            params=", ".join("$" + m for m in missing),
            missing=missing[0],
        )
    if extra := sorted(params.keys() - wanted):
        raise Malformed(
            "this query has no parameter ${extra}",
            hint="it has: {params}",
            extra=extra[0],
            params=", ".join("$" + w for w in sorted(wanted)) or Message("none"),
        )
    return {name: params[name] for name in wanted}
