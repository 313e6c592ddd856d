"""Loading staged files into a DuckDB file, with DuckDB's own readers and never row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from ledger.index.schema import GAMES, PROBLEMS, SEATS, Table
from ledger.index.types import Done

from .staging import Answer, file_of


def _spent(start: str, end: str) -> str:
    """Return SQL for the seconds between two times; null unless both are times."""
    a, b = (f"epoch_ms(try_cast({x} as timestamp))" for x in (start, end))
    return f"({b} - {a}) / 1000.0"


_EVENTS = """
insert into events
select game_id, $game, seq, "type", cmd, turn, "by", try_cast("at" as timestamp), live, data
from read_ndjson($files, columns = {game_id: 'INTEGER', live: 'BOOLEAN', "type": 'VARCHAR',
    seq: 'INTEGER', cmd: 'INTEGER', turn: 'INTEGER', "by": 'INTEGER', "at": 'VARCHAR',
    data: 'JSON'}, ignore_errors = true)
where seq is not null
"""


def _read(*columns: str) -> str:
    """Return SQL that reads rows written as JSON arrays; numbers are cast to their column's."""
    cells = ", ".join(
        f"r[{n}]::{kind} as {name}" if kind else f"r[{n}] as {name}"
        for n, (name, _, kind) in enumerate((c.partition(" ") for c in columns), 1)
    )
    file = "read_ndjson($files, records = 'false', columns = {r: 'VARCHAR[]'})"
    return f"(select {cells} from {file})"


_DELTA = _read(
    "game_id integer", "seq integer", "turn integer", "seat integer", "resource", "change bigint",
    "value bigint",
)  # fmt: skip
_DELTAS = f"""
insert into deltas
select game_id, $game, * exclude (game_id)
from {_DELTA}
"""
_TURN = _read(
    "game_id integer", "turn integer", "seat integer", "round integer", "first_seq integer",
    "last_seq integer", "moves integer", "events integer", "started", "ended", "scores bigint[]",
)  # fmt: skip
_TURNS = f"""
insert into turns
select game_id, $game, turn, seat, round, first_seq, last_seq, moves, events,
    try_cast(started as timestamp), {_spent("started", "ended")}
from {_TURN}
"""
_SCORES = f"""
insert into scores
select game_id, $game, turn, round, unnest(range(1, len(scores) + 1)), unnest(scores)
from {_TURN}
"""
_MOVE = _read(
    "game_id integer", "move integer", "seq integer", "last_seq integer", "turn integer",
    "seat integer", "command", "notation", '"at"', "before", "waived",
)  # fmt: skip
_MOVES = f"""
insert into moves
select game_id, $game, move, seq, last_seq, turn, seat, command, notation,
    try_cast("at" as timestamp), {_spent("before", '"at"')}, coalesce(string_split(waived, ','), [])
from {_MOVE}
"""


def _facts(table: Table) -> str:
    """Return the SQL that loads rows written as JSON objects into a table."""
    # what a file says may not fit: such a time or number is null
    loose = {"TIMESTAMP": "VARCHAR", "DATE": "VARCHAR", "INTEGER": "BIGINT"}
    read = ", ".join(f"\"{c.name}\": '{loose.get(c.type, c.type)}'" for c in table.columns)
    take = ", ".join(
        f'try_cast("{c.name}" as {c.type})' if c.type in loose else f'"{c.name}"'
        for c in table.columns
    )
    return f"insert into {table.name} select {take} from read_ndjson($files, columns = {{{read}}})"


_FOLDED = (
    ("events", _EVENTS),
    ("deltas", _DELTAS),
    ("moves", _MOVES),
    ("turns", _TURNS),
    ("turns", _SCORES),
)
_FACTS = {table.name: _facts(table) for table in (GAMES, SEATS, PROBLEMS)}


def run(con: duckdb.DuckDBPyConnection, sql: str, params: Any = None) -> list[tuple[Any, ...]]:
    """Execute a statement to its end and return its rows."""
    return con.execute(sql, params).fetchall()


def load(con: duckdb.DuckDBPyConnection, game: str | None, answers: Sequence[Answer]) -> None:
    """Load staged chunks of one game."""
    folders = [Path(a.folder) for a in answers]
    for name, sql in _FOLDED:
        if files := _files(folders, name):
            run(con, sql, {"game": game, "files": files})
    for table, sql in _FACTS.items():
        if files := _files(folders, table):
            run(con, sql, {"files": files})


def load_facts(con: duckdb.DuckDBPyConnection, table: str, file: Path) -> None:
    """Load rows of one table from a file of JSON objects."""
    run(con, _FACTS[table], {"files": [str(file)]})


def load_logs(
    con: duckdb.DuckDBPyConnection, rows: Sequence[dict[str, object]], file: Path
) -> None:
    """Record how far logs are in; `file` is a temporary file for the rows."""
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(
        con,
        """insert into internal.logs from read_ndjson($file, columns = {game_id: 'INTEGER',
        log: 'VARCHAR', revision: 'INTEGER', game: 'VARCHAR', head: 'VARCHAR', seq: 'INTEGER',
        code: 'VARCHAR'})""",
        {"file": str(file)},
    )


def _files(folders: Iterable[Path], table: str) -> list[str]:
    return [str(p) for f in folders if (p := f / file_of(table)).is_file() and p.stat().st_size]


def check(con: duckdb.DuckDBPyConnection, done: Iterable[Done]) -> None:
    """Check that every line arrived; one that the engine can't read is recorded as a problem."""
    want = {d.game_id: d.seq for d in done}
    if not want:
        return
    first, last = min(want), max(want)
    got = dict(
        run(
            con,
            "select game_id, count(*) from events where game_id between ? and ? group by game_id",
            [first, last],
        )
    )
    for id, lines in want.items():
        if (short := lines - got.get(id, 0)) > 0:
            run(
                con,
                "insert into problems select ?, null, null, 'schema', ?",
                [id, f"{short} lines of this log cannot be indexed"],
            )
