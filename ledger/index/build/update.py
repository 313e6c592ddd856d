"""Filling an index, or bringing it up to date: only what has changed is read and folded again."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.index.rows.chronology import number_games
from ledger.index.rows.people import write_players
from ledger.index.rows.ratings import rate
from ledger.index.rows.results import load_results
from ledger.index.schema import PER_GAME, ddl
from ledger.index.types import LogToLoad, StagedLog
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.system.processes import cores, single_threaded
from ledger.system.worker_pool import InlinePool, ProcessPool, WorkerPool

from .changes import Plan, make_plan
from .fingerprints import code_fingerprints
from .inputs import Source
from .load import check, load, load_facts_of, load_logs, run
from .metadata import write_about
from .staging import SMALL, SMALL_BRIEF, Chunk, StagedChunk, chunks, staged

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int], None]
BATCH = 18
"""How many chunks are loaded in a transaction; more would only take memory."""

MEANWHILE = 4
"""How many chunks are loaded at a time while others are being staged; few, since nothing overlaps
with the last load.
"""

SETTLE_AFTER = 10_000
"""After this many games, their summaries are loaded, too."""

MEMORY = "700MB"
JOURNAL = "2MB"
"""How far the write-ahead log may grow before it is merged; readers see its contents anyway."""


def opened(file: Path) -> duckdb.DuckDBPyConnection:
    """Open an index for writing."""
    import duckdb  # slow to import: a pool can start in the meantime

    # the workers need the other half of the cores
    config: dict[str, Any] = {"memory_limit": MEMORY, "threads": max(cores() // 2, 1)}
    config["checkpoint_threshold"] = JOURNAL
    # compress rows as they come, while others read logs, rather than all at the end
    config["write_buffer_row_group_count"] = 1
    con = duckdb.connect(str(file), config=config)
    run(con, "set enable_progress_bar = false")  # it would be drawn on stdout
    return con


def create(con: duckdb.DuckDBPyConnection) -> None:
    """Create the tables in a single commit, since each commit waits for the disk."""
    run(con, f"begin transaction; {ddl()} commit")


def pool_for(plan: Plan, *, brief: bool) -> WorkerPool:
    """Return the pool of workers that should read the logs of a plan."""
    if plan.lines <= (SMALL_BRIEF if brief and not single_threaded() else SMALL):
        return InlinePool()
    load_games(game for game, _, _ in plan.logs)
    return ProcessPool(cores())


def load_games(names: Iterable[str | None]) -> None:
    """Load the games whose logs will be read, once here instead of in every worker."""
    for name in dict.fromkeys(names):
        with suppress(LedgerError):  # reading one of its logs will report what is wrong
            find_game(name or "")


class StagingRun(NamedTuple):
    """A plan that a pool is working on: its chunks, and the staged chunks as they arrive."""

    plan: Plan
    folder: Path
    work: list[Chunk]
    answers: Iterator[StagedChunk]
    brief: bool


@contextmanager
def staging_run(plan: Plan, folder: Path, pool: WorkerPool, *, brief: bool) -> Iterator[StagingRun]:
    """Have a pool start reading logs; `folder` is for temporary files.

    A `brief` index has no rows about the course of a game.
    """
    for _, _, item in plan.logs:
        item.brief = brief
    # after an interrupt, workers may still be writing there; the next build sweeps up
    with tempfile.TemporaryDirectory(
        prefix="stage-", dir=folder, ignore_cleanup_errors=True
    ) as name:
        work = list(chunks(plan.logs, Path(name)))
        with _ahead(staged(work, pool)) as answers:
            yield StagingRun(plan, Path(name), work, answers, brief)


@contextmanager
def _ahead(answers: Iterator[StagedChunk]) -> Iterator[Iterator[StagedChunk]]:
    """Fetch the first item at once, and each later one as soon as the one before is taken."""
    thread = ThreadPoolExecutor(1)
    coming = thread.submit(next, answers, None)

    def each() -> Iterator[StagedChunk]:
        nonlocal coming
        while (answer := coming.result()) is not None:
            coming = thread.submit(next, answers, None)
            yield answer

    try:
        yield each()
    finally:
        thread.shutdown(wait=False)  # after an interrupt, don't wait for it


def update(
    con: duckdb.DuckDBPyConnection,
    source: Source,
    folder: Path,
    *,
    plan: Plan | None = None,
    progress: Progress | None = None,
    pool: WorkerPool | None = None,
    brief: bool = False,
) -> int:
    """Bring an index up to date and return how many games changed.

    Without a `plan`, one is made; without a `pool`, the cores of this machine do the work.
    """
    if plan is None:
        plan = make_plan(con, source)
    if pool is None:
        with pool_for(plan, brief=brief) as pool:
            return update(con, source, folder, plan=plan, progress=progress, pool=pool, brief=brief)
    with staging_run(plan, folder, pool, brief=brief) as begun:
        return load_run(con, source, begun, progress)


def load_run(
    con: duckdb.DuckDBPyConnection, source: Source, begun: StagingRun, progress: Progress | None
) -> int:
    """Load the rows a pool has staged, in one transaction; return how many games changed."""
    plan, answers = begun.plan, begun.answers
    if plan.have:
        # which old rows must go is known only after staging
        ready = list(answers)
        run(con, "begin transaction")
        forget(con, plan, source, [d for a in ready for d in a.done])
        answers = iter(ready)
    else:
        run(con, "begin transaction")
    write_about(con, source, brief=begun.brief)  # while the first logs are read
    _load_all(con, plan, begun.work, answers, progress)
    finish(con, plan, source, begun.folder)
    run(con, "commit")
    return plan.games


def finish(con: duckdb.DuckDBPyConnection, plan: Plan, source: Source, tmp: Path) -> None:
    """Add what the logs alone can't provide: results, who is who, and ratings."""
    load_results(con, plan, source, tmp)
    moved = write_players(con, source, tmp)
    number_games(con)
    rate(con, tmp, new_games(con, plan, source) if plan.last and not moved else None)


