"""The options that select games in a library, shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from . import completion
from .language import language
from .output.library_games import date_of

if TYPE_CHECKING:
    from ledger.library.journal.catalogue import Catalogue, GameEntry

Day = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="A day, a month or a year: 2026-03-01, 2026-03, 2026."),
]
Title = Annotated[
    str | None,
    typer.Option(
        metavar="GAME",
        help="The game: its name, like osaka, or part of its title.",
        autocompletion=completion.games,
    ),
]
Who = Annotated[
    str | None,
    typer.Option(
        metavar="WHO",
        help="Who played: a name, or an id of `ledger players`.",
        autocompletion=completion.players,
    ),
]
Where = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Where it was played, or part of that."),
]
Kind = Annotated[
    Literal["log", "result"] | None,
    typer.Option(help="log: with moves; result: only the result."),
]
Text = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT", help="Text found anywhere: in the id, title, names, place or comment."
    ),
]


def game_checks(
    catalogue: Catalogue,
    game: str | None,
    player: str | None,
    place: str | None,
    kind: str | None,
    text: str | None,
    since: str | None,
    until: str | None,
) -> tuple[Callable[[GameEntry], bool], ...]:
    """Return the checks that selected games pass; `since` and `until` are as `day` returns them."""
    from ledger.library.people.matching import loose

    checks: tuple[Callable[[GameEntry], bool], ...] = ()
    if game is not None:
        wanted = loose(game)
        checks += (lambda e: wanted == e.game or any(wanted in loose(x) for x in _titles(e)),)
    if player is not None:
        who = catalogue.people.find(player).id
        checks += (lambda e: who in catalogue.people.of(e.id),)
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
        checks += (lambda e: (at := date_of(e, "9")) is not None and at >= since,)
    if until is not None:
        checks += (lambda e: (at := date_of(e, "0")) is not None and at[: len(until)] <= until,)
    return checks


def day(text: str | None, option: str) -> str | None:
    """Return a date typed by the user if it is valid; raise a usage error otherwise."""
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


def _titles(entry: GameEntry) -> tuple[str, str]:
    return entry.full_title, entry.title_in(language())


def _texts(entry: GameEntry) -> tuple[str, ...]:
    played = entry.played
    comment = "" if played is None else played.comment or ""
    names = (s.person.name for s in entry.standings)
    return (entry.id, entry.game or "", *_titles(entry), entry.place or "", comment, *names)
