"""`ledger list`: all games in the library, or some of them."""

from __future__ import annotations

from typing import Annotated

import typer

from ledger.cli.game_filters import Day, Kind, Text, Title, Where, Who, day, game_checks
from ledger.cli.language import t
from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.library_games import facts, print_games, warn_of_trouble


def list(
    ctx: typer.Context,
    search: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]",
            help="Only games with this in their id, title, names, place or comment.",
        ),
    ] = None,
    game: Title = None,
    player: Who = None,
    since: Day = None,
    until: Day = None,
    place: Where = None,
    kind: Kind = None,
    text: Text = None,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Only the last N."),
    ] = None,
    removed: Annotated[
        bool, typer.Option("--removed", help="The games that were removed (`ledger remove`).")
    ] = False,
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """List the games in the library.

    Games without a date come first, then the oldest; those of one time are in the order in which
    they were entered. Case and accents don't matter.

    \b
    Example:
      ledger list osaka
      ledger list --game osaka --player Ana --since 2026-01

    --json: one object per game, {"id", "kind", "game", "title", "date", "place", "revision",
    "quantity", "players": [{"player", "name", "seat", "score", "place", "won"}], "file", "lines",
    "over", "view", "branch", "end", "departures"}; kind is log or result, game is null if it isn't
    installed, quantity is how many games one BGG record stands for (x3 after the title), player is
    an id from `ledger players`; the last seven are for logs: view is the seat that saw it, branch
    the line where it branched off another game, end is finished, broken off or open, departures is
    {"box", "options", "waived", "corrected"} as in `ledger verify --json`: box lists what is
    different in a custom box and is null for the standard one.

    Exit code: 0, even if no game matches; 2 if a filter makes no sense.
    """
    from rich.text import Text as Text_

    from ledger.cli.output.console import emit, say
    from ledger.library.journal.catalogue import Catalogue
    from ledger.library.records.chronology import chronology

    found = library_at(ctx, library)
    warn_of_trouble(found)
    days = day(since, "--since"), day(until, "--until")
    catalogue = found.catalogue
    if removed:
        catalogue = catalogue.removed or Catalogue(None)
    checks = game_checks(catalogue, game, player, place, kind, text, *days)
    if search is not None:
        checks += game_checks(catalogue, None, None, None, None, search, None, None)
    entries = [e for e in catalogue.entries.values() if all(check(e) for check in checks)]
    entries.sort(key=chronology)
    if limit is not None:
        entries = entries[-limit:]
    entries = [found.look_into(e) for e in entries]
    if json:
        for entry in entries:
            emit(facts(catalogue, entry))
    elif entries or not removed:
        print_games(entries)
    else:
        say(Text_(t("no game that was removed matches"), "dim"))