def new_games(con: duckdb.DuckDBPyConnection, plan: Plan, source: Source) -> list[int] | None:
    """Return the new games, or None if games that have been rated may have changed."""
    if plan.gone:
        return None
    names = [item.log for _, _, item in plan.logs] + [source.results[n].id for n in plan.results]
    old = [plan.have[name].game_id for name in names if name in plan.have]
    if run(con, "select 1 from ratings where game_id in (select unnest(?)) limit 1", [old]):
        return None
    sql = "select game_id from internal.logs where log in (select unnest(?))"
    return [id for (id,) in run(con, sql, [names])]


def load_batches(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    work: list[Chunk],
    answers: Iterator[StagedChunk],
    progress: Progress | None = None,
) -> Iterator[tuple[str, list[StagedLog]]]:
    """Load staged chunks, a few of one game per transaction; yield the logs that each loaded."""
    items = {item.game_id: item for _, _, item in plan.logs}
    taken = 0
    for game, batch in _batches(plan, work, answers, BATCH):
        run(con, "begin transaction")
        load(con, game, batch)
        _settle(con, items, [(game, batch)])
        run(con, "commit")
        done = [d for answer in batch for d in answer.done]
        taken += len(done)
        if progress is not None:
            progress(taken)
        yield game, done


def _load_all(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    work: list[Chunk],
    answers: Iterator[StagedChunk],
    progress: Progress | None,
) -> None:
    """Load staged chunks while others are being staged, and summaries every so often and at the
    end.
    """
    items = {item.game_id: item for _, _, item in plan.logs}
    loaded: list[tuple[str, list[StagedChunk]]] = []
    chunks = games = settled = 0
    for game, batch in _batches(plan, work, answers, MEANWHILE):
        chunks += len(batch)
        load(con, game, batch)
        loaded.append((game, batch))
        games += sum(len(answer.done) for answer in batch)
        if progress is not None:
            progress(games)
        if chunks == len(work) or games - settled >= SETTLE_AFTER:
            _settle(con, items, loaded)
            loaded, settled = [], games


def _batches(
    plan: Plan, work: list[Chunk], answers: Iterator[StagedChunk], most: int
) -> Iterator[tuple[str, list[StagedChunk]]]:
    """Yield staged chunks in batches of at most `most`, each of a single game."""
    starts = itertools.accumulate((len(chunk.items) for chunk in work), initial=0)
    names = (plan.logs[n][0] for n, _ in zip(starts, work))  # noqa: B905 # one start is too many
    ready = zip(names, answers, strict=True)
    for game, together in itertools.groupby(ready, key=lambda pair: pair[0]):
        while batch := [answer for _, answer in itertools.islice(together, most)]:
            yield game, batch


def _settle(
    con: duckdb.DuckDBPyConnection,
    items: dict[int, LogToLoad],
    loaded: Sequence[tuple[str, list[StagedChunk]]],
) -> None:
    """Load the summaries of these games, check that all rows arrived, and update the record of
    logs.
    """
    folder = Path(loaded[0][1][0].folder)
    load_facts_of(con, [answer for _, batch in loaded for answer in batch], folder)
    done = [(game, d) for game, batch in loaded for answer in batch for d in answer.done]
    check(con, [d for _, d in done if not items[d.game_id].brief])
    rows = [
        {
            "game_id": d.game_id,
            "log": items[d.game_id].log,
            "revision": items[d.game_id].revision,
            "game": game,
            "head": d.head,
            "seq": d.seq,
            "code": code_fingerprints().get(game, code_fingerprints()[""]),
        }
        for game, d in done
    ]
    load_logs(con, rows, folder / "logs.json")


def forget(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    source: Source,
    done: list[StagedLog],
) -> None:
    """Remove outdated rows: for the logs in `done`, those after their cut."""
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
