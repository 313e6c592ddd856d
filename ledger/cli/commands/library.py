"""`ledger library`: where games are kept, how many there are, and whether they are intact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ledger.cli.language import t, tn
from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.import_report import joined

if TYPE_CHECKING:
    from ledger.library.library import Library


def library(ctx: typer.Context, library: LibraryDir = None, json: Json = False) -> None:
    """Show where the library is, what is in it and if it is intact.

    By default it is $XDG_DATA_HOME/tabletop-ledger (~/.local/share/tabletop-ledger), on a Mac
    ~/Library/Application Support/tabletop-ledger; use LEDGER_LIBRARY or --library to choose another
    one. Nothing is written. Each log is checked to exist and to end as the journal says; `ledger
    verify` checks every move.

    \b
    Example:
      ledger library --library ~/games

    --json: {"library", "exists", "version", "games", "logs", "results", "players", "imports",
    "removed", "troubles": [{"id", "message"}]}; version changes when anything in the library does,
    removed counts the games that `ledger list --removed` lists.

    Exit code: 0 if all is well, 1 if something is missing or damaged.
    """
    from ledger.cli.output.console import emit, progress, say
    from ledger.importers.input_files import printable

    found = library_at(ctx, library)
    with progress(t("checking"), len(found.catalogue.logs)) as done:
        troubles = found.troubles(done)
    games, results = len(found.games()), len(found.results())
    if json:
        emit(
            {
                "library": printable(found.folder),
                "exists": found.exists(),
                "version": found.version,
                "games": games,
                "logs": games - results,
                "results": results,
                "players": len(found.players()),
                "imports": len(found.catalogue.imports),
                "removed": len(found.removed()),
                "troubles": troubles,
            }
        )
    else:
        _print(found, games, results)
        _troubles([str(t.message) for t in troubles])
        if found.exists() and not troubles:
            say(t("all is well"))
    raise typer.Exit(1 if troubles else 0)


def _print(found: Library, games: int, results: int) -> None:
    from ledger.cli.output.console import say

    say(f"{found.folder}")
    if not found.exists():
        say(t("there is no library here yet; `ledger import` starts one"))
        return
    say(
        t(
            "{games}: {logs}, {results} without moves; {players}",
            games=tn("{count} game", "{count} games", games),
            logs=tn("{count} log", "{count} logs", games - results),
            results=tn("{count} result", "{count} results", results),
            players=tn("{count} player", "{count} players", len(found.players())),
        )
    )
    if gone := len(found.removed()):
        removed = tn("{count} game was removed", "{count} games were removed", gone)
        say(f"{removed}; {t('`ledger list --removed` lists them')}")
    if found.catalogue.imports:
        at, last = found.catalogue.imports[-1]
        say(t("last import: {what}", what=joined((last.file, (at or "")[:10]))))


def _troubles(troubles: list[str]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    for message in troubles:
        say(Text().append(f"{t('problem')}  ", "bold red").append(safe(message)))
