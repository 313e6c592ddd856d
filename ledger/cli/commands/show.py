"""`ledger show`: one game in the library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli import completion
from ledger.cli.language import language, message, t, tn
from ledger.cli.options import Json, LibraryDir, library_at
from ledger.cli.output.import_report import joined
from ledger.cli.output.library_games import facts, places, warn_of_trouble, who_played
from ledger.kernel.results import every_field

if TYPE_CHECKING:
    from ledger.kernel.results import PlayRecord
    from ledger.library.journal.catalogue import GameEntry
    from ledger.library.library import Library


def show(
    ctx: typer.Context,
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="The id of a game, or enough of its beginning to be unique.",
            autocompletion=completion.plays,
        ),
    ],
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """Show one game in the library.

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
                **facts(found.catalogue, entry),
                "identity": entry.identity,
                "revisions": _revisions(found, entry),
                "played": None if entry.played is None else every_field(entry.played),
            }
        )
    else:
        _show(found, entry)


def _revisions(found: Library, entry: GameEntry) -> list[Any]:
    if entry.kind == "result":
        return [every_field(one) for one in found.catalogue.results[entry.id]]
    return [
        {"file": str(found.revision_path(entry.id, n)), "lines": log.lines, "head": log.head}
        for n, log in enumerate(found.catalogue.logs[entry.id], 1)
    ]


def _events(entry: GameEntry) -> str:
    from ledger.kernel.verify.assurance import unsealed

    if entry.over:
        broken = f", {t('broken off')}" if entry.end == "broken off" else ""
        return f"{entry.lines:,}{broken}"
    if entry.sealed:
        return f"{entry.lines:,}, {t('sealed before the game was over')}"
    if entry.end is not None:
        return f"{entry.lines:,}; {message(unsealed(entry.id))}"
    return f"{entry.lines:,}, {t('the game is open')}"


def _departures(entry: GameEntry) -> Iterator[tuple[str, str]]:
    """Yield everything that departs from the standard game."""
    from ledger.kernel.narration.departures import box_text, options_text

    departed = entry.departures
    if departed is None:
        return
    if departed.box is not None:
        yield t("box"), box_text(departed.box, language())
    if departed.options:
        yield t("options"), options_text(departed.options, language())
    for waived in departed.waived:
        yield t("waived"), t("{rule} on line {n}", rule=waived.rule, n=waived.line)
    for corrected in departed.corrected:
        where = t("on line {n}: {reason}", n=corrected.line, reason=corrected.reason)
        yield t("corrected"), where


def _show(found: Library, entry: GameEntry) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say, sign
    from ledger.kernel.text.safe import safe

    say(Text().append(safe(entry.full_title), "bold").append(f"  {entry.id}", "cyan"))
    played = entry.played
    for key, text in (
        (t("date"), joined((entry.date, played.time if played else None))),
        (t("place"), entry.place),
        (t("played"), _times(entry.plays)),
        (t("lasted"), _minutes(played.minutes if played else None)),
        (t("rounds"), str(played.rounds) if played and played.rounds else None),
        (t("source"), f"{played.source} {played.key}" if played else None),
        (t("log"), str(entry.path) if entry.path else None),
        (t("events"), _events(entry) if entry.path else None),
        (
            t("branch"),
            t("it branched off from another game at line {n}", n=entry.branch)
            if entry.branch
            else None,
        ),
        *_departures(entry),
        (t("seen by"), t("seat {seat}", seat=entry.view) if entry.view is not None else None),
        (t("comment"), played.comment if played else None),
    ):
        if text:
            say(Text().append(f"{key:>9}  ", "dim").append(safe(text)))
    seats = zip(found.players_of(entry.id), entry.standings, places(entry), strict=True)
    for player, s, n in seats:
        place = f"{n}." if n else ""
        score = s.total or s.score or ""
        team = t("side {n}", n=s.team) if s.team and entry.path else s.team
        parts = joined((s.colour, s.role, team, t("new to the game") if s.first_time else None))
        who = f"{place:>4} {score:>6}  {safe(s.person.name)}{sign('★', '*') if s.won else ''}"
        line = Text(f"{'':>9}  ").append(who, "bold" if s.won else "none")
        say(line.append(safe(joined((f"  ({player})" if player else None, parts))), "dim"))
    if tie := _tie(entry):
        say(Text(f"{'':>9}  {safe(tie)}", "dim"))
    revisions = found.catalogue.results[entry.id] if played else _revisions(found, entry)
    now = len(revisions) - 1 if played is None else _current(revisions, played)
    for n, one in enumerate(revisions):
        if n == now:
            continue
        said = f"{one.title}, {one.date or t('no date')}: {who_played(one)}" if played else ""
        also = played is not None and one.source != played.source
        label = f"{one.source}" if also else t("was ({n})", n=n + 1)
        say(Text().append(f"{label:>9}  ", "dim").append(safe(said or one["file"])))


def _tie(entry: GameEntry) -> str:
    """Return how a tie was broken in a recorded game."""
    from ledger.kernel.game.registry import installed

    game = installed().get(entry.game or "")
    at = [n or 0 for n in places(entry)]
    if game is None or entry.path is None or not all(at):
        return ""
    ranking = [[seat for seat, n in enumerate(at, 1) if n == place] for place in sorted({*at})]
    scores = [s.total or s.score for s in entry.standings]
    teams: dict[str | None, list[int]] = {}
    for seat, s in enumerate(entry.standings, 1):
        teams.setdefault(s.team, []).append(seat)
    sides = [seats for team, seats in teams.items() if team is not None]
    return game.words.tie_break(ranking, scores, language(), sides)


def _times(plays: int) -> str | None:
    return tn("{count} time", "{count} times", plays) if plays > 1 else None


def _minutes(minutes: int | None) -> str | None:
    return tn("{count} minute", "{count} minutes", minutes) if minutes else None


def _current(revisions: list[PlayRecord], played: PlayRecord) -> int:
    """Return the number of the current revision, not counting those from other sources."""
    from ledger.library.records.merge import combined

    own = [n for n, one in enumerate(revisions) if one.source == played.source]
    best = combined([revisions[n] for n in own])
    return next((n for n in reversed(own) if revisions[n] == best), own[-1])
