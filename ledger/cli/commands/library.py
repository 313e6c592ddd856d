"""`ledger library` and `ledger show`: where games are kept, and one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.import_report import counted, joined

from .list import facts, times_of, title_of, warn_of_trouble, who_played

if TYPE_CHECKING:
    from ledger.kernel.results import Played
    from ledger.library.catalogue import Entry
    from ledger.library.library import Library


def library(ctx: typer.Context, library: LibraryDir = None, json: Json = False) -> None:
    """Show where the library is, what it holds and how it is.

    The usual place is $XDG_DATA_HOME/tabletop-ledger (~/.local/share/tabletop-ledger), on a Mac
    ~/Library/Application Support/tabletop-ledger; LEDGER_LIBRARY or --library names another one.
    Nothing is written. Of each log it is seen whether it is there and ends as the journal says;
    `ledger verify` checks every move.

    \b
    Example:
      ledger library --library ~/games

    --json: {"library", "exists", "version", "games", "logs", "results", "players", "imports",
    "troubles": [{"id", "message"}]}; version is another one when anything has changed.

    Exit code: 0 if all is well, 1 if something is missing or damaged.
    """
    from ledger.cli.output.console import emit, progress, say
    from ledger.importers.walk import printable

    found = library_at(ctx, library)
    with progress("looking", len(found.catalogue.logs)) as done:
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
                "troubles": troubles,
            }
        )
    else:
        _tell(found, games, results)
        _troubles([t.message for t in troubles])
        if found.exists() and not troubles:
            say("all is well")
    raise typer.Exit(1 if troubles else 0)


def _tell(found: Library, games: int, results: int) -> None:
    from ledger.cli.output.console import say

    say(f"{found.folder}")
    if not found.exists():
        say("there is no library here yet; `ledger import` starts one")
        return
    say(
        f"{counted(games, 'game')}: {counted(games - results, 'log')}, "
        f"{counted(results, 'result')} without moves; {counted(len(found.players()), 'player')}"
    )
    if found.catalogue.imports:
        at, last = found.catalogue.imports[-1]
        say(f"last import: {joined((last.file, (at or '')[:10]))}")


def _troubles(troubles: list[str]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    for message in troubles:
        say(Text().append("trouble  ", "bold red").append(safe(message)))


def show(
    ctx: typer.Context,
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="The id of a game, or as much of its start as no other has."
        ),
    ],
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """Show one game of the library.

    \b
    Example:
      ledger show osaka-2026-03-01

    --json: as `ledger list --json`, with "identity", "revisions" and "played": revisions holds
    the file and the number of lines of every revision of a log, the first one first, or what each
    revision of a result said; played is all that is known of a result.
    """
    from ledger.cli.output.console import emit

    found = library_at(ctx, library)
    warn_of_trouble(found)
    entry = found.find(id)
    if json:
        emit(
            {
                **facts(found, entry),
                "identity": entry.identity,
                "revisions": _revisions(found, entry),
                "played": entry.played,
            }
        )
    else:
        _show(found, entry)


def _revisions(found: Library, entry: Entry) -> list[Any]:
    if entry.kind == "result":
        return found.catalogue.revisions(entry.id)
    return [
        {"file": str(found.revision_path(entry.id, n)), "lines": log.lines, "head": log.head}
        for n, log in enumerate(found.catalogue.logs[entry.id], 1)
    ]


def _events(entry: Entry) -> str:
    return f"{entry.lines:,}" if entry.sealed else f"{entry.lines:,}, the game is open"


def _show(found: Library, entry: Entry) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say, sign
    from ledger.kernel.text.safe import safe

    say(Text().append(safe(title_of(entry)), "bold").append(f"  {entry.id}", "cyan"))
    played = entry.played
    for key, text in (
        ("date", joined((entry.date, played.time if played else None))),
        ("place", entry.place),
        ("played", f"{times_of(entry)} times" if times_of(entry) > 1 else None),
        ("lasted", f"{played.minutes} minutes" if played and played.minutes else None),
        ("rounds", str(played.rounds) if played and played.rounds else None),
        ("source", f"{played.source} {played.key}" if played else None),
        ("log", str(entry.path) if entry.path else None),
        ("events", _events(entry) if entry.path else None),
        ("branch", f"it left another game at line {entry.branch}" if entry.branch else None),
        ("seen by", f"seat {entry.view}" if entry.view is not None else None),
        ("comment", played.comment if played else None),
    ):
        if text:
            say(Text().append(f"{key:>9}  ", "dim").append(safe(text)))
    for player, s in zip(found.players_of(entry.id), entry.standings, strict=True):
        place = f"{s.place}." if s.place else ""
        score = s.total or s.score or ""
        parts = joined((s.colour, s.role, s.team, "new to the game" if s.first_time else None))
        who = f"{place:>4} {score:>6}  {safe(s.person.name)}{sign('★', '*') if s.won else ''}"
        line = Text(f"{'':>9}  ").append(who, "bold" if s.won else "none")
        say(line.append(safe(joined((f"  ({player})" if player else None, parts))), "dim"))
    revisions = _revisions(found, entry)
    now = len(revisions) - 1 if played is None else _current(revisions, played)
    for n, one in enumerate(revisions):
        if n == now:
            continue
        said = f"{one.title}, {one.date or 'no date'}: {who_played(one)}" if played else ""
        also = played is not None and one.source != played.source
        label = f"{one.source}" if also else f"was ({n + 1})"
        say(Text().append(f"{label:>9}  ", "dim").append(safe(said or one["file"])))


def _current(revisions: list[Played], played: Played) -> int:
    """Return which revision is the one that counts; what another source said is none of them."""
    from ledger.library.merge import combined

    own = [n for n, one in enumerate(revisions) if one.source == played.source]
    best = combined([revisions[n] for n in own])
    return next((n for n in reversed(own) if revisions[n] == best), own[-1])
