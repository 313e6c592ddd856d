"""Querying a lake: an in-memory database whose only tables are the files of one version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from ledger.index.schema import EVENTS, TABLES, SqlTable

from .versions import IN_SHARDS, Version, read_version


def open_version(
    file: Path, config: dict[str, Any], writable: Path | None = None
) -> duckdb.DuckDBPyConnection:
    """Open a version of a lake for queries; `writable` is the only file they may write."""
    version, folder = read_version(file), file.absolute().parent
    # Views refer to files by their names in the lake: anybody may read a view's definition,
    # but mustn't find out where the lake is.
    allowed = [path for name in sorted(version.files()) for path in (name, str(folder / name))]
    if writable is not None:
        allowed.append(str(writable))
    # external access can only be switched off once the list of allowed paths is set
    con = duckdb.connect(
        ":memory:", config={k: v for k, v in config.items() if k != "enable_external_access"}
    )
    try:
        _run(con, "set enable_progress_bar = false")
        _run(con, f"set file_search_path = {text(folder)}")
        _run(con, f"set allowed_paths = [{', '.join(map(text, allowed))}]")
        _run(con, "set enable_external_access = false")
        _run(con, "set lock_configuration = true")
        _make_views(con, version)
    except BaseException:
        con.close()
        raise
    return con


def _make_views(con: duckdb.DuckDBPyConnection, version: Version) -> None:
    # the views of the event types are created over an empty table: that is far quicker
    typed = ", ".join(f"{c.name} {c.type}" for c in EVENTS.columns)
    _run(con, f"create table events ({typed})")
    for sql in version.views:
        _run(con, sql)
    _run(con, "drop table events")
    _run(con, "create schema internal")
    _run(con, f"create view internal.homes as from {_read([version.table('homes')])}")
    for table in TABLES:
        _run(con, f"create view {table.name} as {_query(table, version)}")


def _query(table: SqlTable, version: Version) -> str:
    if table not in IN_SHARDS:
        return f"select {_columns(table)} from {_read([version.table(table.name)])}"
    found = [part for part in version.parts if table.name in part.files()]
    clean, mixed = (
        [part.files()[table.name] for part in found if (part.live < part.logs) is some_gone]
        for some_gone in (False, True)
    )
    queries = []
    if clean:
        queries.append(f"select {_columns(table)} from {_read(clean)}")
    if mixed:
        still = "internal.homes h on (h.game_id = t.game_id and h.part = t.part)"
        queries.append(f"select {_columns(table)} from {_read(mixed)} t semi join {still}")
    if not queries:
        nulls = ", ".join(f"null::{c.type} as {c.name}" for c in table.columns)
        queries.append(f"select {nulls} where false")
    return " union all ".join(queries)


def _read(files: list[str]) -> str:
    return f"read_parquet([{', '.join(map(text, files))}], hive_partitioning = false)"


def _columns(table: SqlTable) -> str:
    return ", ".join(c.name for c in table.columns)


def text(value: str | Path) -> str:
    """Return a string as a quoted SQL literal."""
    return "'" + str(value).replace("'", "''") + "'"


def _run(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    con.execute(sql).fetchall()
