"""`ledger show`: one game of the library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.import_report import joined
from ledger.cli.output.library_entries import facts, places, warn_of_trouble, who_played

if TYPE_CHECKING:
    from ledger.kernel.results import PlayRecord
    from ledger.library.catalogue import Entry
    from ledger.library.library import Library


def show(
    ctx: typer.Context,
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="The id of a game, or enough of its beginning to tell it apart."
        ),
    ],
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """Show one game of the library.

    \b
    Example:
      ledger show osaka-2026-03-01

    --json: as `ledger list --json`, with "identity", "revisions" and "played": revisions has the
    file and the number of lines of every revision of a log, oldest first, or what each revision of
    a result said; played is everything known about a result.
    """
    from ledger.cli.output.console import emit

    found = library_at(ctx, library)
    warn_of_trouble(found)
    entry = found.look_into(found.find(id))
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
    from ledger.kernel.log.assurance import unsealed

    if entry.over:
        return f"{entry.lines:,}" if entry.end != "broken off" else f"{entry.lines:,}, broken off"
    if entry.sealed:
        return f"{entry.lines:,}, sealed before the game was over"
    if entry.end is not None:
        return f"{entry.lines:,}; {unsealed(entry.id)}"
    return f"{entry.lines:,}, the game is open"


def _departures(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what isn't as in the standard game."""
    from ledger.kernel.text.departures import box_text, options_text

    departed = entry.departures
    if departed is None:
        return
    if departed.box is not None:
        yield "box", box_text(departed.box)
    if departed.options:
        yield "options", options_text(departed.options)
    for waived in departed.waived:
        yield "waived", f"{waived.rule} in line {waived.line}"
    for corrected in departed.corrected:
        yield "corrected", f"in line {corrected.line}: {corrected.reason}"


def _show(found: Library, entry: Entry) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say, sign
    from ledger.kernel.text.safe import safe

    say(Text().append(safe(entry.full_title), "bold").append(f"  {entry.id}", "cyan"))
    played = entry.played
    for key, text in (
        ("date", joined((entry.date, played.time if played else None))),
        ("place", entry.place),
        ("played", f"{entry.plays} times" if entry.plays > 1 else None),
        ("lasted", f"{played.minutes} minutes" if played and played.minutes else None),
        ("rounds", str(played.rounds) if played and played.rounds else None),
        ("source", f"{played.source} {played.key}" if played else None),
        ("log", str(entry.path) if entry.path else None),
        ("events", _events(entry) if entry.path else None),
        (
            "branch",
            f"it branched off another game at line {entry.branch}" if entry.branch else None,
        ),
        *_departures(entry),
        ("seen by", f"seat {entry.view}" if entry.view is not None else None),
        ("comment", played.comment if played else None),
    ):
        if text:
            say(Text().append(f"{key:>9}  ", "dim").append(safe(text)))
    seats = zip(found.players_of(entry.id), entry.standings, places(entry), strict=True)
    for player, s, n in seats:
        place = f"{n}." if n else ""
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


def _current(revisions: list[PlayRecord], played: PlayRecord) -> int:
    """Return the number of the current revision; what another source said doesn't count as one."""
    from ledger.library.merge import combined

    own = [n for n, one in enumerate(revisions) if one.source == played.source]
    best = combined([revisions[n] for n in own])
    return next((n for n in reversed(own) if revisions[n] == best), own[-1])
