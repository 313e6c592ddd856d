"""Connections that can only query: read-only, without files or network, with locked settings."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import duckdb

LAKE = ".json"
"""The suffix of the file of a lake's version."""
MEMORY = "1GB"
_CONFIG: dict[str, Any] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,  # a name in SQL never refers to a Python variable
    "temp_directory": "",  # nothing is written to disk, even if it doesn't fit in memory
}
_open: dict[str, list[duckdb.DuckDBPyConnection]] = {}
_guard = threading.Lock()


def connect(
    file: Path, *, memory: str = MEMORY, threads: int | None = None, writable: Path | None = None
) -> duckdb.DuckDBPyConnection:
    """Open an index, or a version of a lake; `writable` is the only file that may be written."""
    config = {**_CONFIG, "memory_limit": memory}
    if threads is not None:
        config["threads"] = threads
    if writable is not None:
        if file.suffix == LAKE:
            return _lake(file, config, writable)
        return _writing(file, config, writable)
    with _guard:
        # a process has only one database per file, and its settings are locked:
        # another connection inherits them from the one already open
        known = _open.setdefault(str(file), [])
        while known:
            try:
                con = known[-1].cursor()
            except duckdb.Error:
                known.pop()
            else:
                break
        else:
            con = _lake(file, config) if file.suffix == LAKE else _locked(file, config)
        known.append(con)
        return con


def _lake(
    file: Path, config: dict[str, Any], writable: Path | None = None
) -> duckdb.DuckDBPyConnection:
    from ledger.index.lake.reading import open_version  # most files aren't lakes

    return open_version(file, config, writable)


def _locked(file: Path, config: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(str(file), read_only=True, config=config)
    _set(con, "enable_progress_bar = false", "lock_configuration = true")
    return con


def _writing(file: Path, config: dict[str, Any], target: Path) -> duckdb.DuckDBPyConnection:
    """Attach the index to an empty database that isn't shared with other connections."""
    config = {k: v for k, v in config.items() if k != "enable_external_access"}
    con = duckdb.connect(":memory:", config=config)
    index, path = (str(p).replace("'", "''") for p in (file, target))
    con.execute(f"attach '{index}' as library (read_only)").fetchall()
    con.execute("use library").fetchall()
    _set(
        con,
        "enable_progress_bar = false",
        f"allowed_paths = ['{path}']",
        "enable_external_access = false",
        "lock_configuration = true",
    )
    return con


def _set(con: duckdb.DuckDBPyConnection, *settings: str) -> None:
    try:
        for setting in settings:  # the progress bar would be drawn on stdout
            con.execute(f"set {setting}").fetchall()
    except BaseException:
        con.close()
        raise
