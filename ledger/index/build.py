"""Fill an index, or bring it up to date: only what changed is read and folded again."""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from ..kernel.game import installed
from .code import all_codes, codes
from .columns import views
from .load import check, load, load_facts, run
from .plan import Known, Plan, make_plan
from .rows import Done, Item
from .schema import PER_GAME, VERSION, ddl
from .source import Source, result_rows
from .stage import SMALL, Answer, Chunk, chunks, cores, staged

Progress = Callable[[int], None]
BATCH = 6
"""Chunks that go in together; more would only take memory."""

MEMORY = "700MB"
JOURNAL = "2MB"
"""Changes that may wait beside the file before they are worked in; readers see them too."""


def opened(file: Path) -> duckdb.DuckDBPyConnection:
    """Open an index for writing."""
    # the workers need the other half of the processors
    config: dict[str, Any] = {"memory_limit": MEMORY, "threads": max(cores() // 2, 1)}
    config["checkpoint_threshold"] = JOURNAL
    con = duckdb.connect(str(file), config=config)
    run(con, "set enable_progress_bar = false")  # it would be drawn on stdout
    return con


def create(con: duckdb.DuckDBPyConnection) -> None:
    """Make the tables."""
    run(con, ddl())


def update(
    con: duckdb.DuckDBPyConnection,
    source: Source,
    folder: Path,
    *,
    at_once: bool,
    plan: Plan | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> int:
    """Bring an index up to date; `at_once`: in one transaction. Returns how many games changed.

    `folder` is where rows wait for DuckDB.
    """
    if plan is None:
        plan = make_plan(con, source)
    have = plan.have
    if workers is None:
        workers = cores() if plan.lines > SMALL else 1
    with tempfile.TemporaryDirectory(prefix="stage-", dir=folder) as name:
        tmp = Path(name)
        work = list(chunks(plan.logs, tmp))
        names = [plan.logs[n][0] for n in _starts(work)]
        answers = staged(work, workers)
        if at_once:
            # the old rows can go only when it is known how many of them still hold
            answers = iter(list(answers))
            ready, answers = itertools.tee(answers)
            run(con, "begin transaction")
            _forget(con, plan, have, source, [d for a in ready for d in a.done])
        _take(con, work, names, answers, at_once, progress)
        _results(con, plan, have, source, tmp)
        _people(con, source, tmp)
        _about(con, source)
        if at_once:
            run(con, "commit")
    return len(plan.logs) + len(plan.results) + len(plan.gone)


def _starts(work: list[Chunk]) -> list[int]:
    return list(itertools.accumulate((len(c.items) for c in work[:-1]), initial=0)) if work else []


def _take(
    con: duckdb.DuckDBPyConnection,
    work: list[Chunk],
    names: list[str],
    answers: Iterator[Answer],
    at_once: bool,
    progress: Progress | None,
) -> None:
    items = {item.game_id: item for chunk in work for item in chunk.items}
    taken = 0
    waiting: list[Answer] = []
    game = ""
    for name, answer in zip(names, answers, strict=True):
        if waiting and (name != game or len(waiting) >= BATCH):
            taken += _batch(con, game, waiting, items, at_once)
            waiting = []
            if progress is not None:
                progress(taken)
        game = name
        waiting.append(answer)
    if waiting:
        taken += _batch(con, game, waiting, items, at_once)
        if progress is not None:
            progress(taken)


def _batch(
    con: duckdb.DuckDBPyConnection,
    game: str,
    answers: list[Answer],
    items: dict[int, Item],
    at_once: bool,
) -> int:
    if not at_once:
        run(con, "begin transaction")
    load(con, game, answers)
    done = [d for a in answers for d in a.done]
    check(con, done)
    _remember(con, game, done, items, Path(answers[0].folder))
    if not at_once:
        run(con, "commit")
    for answer in answers:
        for file in Path(answer.folder).iterdir():
            file.unlink()
    return len(done)


def _remember(
    con: duckdb.DuckDBPyConnection,
    game: str,
    done: list[Done],
    items: dict[int, Item],
    folder: Path,
) -> None:
    code = codes().get(game, codes()[""])
    rows = [
        {
            "game_id": d.game_id,
            "log": items[d.game_id].log,
            "revision": items[d.game_id].revision,
            "game": game,
            "head": d.head,
            "seq": d.seq,
            "code": code,
        }
        for d in done
    ]
    _logs(con, rows, folder / "logs.json")


def _logs(con: duckdb.DuckDBPyConnection, rows: list[dict[str, object]], file: Path) -> None:
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(
        con,
        """insert into internal.logs from read_ndjson($file, columns = {game_id: 'INTEGER',
        log: 'VARCHAR', revision: 'INTEGER', game: 'VARCHAR', head: 'VARCHAR', seq: 'INTEGER',
        code: 'VARCHAR'})""",
        {"file": str(file)},
    )


def _forget(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    have: dict[str, Known],
    source: Source,
    done: list[Done],
) -> None:
    """Remove the rows that no longer hold."""
    old = {k.game_id for k in have.values()}
    cuts = {d.game_id: d.cut for d in done if d.game_id in old}
    changed = {have[e.id].game_id for n in plan.results if (e := source.results[n]).id in have}
    cuts |= dict.fromkeys((*plan.gone, *changed), 0)
    if not cuts:
        return
    run(con, "create temp table cuts (game_id integer, cut integer)")
    pairs = [x for pair in cuts.items() for x in pair]
    run(con, f"insert into cuts values {', '.join(['(?, ?)'] * len(cuts))}", pairs)
    for table in PER_GAME:
        by_line = " and seq > cut" if table.name in ("events", "deltas", "moves") else ""
        run(
            con,
            f"delete from {table.name} using cuts "  # our own names
            f"where {table.name}.game_id = cuts.game_id{by_line}",
        )
    run(con, "delete from internal.logs using cuts where logs.game_id = cuts.game_id")
    run(con, "drop table cuts")


def _results(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    have: dict[str, Known],
    source: Source,
    tmp: Path,
) -> None:
    if not plan.results:
        return
    last = run(con, "select coalesce(max(game_id), 0) from internal.logs")[0][0]
    fresh = itertools.count(max(last, plan.last) + 1)
    games, seats, logs = [], [], []
    for n in plan.results:
        entry = source.results[n]
        old = have.get(entry.id)
        id = old.game_id if old else next(fresh)
        game, players = result_rows(id, entry)
        games.append(game)
        seats += players
        logs.append(
            {
                "game_id": id,
                "log": entry.id,
                "revision": entry.revision,
                "game": "",
                "head": "",
                "seq": 0,
                "code": codes()[""],
            }
        )
    for table, rows in (("games", games), ("seats", seats)):
        file = tmp / f"results-{table}.json"
        file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
        load_facts(con, table, file)
    _logs(con, logs, tmp / "results-logs.json")


def _people(con: duckdb.DuckDBPyConnection, source: Source, tmp: Path) -> None:
    """Write down who is who; a merge changes the seats of old games too."""
    if source.players is None:
        _seat_players(con)
        run(
            con,
            """update players set games = n from (
                select player, count(distinct game_id) as n from seats group by player
            ) s where s.player = players.player and games <> n""",
        )
        return
    file = tmp / "players.json"
    rows = [
        {"player": p.id, "name": p.name, "names": p.names, "keys": p.keys, "games": len(p.games)}
        for p in source.players
    ]
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(con, "delete from players")
    if rows:
        run(
            con,
            """insert into players from read_ndjson($file, columns = {player: 'VARCHAR',
            name: 'VARCHAR', names: 'VARCHAR[]', keys: 'VARCHAR[]', games: 'INTEGER'})""",
            {"file": str(file)},
        )
    _seat_players(con)


def _seat_players(con: duckdb.DuckDBPyConnection) -> None:
    run(
        con,
        """update seats set player = p.player
        from (select player, unnest(keys) as key from players) p
        where seats.key = p.key and seats.player is distinct from p.player""",
    )


def _about(con: duckdb.DuckDBPyConnection, source: Source) -> None:
    """Write down what this index was made from, and make the views of the games."""
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
