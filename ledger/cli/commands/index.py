"""`ledger index`: bring the index of a library up to date."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated, Any

import typer

from ledger.cli.crews import crew_for
from ledger.cli.indexes import index_at, index_progress, writing_index
from ledger.cli.options import Cluster, Jobs, Json, LibraryDir


def index(
    ctx: typer.Context,
    library: LibraryDir = None,
    anew: Annotated[bool, typer.Option("--anew", help="Rebuild it from all logs.")] = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Bring the index of the library up to date.

    Questions do that by themselves. Everything in the index comes from the logs, so you can delete
    it at any time. However many processes or machines read the logs, the result is the same.

    \b
    Example:
      ledger index --anew
      ledger index --anew --jobs 8
      ledger index --anew --cluster tcp://10.0.0.5:8786

    --json: {"file", "how", "games", "seconds", "bytes"}; how is nothing, changes or all.
    """
    import time

    from ledger.cli.output.console import emit, say

    found = index_at(ctx, library)
    if not found.library.exists():
        from ledger.kernel.errors import Malformed

        raise Malformed("there is no library here", file=str(found.library.folder))
    start = time.perf_counter()
    with ExitStack() as stack:
        crew = None  # small changes need none, and it would only cost time to start one
        if jobs is not None or cluster is not None:
            crew = stack.enter_context(crew_for(jobs, cluster, len(found.library.games())))
        stack.enter_context(writing_index(found))
        done = stack.enter_context(index_progress(found))
        how, games = found.refresh(anew=anew, progress=done, crew=crew)
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
        say(f"{found.file}: up to date")
    else:
        say(f"{found.file}: {games:,} games in {facts['seconds']:.1f} s, {size / 1e6:.1f} MB")
