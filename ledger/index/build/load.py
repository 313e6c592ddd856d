"""Loading staged files into a DuckDB file with DuckDB's own readers, never row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.index.schema import GAMES, PROBLEMS, SEATS, SqlTable
from ledger.index.types import FOLDED, StagedLog

from .staging import StagedChunk, file_of

if TYPE_CHECKING:
    import duckdb


def _spent(start: str, end: str) -> str:
    """Return SQL for the seconds between two times; null unless both are valid."""
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


def _read(table: str, *only: str) -> str:
    """Return SQL that reads rows staged by column, with many rows of a game on one line."""
    kinds = {name: FOLDED[table][name] for name in only or FOLDED[table]}
    cells = ", ".join(f'unnest("{name}") as "{name}"' for name in kinds)
    read = ", ".join(f"\"{name}\": '{kind}[]'" for name, kind in kinds.items())
    columns = f"{{game_id: 'INTEGER', {read}}}"
    return f"(select game_id, {cells} from read_ndjson($files, columns = {columns}))"


_DELTAS = f"""
insert into deltas
select game_id, $game, * exclude (game_id)
from {_read("deltas")}
"""
_TURNS = f"""
insert into turns
select game_id, $game, turn, seat, round, first_seq, last_seq, moves, events,
    try_cast(started as timestamp), {_spent("started", "ended")}
from {_read("turns")}
"""
_SCORES = f"""
insert into scores
select game_id, $game, turn, round, unnest(range(1, len(scores) + 1)), unnest(scores)
from {_read("turns", "turn", "round", "scores")}
"""
_MOVES = f"""
insert into moves
select game_id, $game, move, seq, last_seq, turn, seat, command, notation,
    try_cast("at" as timestamp), {_spent("before", '"at"')}, coalesce(string_split(waived, ','), [])
from {_read("moves")}
"""


def _facts(table: SqlTable) -> str:
    """Return SQL that loads rows written as JSON objects into a table."""
    # a value in a file may not fit its column: such a time or number becomes null
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
    """Execute a statement to completion and return its rows."""
    try:
        return con.execute(sql, params).fetchall()
    except RuntimeError as e:
        if str(e) == "Query interrupted":  # how the engine reports Ctrl-C
            raise KeyboardInterrupt from None
        raise


def load(con: duckdb.DuckDBPyConnection, game: str | None, answers: Sequence[StagedChunk]) -> None:
    """Load the course of games from staged chunks, which must all be of the same game."""
    for name, sql in _FOLDED:
        if files := _files(answers, name):
            run(con, sql, {"game": game, "files": files})
    _remove(answers, (name for name, _ in _FOLDED))


def load_facts_of(
    con: duckdb.DuckDBPyConnection, answers: Sequence[StagedChunk], folder: Path
) -> None:
    """Load the summaries of games from staged chunks of any games.

    `folder` is for a temporary file that joins them.
    """
    for table in _FACTS:
        if files := _files(answers, table):
            every = folder / f"all-{file_of(table)}"
            with every.open("wb") as out:  # many small files would take four times as long
                out.writelines(Path(file).read_bytes() for file in files)
            load_facts(con, table, every)
            every.unlink()
    _remove(answers, _FACTS)


def load_facts(con: duckdb.DuckDBPyConnection, table: str, file: Path) -> None:
    """Load rows of one table from a file of JSON objects."""
    run(con, _FACTS[table], {"files": [str(file)]})


def load_logs(
    con: duckdb.DuckDBPyConnection, rows: Sequence[dict[str, object]], file: Path
) -> None:
    """Record how much of each log has been indexed; `file` is a temporary file for the rows."""
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(
        con,
        """insert into internal.logs from read_ndjson($file, columns = {game_id: 'INTEGER',
        log: 'VARCHAR', revision: 'INTEGER', game: 'VARCHAR', head: 'VARCHAR', seq: 'INTEGER',
        code: 'VARCHAR', came: 'INTEGER'})""",
        {"file": str(file)},
    )
    file.unlink()


def _files(answers: Iterable[StagedChunk], table: str) -> list[str]:
    files = (Path(answer.folder) / file_of(table) for answer in answers)
    return [str(p) for p in files if p.is_file() and p.stat().st_size]


def _remove(answers: Iterable[StagedChunk], tables: Iterable[str]) -> None:
    names = {file_of(table) for table in tables}
    for answer in answers:
        for name in names:
            (Path(answer.folder) / name).unlink(missing_ok=True)


def check(con: duckdb.DuckDBPyConnection, done: Iterable[StagedLog]) -> None:
    """Check that every line arrived; record lines that the engine couldn't read as a problem."""
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
