"""Filling an index, or bringing it up to date: only what has changed is read and folded again."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb

from ledger.index.rows.people import write_players
from ledger.index.rows.ratings import rate
from ledger.index.rows.results import take_results
from ledger.index.schema import PER_GAME, ddl
from ledger.index.types import Done, Item
from ledger.kernel.game.registry import installed
from ledger.system.crew import Crew, LocalCrew, NoCrew
from ledger.system.processes import cores

from .changes import Plan, make_plan
from .fingerprints import codes
from .inputs import Source
from .load import check, load, load_logs, run
from .metadata import write_about
from .staging import SMALL, SMALL_BRIEF, Answer, Chunk, chunks, staged

Progress = Callable[[int], None]
BATCH = 18
"""How many chunks are loaded together; more would only take memory."""

MEMORY = "700MB"
JOURNAL = "2MB"
"""How much the write-ahead log may grow before it is merged; readers see what is in it."""


def opened(file: Path) -> duckdb.DuckDBPyConnection:
    """Open an index for writing."""
    # the workers need the other half of the cores
    config: dict[str, Any] = {"memory_limit": MEMORY, "threads": max(cores() // 2, 1)}
    config["checkpoint_threshold"] = JOURNAL
    con = duckdb.connect(str(file), config=config)
    run(con, "set enable_progress_bar = false")  # it would be drawn on stdout
    return con


def create(con: duckdb.DuckDBPyConnection) -> None:
    """Create the tables."""
    run(con, ddl())


def crew_of(lines: int, *, brief: bool) -> Crew:
    """Return who is to read so many lines."""
    if lines <= (SMALL_BRIEF if brief else SMALL):
        return NoCrew()
    installed()  # loaded here once, and not by every worker
    return LocalCrew(cores())


def update(
    con: duckdb.DuckDBPyConnection,
    source: Source,
    folder: Path,
    *,
    plan: Plan | None = None,
    progress: Progress | None = None,
    crew: Crew | None = None,
    brief: bool = False,
) -> int:
    """Bring an index up to date in one transaction; return how many games changed.

    `folder` is for temporary files. Without a crew the cores of this machine do the work. A `brief`
    index has no rows about the course of a game.
    """
    if plan is None:
        plan = make_plan(con, source)
    if crew is None:
        with crew_of(plan.lines, brief=brief) as crew:
            return update(con, source, folder, plan=plan, progress=progress, crew=crew, brief=brief)
    for _, _, item in plan.logs:
        item.brief = brief
    with tempfile.TemporaryDirectory(prefix="stage-", dir=folder) as name:
        tmp = Path(name)
        work = list(chunks(plan.logs, tmp))
        answers = staged(work, crew)
        if plan.have:
            # which old rows must go is known only after staging
            ready = list(answers)
            run(con, "begin transaction")
            forget(con, plan, source, [d for a in ready for d in a.done])
            answers = iter(ready)
        else:
            answers = _ahead(answers)
            run(con, "begin transaction")
        write_about(con, source, brief=brief)  # while the first logs are read
        for _ in take(con, plan, work, answers, at_once=True, progress=progress):
            pass
        finish(con, plan, source, tmp)
        run(con, "commit")
    return plan.games


def _ahead(answers: Iterator[Answer]) -> Iterator[Answer]:
    """Begin with the answers at once, and with each when the one before is taken."""
    thread = ThreadPoolExecutor(1)
    coming = thread.submit(next, answers, None)

    def each() -> Iterator[Answer]:
        nonlocal coming
        with thread:
            while (answer := coming.result()) is not None:
                coming = thread.submit(next, answers, None)
                yield answer

    return each()


def finish(con: duckdb.DuckDBPyConnection, plan: Plan, source: Source, tmp: Path) -> None:
    """Add what logs alone don't tell: results, who is who, and ratings."""
    take_results(con, plan, source, tmp)
    moved = write_players(con, source, tmp)
    rate(con, tmp, None if moved else new_games(con, plan, source))


def new_games(con: duckdb.DuckDBPyConnection, plan: Plan, source: Source) -> list[int] | None:
    """Return the games that are new, or None if games that were rated may have changed."""
    if plan.gone:
        return None
    names = [item.log for _, _, item in plan.logs] + [source.results[n].id for n in plan.results]
    old = [plan.have[name].game_id for name in names if name in plan.have]
    if run(con, "select 1 from ratings where game_id in (select unnest(?)) limit 1", [old]):
        return None
    sql = "select game_id from internal.logs where log in (select unnest(?))"
    return [id for (id,) in run(con, sql, [names])]


def _starts(work: list[Chunk]) -> list[int]:
    return list(itertools.accumulate((len(c.items) for c in work[:-1]), initial=0)) if work else []


def take(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    work: list[Chunk],
    answers: Iterator[Answer],
    at_once: bool = False,
    progress: Progress | None = None,
) -> Iterator[tuple[str, list[Done]]]:
    """Load staged chunks, some of one game at a time; yield what was loaded after each time."""
    names = [plan.logs[n][0] for n in _starts(work)]
    items = {item.game_id: item for chunk in work for item in chunk.items}
    taken = 0
    ready = zip(names, answers, strict=True)
    for game, together in itertools.groupby(ready, key=lambda pair: pair[0]):
        while batch := [answer for _, answer in itertools.islice(together, BATCH)]:
            done = _batch(con, game, batch, items, at_once)
            taken += len(done)
            if progress is not None:
                progress(taken)
            yield game, done


def _batch(
    con: duckdb.DuckDBPyConnection,
    game: str,
    answers: list[Answer],
    items: dict[int, Item],
    at_once: bool,
) -> list[Done]:
    if not at_once:
        run(con, "begin transaction")
    load(con, game, answers)
    done = [d for a in answers for d in a.done]
    check(con, [d for d in done if not items[d.game_id].brief])
    _remember(con, game, done, items, Path(answers[0].folder))
    if not at_once:
        run(con, "commit")
    for answer in answers:
        for file in Path(answer.folder).iterdir():
            file.unlink()
    return done


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
    load_logs(con, rows, folder / "logs.json")


def forget(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    source: Source,
    done: list[Done],
) -> None:
    """Remove the rows that are out of date: those of the logs in `done` behind their cut."""
    have = plan.have
    old = {k.game_id for k in have.values()}
    cuts = {d.game_id: d.cut for d in done if d.game_id in old}
    changed = {have[e.id].game_id for n in plan.results if (e := source.results[n]).id in have}
    cuts |= dict.fromkeys((*plan.gone, *changed), 0)
    if not cuts:
        return
    run(con, "create temp table cuts (game_id integer, cut integer)")
    run(con, "insert into cuts select unnest(?), unnest(?)", [list(cuts), list(cuts.values())])
    for table in PER_GAME:
        by_line = " and seq > cut" if table.name in ("events", "deltas", "moves") else ""
        run(
            con,
            f"delete from {table.name} using cuts "  # our own names
            f"where {table.name}.game_id = cuts.game_id{by_line}",
        )
    run(con, "delete from internal.logs using cuts where logs.game_id = cuts.game_id")
    run(con, "drop table cuts")
