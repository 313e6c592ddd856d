"""`ledger store`: a library from one store to another."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ledger.cli.options import Json
from ledger.cli.sources.places import open_place


def store(
    action: Annotated[Literal["copy"], typer.Argument(metavar="copy", help="What to do.")],
    source: Annotated[
        str,
        typer.Argument(
            metavar="FROM", envvar="LEDGER_STORE_FROM", help="A library: its folder or address."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO", envvar="LEDGER_STORE_TO", help="Where it goes: a folder or an address."
        ),
    ],
    json: Json = False,
) -> None:
    """Copy a library from a folder to PostgreSQL, or back.

    An address is like postgresql://USER@HOST:5432/DATABASE. The password needn't stand in it: it
    can also come from PGPASSWORD or ~/.pgpass, and the whole address from the environment. The
    tables are made if they are not there yet. An address needs the extra `postgres` (pip install
    "tabletop-ledger[postgres]").

    Logs, journal, players, earlier revisions and tokens are copied byte for byte, and every line is
    read back and compared. What is there already and is the same is left alone; so is what differs,
    and then it is told. If the copy is cut short, run it again: it goes on where it was. The index
    is not copied, as it is made again when it is needed.

    \b
    Example:
      ledger store copy ~/ledger postgresql://ledger@db.example/games
      PGPASSWORD=... ledger store copy postgresql://ledger@db.example/games games-again

    --json: {"from", "to", "games", "copied", "files", "tokens", "bytes", "troubles": [{"id",
    "message"}]}; copied counts the games that were new or had grown, troubles what was left out.

    Exit code: 0 if all is well, 1 if something was left out.
    """
    from ledger.cli.output.console import emit, progress, say
    from ledger.library.stores.copying import LibraryCopy
    from ledger.service.auth.copying import copy_tokens

    with open_place(source) as there, open_place(target) as here:
        copy = LibraryCopy(there.stores, here.stores)
        with progress("copying", len(copy.games)) as done:
            result = copy.run(done)
        tokens = copy_tokens(there.tokens, here.tokens)
    if json:
        emit(
            {
                "from": there.stores.name,
                "to": here.stores.name,
                "games": result.games,
                "copied": result.copied,
                "files": result.files,
                "tokens": tokens,
                "bytes": result.bytes,
                "troubles": [{"id": t.id, "message": t.message} for t in result.troubles],
            }
        )
    else:
        say(
            f"{here.stores.name}: {result.games:,} games, {result.copied:,} of them new or grown, "
            f"{result.bytes:,} bytes; every line was compared"
        )
        for trouble in result.troubles:
            say(f"left out  {trouble.id}: {trouble.message}")
    raise typer.Exit(1 if result.troubles else 0)
