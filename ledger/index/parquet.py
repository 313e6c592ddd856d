"""The whole index as Parquet files: sorted, compressed, one folder per game.

Every table about games has `game_key`, so that exports of several libraries can be joined.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import duckdb

from ledger.kernel.errors import Conflict

from .build.load import run
from .schema import TABLES, SqlTable

_ORDER = {
    "events": "game_id, seq",
    "deltas": "game_id, seq, seat",
    "moves": "game_id, move",
    "turns": "game_id, turn",
    "scores": "game_id, turn, seat",
    "seats": "game_id, seat",
    "players": "player",
    "ratings": "n, player",
    "problems": "game_id, line",
}
_NOWHERE = "__HIVE_DEFAULT_PARTITION__"
"""The folder name that readers of partitioned data take for null."""


def export(index: Path, folder: Path) -> dict[str, int]:
    """Write every table as Parquet files to `folder`; return the number of rows in each.

    Raises `Conflict` if the folder isn't empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Conflict("this folder isn't empty", file=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    # attached to an empty database: one that is open for queries has settings of its own
    con = duckdb.connect(":memory:")
    try:
        run(con, f"attach '{_text(str(index))}' as library (read_only)")
        run(con, "use library")
        run(con, "set enable_progress_bar = false")
        return {table.name: _table(con, table, folder) for table in TABLES}
    finally:
        con.close()


def _table(con: duckdb.DuckDBPyConnection, table: SqlTable, folder: Path) -> int:
    order = _ORDER.get(table.name, "game_id")
    source = _with_key(table)
    if all(c.name != "game" for c in table.columns):
        return _copy(con, f"from {source} order by {order}", folder / f"{table.name}.parquet")
    rows = 0
    for (game,) in run(con, f"select distinct game from {table.name} order by 1"):
        home = folder / table.name / f"game={_NOWHERE if game is None else quote(game, safe='')}"
        home.mkdir(parents=True)
        which = "game is null" if game is None else f"game = '{_text(game)}'"
        columns = f"select * exclude (game) from {source} where {which}"
        rows += _copy(con, f"{columns} order by {order}", home / "data.parquet")
    return rows


def _with_key(table: SqlTable) -> str:
    """Return SQL for a table with `game_key` added, since `game_id` is only valid in one index."""
    names = [c.name for c in table.columns]
    if "game_id" not in names or "game_key" in names:
        return table.name
    key = "(select game_key from games where games.game_id = t.game_id) as game_key"
    return f"(select {key}, t.* from {table.name} t)"


def _copy(con: duckdb.DuckDBPyConnection, sql: str, file: Path) -> int:
    copy = f"copy ({sql}) to '{_text(str(file))}' (format parquet, compression zstd)"
    return int(run(con, copy)[0][0])


def _text(text: str) -> str:
    """Escape a string for use between quotes in SQL."""
    return text.replace("'", "''")
