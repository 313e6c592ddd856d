"""Games in the library, the way commands print them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ledger.cli.language import language, message, t

if TYPE_CHECKING:
    from ledger.kernel.results import PlayRecord
    from ledger.library.journal.catalogue import Catalogue, GameEntry
    from ledger.library.library import Library


def warn_of_trouble(library: Library) -> None:
    """Warn if the end of the journal can't be read."""
    from ledger.cli.output.console import warn

    if library.problem is not None:
        warn(f"{message(str(library.problem))} ({t('`ledger library` says more')})")


def date_of(entry: GameEntry, unknown: str) -> str | None:
    """Return a game's date for comparisons, with `unknown` for unknown digits; None if undated."""
    import re

    date = (entry.date or "").replace("?", unknown)
    return date if re.match(r"\d{4}", date) else None


def facts(catalogue: Catalogue, entry: GameEntry) -> dict[str, Any]:
    """Return a game as JSON."""
    who = catalogue.people.of(entry.id)
    return {
        "id": entry.id,
        "kind": entry.kind,
        "game": entry.game,
        "title": entry.full_title,
        "date": entry.date,
        "place": entry.place,
        "revision": entry.revision,
        "quantity": entry.plays,
        "players": [
            {
                "player": player,
                "name": s.person.name,
                "seat": s.seat,
                "score": s.total or s.score,
                "place": place,
                "won": s.won,
            }
            for player, s, place in zip(who, entry.standings, places(entry), strict=True)
        ],
        "file": None if entry.path is None else str(entry.path),
        "lines": entry.lines or None,
        "over": entry.over if entry.kind == "log" else None,
        "view": entry.view,
        "branch": entry.branch,
        "end": (entry.end if entry.over else "open") if entry.kind == "log" else None,
        "departures": entry.departures,
    }


def places(entry: GameEntry) -> tuple[int | None, ...]:
    """Return the place of each player; if a result doesn't give them, they are computed."""
    from ledger.library.records.outcomes import outcome

    if entry.played is not None:
        return outcome(entry.played).places
    return tuple(s.place for s in entry.standings)


def who_played(entry: GameEntry | PlayRecord) -> str:
    """Return the players with their scores, marking the winners."""
    from ledger.cli.output.console import sign
    from ledger.kernel.text.safe import safe

    return safe(
        ", ".join(
            f"{s.person.name}{'' if (score := s.total or s.score) is None else f' {score}'}"
            f"{sign('★', '*') if s.won else ''}"
            for s in entry.standings
        )
    )


def _headed(entry: GameEntry) -> str:
    """Return a game's title, how often it was played, and anything special about it."""
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
    title = entry.title_in(language())
    return f"{title} ({marked})" if marked else title


def print_games(entries: Sequence[GameEntry]) -> None:
    """Print games, one per line, or on several lines each where there isn't enough room."""
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
