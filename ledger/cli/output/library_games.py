"""Games of the library as the commands print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ledger.cli.language import message, t

if TYPE_CHECKING:
    from ledger.kernel.results import PlayRecord
    from ledger.library.journal.catalogue import GameEntry
    from ledger.library.library import Library


def warn_of_trouble(library: Library) -> None:
    """Warn if the end of the journal can't be read."""
    from ledger.cli.output.console import warn

    if library.problem is not None:
        warn(f"{message(str(library.problem))} ({t('`ledger library` says more')})")


def _date(entry: GameEntry, unknown: str) -> str | None:
    import re

    date = (entry.date or "").replace("?", unknown)
    return date if re.match(r"\d{4}", date) else None


def facts(library: Library, entry: GameEntry) -> dict[str, Any]:
    """Return a game as JSON."""
    who = library.players_of(entry.id)
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
    """Return the place of each player; those of a result are worked out if it has none."""
    from ledger.library.records.outcomes import outcome

    if entry.played is not None:
        return outcome(entry.played).places
    return tuple(s.place for s in entry.standings)


def who_played(entry: GameEntry | PlayRecord) -> str:
    """Return the players with their scores; winners are marked."""
    from ledger.cli.output.console import sign
    from ledger.kernel.text.safe import safe

    return safe(
        ", ".join(
            f"{s.person.name}{'' if (score := s.total or s.score) is None else f' {score}'}"
            f"{sign('★', '*') if s.won else ''}"
            for s in entry.standings
        )
    )
