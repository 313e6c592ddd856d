"""`ledger index`: bring the index of a library up to date."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ledger.cli.indexes import index_at, index_progress, writing_index
from ledger.cli.options import Json, LibraryDir


def index(
    ctx: typer.Context,
    library: LibraryDir = None,
    anew: Annotated[bool, typer.Option("--anew", help="Rebuild it from all logs.")] = False,
    json: Json = False,
) -> None:
    """Bring the index of the library up to date.

    Questions do that by themselves. Everything in the index comes from the logs, so you can delete
    it at any time.

    \b
    Example:
      ledger index --anew

    --json: {"file", "how", "games", "seconds", "bytes"}; how is nothing, changes or all.
    """
    import time

    from ledger.cli.output.console import emit, say

    found = index_at(ctx, library)
    if not found.library.exists():
        from ledger.kernel.errors import Malformed

        raise Malformed("there is no library here", file=str(found.library.folder))
    start = time.perf_counter()
    with writing_index(found), index_progress(found) as done:
        how, games = found.refresh(anew=anew, progress=done)
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
