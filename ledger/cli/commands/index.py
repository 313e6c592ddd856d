"""`ledger index`: bring the index of a library up to date."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from ledger.cli.language import t
from ledger.cli.options import Cluster, Jobs, Json, LibraryDir, library_at
from ledger.cli.sources.indexes import index_at, index_progress, writing_index
from ledger.cli.worker_pools import pool_for


def index(
    ctx: typer.Context,
    library: LibraryDir = None,
    anew: Annotated[
        bool, typer.Option("--rebuild", "--anew", help="Rebuild the index from all logs.")
    ] = False,
    lake: Annotated[
        Path | None,
        typer.Option("--lake", metavar="DIR", help="Keep Parquet files in this folder instead."),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="PLACE",
            envvar="LEDGER_STORE",
            help="With --lake: the library, by its folder or its database address.",
        ),
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="With --lake: keep it up to date until Ctrl-C.")
    ] = False,
    public: Annotated[
        bool,
        typer.Option("--public", help="With --lake: only what any spectator could see."),
    ] = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Bring the index of the library up to date.

    Queries do that automatically. Everything in the index comes from the logs, so you can delete it
    at any time. However many processes or machines read the logs, the result is the same.

    --lake makes an index for many machines: Parquet files in a folder that everybody can read, one
    subfolder for each game. `ledger query --lake` and `ledger report --lake` use it, and give the
    same answers. One program keeps it up to date, from a folder or from PostgreSQL; queries sent
    meanwhile see the lake either before or after an update, never in between. If the program is
    stopped, even by force, the next one continues from there.

    \b
    Example:
      ledger index --rebuild
      ledger index --rebuild --jobs 8
      ledger index --rebuild --cluster tcp://10.0.0.5:8786
      ledger index --lake /srv/lake --store postgresql://ledger@db.example/games --follow

    --json: {"file", "how", "games", "seconds", "bytes"}; how is nothing, changes or all. With
    --lake: {"lake", "version", "games", "seconds", "bytes"}, one for each version.
    """
    if lake is not None:
        from ledger.cli.sources.lakes import keep_lake

        place = store or str(library_at(ctx, library).folder)
        with ExitStack() as stack:
            pool = None
            if jobs is not None or cluster is not None:
                pool = stack.enter_context(pool_for(jobs, cluster, jobs or 1))
            keep_lake(lake, place, anew=anew, follow=follow, public=public, pool=pool, json=json)
        return
    for given, name in ((follow, "--follow"), (public, "--public")):
        if given:
            raise typer.BadParameter("this needs --lake DIR", param_hint=name)
    from ledger.cli.output.console import emit, say

    found = index_at(ctx, library)
    if not found.library.exists():
        from ledger.kernel.errors import Malformed

        raise Malformed("there is no library here", file=str(found.library.folder))
    start = time.perf_counter()
    with ExitStack() as stack:
        pool = None  # small changes don't need one, and starting one takes time
        if jobs is not None or cluster is not None:
            pool = stack.enter_context(pool_for(jobs, cluster, len(found.library.games())))
        stack.enter_context(writing_index(found))
        done = stack.enter_context(index_progress(found))
        how, games = found.refresh(anew=anew, progress=done, pool=pool)
    size = found.file.stat().st_size
    facts: dict[str, Any] = {
        "file": str(found.file),
        "how": how,
        "games": games,
        "seconds": round(time.perf_counter() - start, 3),
        "bytes": size,
    }
    if json:
        emit(facts)
    elif how == "nothing":
        say(t("{file}: up to date", file=found.file))
    else:
        say(
            t(
                "{file}: {games:,} games in {seconds:.1f} s, {size:.1f} MB",
                file=found.file,
                games=games,
                seconds=facts["seconds"],
                size=size / 1e6,
            )
        )
