"""Working out what an index lacks."""

from __future__ import annotations

import itertools
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ledger.index.types import LogToLoad
from ledger.library.journal.catalogue import GameEntry

from .fingerprints import code_fingerprints
from .inputs import Source
from .load import run

if TYPE_CHECKING:
    import duckdb


class IndexedLog(NamedTuple):
    """How much of a game has been indexed."""

    game_id: int
    revision: int
    game: str
    head: str
    seq: int
    code: str


class Plan(NamedTuple):
    """What has to be done to bring an index up to date."""

    logs: list[tuple[str, int, LogToLoad]]
    results: list[int]
    gone: list[int]
    lines: int
    total: int
    have: dict[str, IndexedLog]
    last: int

    @property
    def games(self) -> int:
        """The number of games that changed."""
        return len(self.logs) + len(self.results) + len(self.gone)


def indexed_logs(con: duckdb.DuckDBPyConnection, source: Source) -> dict[str, IndexedLog]:
    """Return how much of each game has been indexed; for a partial source, only of its games."""
    sql = "select log, game_id, revision, game, head, seq, code from internal.logs"
    names = None
    if source.partial:
        sql += " where log in (select unnest(?))"
        names = [[log.log for log in source.logs] + [e.id for e in source.results]]
    return {row[0]: IndexedLog(*row[1:]) for row in run(con, sql, names)}


def digest_of(entry: GameEntry) -> str:
    """Return a digest of a result, since a removed revision may be replaced by a different one."""
    return blake2b(msgspec.json.encode(entry.played), digest_size=8).hexdigest()


def make_plan(con: duckdb.DuckDBPyConnection, source: Source) -> Plan:
    """Compare the source with the index and return what has to be done."""
    have = indexed_logs(con, source)
    last, total = run(
        con, "select coalesce(max(game_id), 0), coalesce(sum(seq), 0)::bigint from internal.logs"
    )[0]
    return plan_beyond(source, have, last, total)


def plan_beyond(source: Source, have: dict[str, IndexedLog], last: int = 0, total: int = 0) -> Plan:
    """Plan how to add what a source has and the index doesn't.

    `have` holds the games already indexed, `last` the highest game number, and `total` the number
    of lines indexed.
    """
    code = code_fingerprints() if have else {}  # slow to import: a pool can start in the meantime
    fresh = itertools.count(last + 1)
    logs: list[tuple[str, int, LogToLoad]] = []
    for log in source.logs:
        old = have.get(log.log)
        same_code = old is not None and old.code == code.get(log.game, code[""])
        if old is not None and same_code and log.head == old.head and log.revision == old.revision:
            continue
        grown = old is not None and same_code and log.revision == old.revision
        item = LogToLoad(
            game_id=old.game_id if old else next(fresh),
            log=log.log,
            path=str(log.path),
            revision=log.revision,
            size=log.size,
            head=log.head,
            known_seq=old.seq if old and grown else 0,
            known_head=old.head if old and grown else "",
        )
        logs.append((log.game, log.lines, item))
    results = []
    for n, entry in enumerate(source.results):
        old = have.get(entry.id)
        known = old is not None and (old.revision, old.code) == (entry.revision, code[""])
        if old is None or not known or old.head != digest_of(entry):
            results.append(n)
    there = {log.log for log in source.logs} | {e.id for e in source.results}
    gone = [k.game_id for name, k in have.items() if name not in there]
    logs.sort(key=lambda x: x[0])  # a chunk holds logs of one game only
    lines = sum(n for _, n, _ in logs)
    return Plan(logs, results, gone, lines, total, have, last)
