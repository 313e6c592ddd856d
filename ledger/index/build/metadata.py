"""What an index knows about itself, and the views of the games that are installed."""

from __future__ import annotations

import json

import duckdb

from ledger.index.rows.columns import views
from ledger.index.schema import VERSION
from ledger.kernel.game.registry import installed

from .fingerprints import all_codes
from .inputs import Source
from .load import run


def write_about(con: duckdb.DuckDBPyConnection, source: Source) -> None:
    """Record what this index was made from, and create the views of the games."""
    meta = dict(run(con, "select key, value from internal.meta"))
    if meta.get("codes") != all_codes():
        made = views(installed().values())
        names = {table.name for table, _ in made}
        for (name,) in run(con, "select view_name from duckdb_views() where not internal"):
            if name not in names:
                run(con, f'drop view "{name}"')
        for _, sql in made:
            run(con, sql)
        docs = json.dumps([[t.name, t.meaning, t.columns, t.example] for t, _ in made])
        _meta(con, "views", docs)
    _meta(con, "codes", all_codes())
    _meta(con, "schema", str(VERSION))
    _meta(con, "version", source.version)


def _meta(con: duckdb.DuckDBPyConnection, key: str, value: str) -> None:
    run(con, "delete from internal.meta where key = ?", [key])
    run(con, "insert into internal.meta values (?, ?)", [key, value])
