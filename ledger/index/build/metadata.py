"""What an index records about itself, and the views for the installed games."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING

from ledger.index.rows.columns import views
from ledger.index.schema import VERSION, SqlTable
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import installed

from .fingerprints import code_fingerprint
from .inputs import Source
from .load import run

if TYPE_CHECKING:
    import duckdb


def made_views() -> list[tuple[SqlTable, str]]:
    """Return every view for the installed games, with the statement that creates it."""
    return _views_of(tuple(installed().values()))


@functools.cache
def _views_of(games: tuple[Game, ...]) -> list[tuple[SqlTable, str]]:
    """Cache the views for a set of games, since working them out takes a while."""
    return views(games)


def write_about(con: duckdb.DuckDBPyConnection, source: Source, *, brief: bool = False) -> None:
    """Record what this index was built from; create the views of the games, unless it is brief."""
    meta = dict(run(con, "select key, value from internal.meta"))
    if meta.get("codes") != code_fingerprint() and not brief:
        made = made_views()
        if meta:  # it may have views of games that are no longer installed
            names = {table.name for table, _ in made}
            for (name,) in run(con, "select view_name from duckdb_views() where not internal"):
                if name not in names:
                    run(con, f'drop view "{name}"')
        for _, sql in made:
            run(con, sql)
        docs = json.dumps([[t.name, t.meaning, t.columns, t.example] for t, _ in made])
        _meta(con, "views", docs)
    _meta(con, "codes", code_fingerprint())
    _meta(con, "schema", str(VERSION))
    _meta(con, "version", source.version)


def _meta(con: duckdb.DuckDBPyConnection, key: str, value: str) -> None:
    run(con, "delete from internal.meta where key = ?", [key])
    run(con, "insert into internal.meta values (?, ?)", [key, value])
