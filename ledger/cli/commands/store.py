"""`ledger store`: copy a library from one store to another."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ledger.cli.language import message, t
from ledger.cli.options import Json
from ledger.cli.sources.libraries import open_library


def store(
    action: Annotated[Literal["copy"], typer.Argument(metavar="copy", help="What to do.")],
    source: Annotated[
        str,
        typer.Argument(
            metavar="FROM",
            envvar="LEDGER_STORE_FROM",
            help="The library to copy: its folder or address.",
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO",
            envvar="LEDGER_STORE_TO",
            help="The library to copy to: a folder or an address.",
        ),
    ],
    json: Json = False,
) -> None:
    """Copy a library from a folder to PostgreSQL, or back.

    An address looks like postgresql://USER@HOST:5432/DATABASE. It needn't contain the password,
    which can also come from PGPASSWORD or ~/.pgpass; the whole address can come from the
    environment. The tables are created if they don't exist yet. An address needs the extra
    `postgres` (pip install "tabletop-ledger[postgres]").

    Logs, journal, players, earlier revisions and tokens are copied byte for byte, and every line is
    read back and compared. Anything that is already there and identical is skipped. A game that was
    corrected since the last copy is replaced, and the old version is kept as a revision. Real
    conflicts are skipped and reported; the journal then stays as it was, too, so that nothing new
    is visible there. If copying is cut short, run it again: it continues where it stopped. The
    index isn't copied, as it is rebuilt when it is needed.

    \b
    Example:
      ledger store copy ~/ledger postgresql://ledger@db.example/games
      PGPASSWORD=... ledger store copy postgresql://ledger@db.example/games games-again

    --json: {"from", "to", "games", "copied", "files", "tokens", "bytes", "journal", "troubles":
    [{"id", "message"}]}; copied counts the games that were new or had changed, troubles what was
    left out; tokens is null if they couldn't be copied, journal is false if it was held back.

    Exit code: 0 if all is well, 1 if something was left out.
    """
    from ledger.cli.output.console import emit, progress, say
    from ledger.kernel.errors import LedgerError
    from ledger.library.stores.copying import LibraryCopy
    from ledger.service.auth.token_store import copy_tokens

    with open_library(source) as there, open_library(target) as here:
        copy = LibraryCopy(there.stores, here.stores)
        with progress(t("copying"), len(copy.games)) as done:
            result = copy.run(done)
        tokens, failure = None, None
        try:
            tokens = copy_tokens(there.tokens, here.tokens)
        except LedgerError as e:  # report what happened to the games in any case
            failure = e
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
                "journal": result.journal,
                "troubles": [{"id": t.id, "message": t.message} for t in result.troubles],
            }
        )
    else:
        say(
            t(
                "{place}: {games:,} games, {copied:,} of them new or changed, {size:,} bytes; "
                "every line was compared",
                place=here.stores.name,
                games=result.games,
                copied=result.copied,
                size=result.bytes,
            )
        )
        for trouble in result.troubles:
            say(f"{t('left out')}  {trouble.id}: {message(trouble.message)}")
        if not result.journal:
            say(
                t(
                    "the journal wasn't copied, so nothing new is visible there yet: copy again "
                    "once nobody has these open there, or copy to an empty place if they really "
                    "are different games"
                )
            )
    if failure is not None:
        raise failure
    raise typer.Exit(1 if result.troubles else 0)
