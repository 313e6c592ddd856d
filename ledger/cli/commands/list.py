"""`ledger list`: all games of the library, or some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ledger.cli import completion
from ledger.cli.language import language, t
from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.library_games import (
    _date,
    facts,
    warn_of_trouble,
    who_played,
)

if TYPE_CHECKING:
    from ledger.library.journal.catalogue import GameEntry
    from ledger.library.library import Library

Day = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="A day, a month or a year: 2026-03-01, 2026-03, 2026."),
]


def list(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game: its name, like osaka, or part of its title.",
            autocompletion=completion.games,
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="Who played: a name, or an id of `ledger players`.",
            autocompletion=completion.players,
        ),
    ] = None,
    since: Day = None,
    until: Day = None,
    place: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Where it was played, or part of that."),
    ] = None,
    kind: Annotated[
        Literal["log", "result"] | None,
        typer.Option(help="log: with moves; result: only the result."),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Text found anywhere: in the id, title, names, place or comment."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Only the last N."),
    ] = None,
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """List the games in the library.

    Games without a date come first, then the oldest. Case and accents don't matter.

    \b
    Example:
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
    from ledger.cli.output.console import emit

    found = library_at(ctx, library)
    warn_of_trouble(found)
    days = _day(since, "--since"), _day(until, "--until")
    checks = _checks(found, game, player, place, kind, text, *days)
    entries = [e for e in found.games() if all(check(e) for check in checks)]
    entries.sort(key=lambda e: (e.date or "", e.id))
    if limit is not None:
        entries = entries[-limit:]
    entries = [found.look_into(e) for e in entries]
    if json:
        for entry in entries:
            emit(facts(found, entry))
    else:
        _print(entries)


def _checks(
    library: Library,
    game: str | None,
    player: str | None,
    place: str | None,
    kind: str | None,
    text: str | None,
    since: str | None,
    until: str | None,
) -> tuple[Callable[[GameEntry], bool], ...]:
    from ledger.library.people.matching import loose

    checks: tuple[Callable[[GameEntry], bool], ...] = ()
    if game is not None:
        wanted = loose(game)
        checks += (lambda e: wanted == e.game or wanted in loose(e.full_title),)
    if player is not None:
        who = library.catalogue.people.find(player).id
        checks += (lambda e: who in library.players_of(e.id),)
    if place is not None:
        where = loose(place)
        checks += (lambda e: where in loose(e.place or ""),)
    if kind is not None:
        checks += (lambda e: e.kind == kind,)
    if text is not None:
        part = loose(text)
        checks += (lambda e: any(part in loose(x) for x in _texts(e)),)
    # unknown digits of a date (`?`) match anything; `last Sunday` isn't a date
    if since is not None:
        checks += (lambda e: (day := _date(e, "9")) is not None and day >= since,)
    if until is not None:
        checks += (lambda e: (day := _date(e, "0")) is not None and day[: len(until)] <= until,)
    return checks


def _day(text: str | None, option: str) -> str | None:
    """Check a date that somebody typed."""
    import datetime as dt
    import re

    if text is None:
        return None
    if re.fullmatch(r"\d{4}(-\d\d){0,2}", text, re.ASCII) is None:
        raise typer.BadParameter(
            f"{text!r} isn't a date: write it like 2026-03-01, 2026-03 or 2026", param_hint=option
        )
    try:
        dt.date.fromisoformat((text + "-01-01")[:10])
    except ValueError:
        raise typer.BadParameter(f"{text} isn't a day in the calendar", param_hint=option) from None
    return text


def _texts(entry: GameEntry) -> tuple[str, ...]:
    played = entry.played
    comment = "" if played is None else played.comment or ""
    names = (s.person.name for s in entry.standings)
    return (entry.id, entry.full_title, entry.place or "", comment, *names)


def _headed(entry: GameEntry) -> str:
    """Return a game's title, how often it was played, and what is special about it."""
    from ledger.kernel.narration.departures import departures_text

    departed = "" if entry.departures is None else departures_text(entry.departures, language())
    marks = (
        f"x{entry.plays}" if entry.plays > 1 else "",
        t("branch") if entry.branch is not None else "",
        "" if entry.view is None else t("seat {seat}", seat=entry.view),
        t("broken off") if entry.end == "broken off" else "",
        t("not sealed") if entry.end is not None and not entry.sealed else "",
        departed,
    )
    marked = ", ".join(mark for mark in marks if mark)
    return f"{entry.full_title} ({marked})" if marked else entry.full_title


def _print(entries: Any) -> None:
    from rich.cells import cell_len, set_cell_size
    from rich.text import Text

    from ledger.cli.output.console import console, say, terminal
    from ledger.kernel.text.safe import safe

    rows = [(e.id, (e.date or "")[:10], safe(_headed(e)), who_played(e)) for e in entries]
    widths = [max((cell_len(row[i]) for row in rows), default=0) for i in range(4)]
    wide = sum(widths) + 6
    stacked = terminal() and console().width < wide
    for id, date, title, who in rows:
        line = Text()
        if stacked:  # if there is no room for columns, each game gets lines of its own
            say(Text(id, "cyan"))
            line.append(f"{safe(date)}  " if date else "", "dim").append(f"{title}  ", "bold")
        else:
            line.append(f"{id:<{widths[0]}}  ", "cyan").append(
                f"{safe(date):<{widths[1]}}  ", "dim"
            )
            line.append(f"{set_cell_size(title, widths[2])}  ", "bold")
        line.append(who).rstrip()
        say(line, indent=2 if stacked else 0)
    if not rows:
        say(Text(t("no game matches; `ledger import` adds games"), "dim"))
