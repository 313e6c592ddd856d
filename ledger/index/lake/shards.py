"""Parts of a lake: rows of some logs as Parquet files, written once, and merged as they pile up.

Parts are merged by size, eight of about the same size at a time, so that a row is rewritten only a
few times, however large the lake gets. A part in which most logs are out of date is rewritten by
itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import duckdb

from ledger.index.build.load import run
from ledger.index.schema import SqlTable

from .reading import text
from .versions import IN_SHARDS, Shard, sync

FAN = 8
"""How many parts of about the same size accumulate before they are merged into one."""
MOST = 24
"""How many parts a game may have at most, not counting large ones."""
LARGE = 16_000_000
"""A part with this many events is never merged with others."""

ORDER = {
    "events": "game_id, seq",
    "deltas": "game_id, seq, seat, resource",
    "moves": "game_id, move",
    "turns": "game_id, turn",
    "scores": "game_id, turn, seat",
}


def write_file(con: duckdb.DuckDBPyConnection, query: str, file: Path) -> int:
    """Write the result of a query as a Parquet file, durably; return its number of rows."""
    file.parent.mkdir(parents=True, exist_ok=True)
    copy = f"copy ({query}) to {text(file)} (format parquet, compression zstd)"
    rows = int(run(con, copy)[0][0])
    sync(file)
    return rows


def write_shard(
    con: duckdb.DuckDBPyConnection, folder: Path, number: int, partition: str, logs: int
) -> Shard:
    """Write the contents of the large tables as a part, and empty the tables."""
    named = Shard(number=number, partition=partition, logs=logs, live=logs, rows=_ANY)
    rows: dict[str, int] = {}
    for table in IN_SHARDS:
        if run(con, f"select 1 from {table.name} limit 1"):
            source = f"{table.name} join internal.logs using (game_id)"
            query = f"select {_keyed(table, number)} from {source} order by {ORDER[table.name]}"
            rows[table.name] = write_file(con, query, folder / named.files()[table.name])
            run(con, f"truncate {table.name}")
    return Shard(number=number, partition=partition, logs=logs, live=logs, rows=rows)


def merge(
    con: duckdb.DuckDBPyConnection, folder: Path, number: int, parts: Sequence[Shard]
) -> Shard | None:
    """Merge these parts into one, with only the rows that still count; return None if none do."""
    numbers = [part.number for part in parts]
    logs = sum(part.live for part in parts)
    named = Shard(number=number, partition=parts[0].partition, logs=logs, live=logs, rows=_ANY)
    rows: dict[str, int] = {}
    for table in IN_SHARDS if logs else ():
        files = [folder / part.files()[table.name] for part in parts if table.name in part.files()]
        if files:
            source = (
                f"read_parquet([{', '.join(map(text, files))}], hive_partitioning = false) t "
                "semi join internal.homes h on (h.game_id = t.game_id and h.part = t.part)"
            )
            query = (
                f"select * replace ({number} as part) from {source} order by {ORDER[table.name]}"
            )
            rows[table.name] = write_file(con, query, folder / named.files()[table.name])
    run(
        con,
        "update internal.homes set part = ? where part in (select unnest(?))",
        [number, numbers],
    )
    if not logs:
        return None
    return Shard(number=number, partition=parts[0].partition, logs=logs, live=logs, rows=rows)


def to_merge(parts: Iterable[Shard]) -> list[list[Shard]]:
    """Return the groups of parts that should each be merged into one."""
    found: list[list[Shard]] = []
    games: dict[str, list[Shard]] = defaultdict(list)
    for part in parts:
        if part.live * 2 <= part.logs:
            found.append([part])
        elif _size(part) < LARGE:
            games[part.partition].append(part)
    for some in games.values():
        if len(some) > MOST:
            found.append(sorted(some, key=_size)[: len(some) // 2])
            continue
        tiers: dict[int, list[Shard]] = defaultdict(list)
        for part in some:
            tiers[_tier(_size(part))].append(part)
        found += [same for same in tiers.values() if len(same) >= FAN]
    return found


def _size(part: Shard) -> int:
    return max(part.rows.get("events", 0), 1)


def _tier(size: int) -> int:
    tier = 0
    while size >= FAN:
        size, tier = size // FAN, tier + 1
    return tier


def _keyed(table: SqlTable, number: int) -> str:
    """Return a table's columns in a part, with the id of the log and the part's number added."""
    own = ", ".join(f"{table.name}.{c.name}" for c in table.columns)
    return f"logs.log, {own}, {number} as part"


_ANY = dict.fromkeys((t.name for t in IN_SHARDS), 1)
