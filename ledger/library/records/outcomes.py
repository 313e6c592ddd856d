"""What a result says about who did better than whom, and whether it counts.

Sources often leave out the places although they have winners and scores. The places are then
computed here each time a result is read: the record keeps what its source said.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from ledger.kernel.results import PlayRecord, Standing

from .merge import COPY

IGNORED = "ignored"
UNFINISHED = "not finished"
SOLO = "solo"
COOPERATIVE = "cooperative"
NO_TEAMS = "teams not known"
NO_WINNER = "no winner"
ALL_WON = "everybody won"
WHY = (IGNORED, UNFINISHED, SOLO, COOPERATIVE, NO_WINNER, NO_TEAMS, ALL_WON)
"""Why a play doesn't show who is better; the first reason that applies is reported."""


NO_DATE = "no date"
NO_PLACES = "places not known"
NO_NAME = "player not named"
TWICE = "player twice"
CROWD = "too many players"
"""Why a play that counts still doesn't affect ratings."""


class Outcome(NamedTuple):
    """How a play ended, player by player.

    `sides` numbers the sides playing against each other: each player, each team, or a single side
    if everybody plays together; None if that isn't known. `uncounted` says why the play doesn't
    show who is better, or is None if it does.
    """

    sides: tuple[int, ...] | None
    places: tuple[int | None, ...]
    won: tuple[bool | None, ...]
    uncounted: str | None


def outcome(played: PlayRecord) -> Outcome:
    """Return how a play ended, as far as its record shows."""
    won = _won(played.standings)
    sides = _sides(played, won)
    places = tuple(s.place for s in played.standings)
    if None in places and any(won) and (sides is None or len(set(sides)) > 1):
        places = _places(played, sides, won)
    return Outcome(sides, places, won, _uncounted(played, sides, won))


def highest_wins(played: PlayRecord) -> bool:
    """Whether the most points win, according to the play and to the rules of an installed game."""
    from ledger.kernel.game.registry import installed  # needed only where scores decide

    game = installed().get(played.game or "")
    return played.highest_wins and (game is None or game.meta.highest_wins)


def ignored(played: PlayRecord) -> bool:
    """Whether the source leaves this play (BG Stats) or its winner (BGG) out of statistics."""
    return _yes(played.extra.get("ignored")) or _yes(played.extra.get("nowinstats"))


def expansions(played: PlayRecord) -> list[str]:
    """Return the titles of the expansions used."""
    found = played.extra.get("expansions")
    if not isinstance(found, list):
        return []
    titles = (one.get("title") if isinstance(one, dict) else one for one in found)
    return [title for title in titles if isinstance(title, str)]


def outcome_extra(played: PlayRecord) -> dict[str, Any]:
    """Return those of the source's extra facts that this module reads."""
    said: dict[str, Any] = {"ignored": ignored(played), "expansions": expansions(played)}
    said["usesTeams"] = _yes(played.extra.get("usesTeams"))
    told = {name: value for name, value in said.items() if value}
    return told | ({"usesTeams": False} if _without_teams(played) else {})


def _yes(value: Any) -> bool:
    return value in (True, 1, "1", "true")


def _without_teams(played: PlayRecord) -> bool:
    """Whether the source says that nobody played in teams, whatever else it says about teams."""
    return played.extra.get("usesTeams") in (False, "0", "false")  # and 0


def _won(standings: Sequence[Standing]) -> tuple[bool | None, ...]:
    """Return who won; if only winners are marked, everybody else didn't win."""
    won = [s.won for s in standings]
    if all(w is None for w in won) and any(s.place == 1 for s in standings):
        won = [s.place == 1 for s in standings]
    return tuple(bool(w) for w in won) if any(won) else tuple(won)


def _sides(played: PlayRecord, won: Sequence[bool | None]) -> tuple[int, ...] | None:
    standings = played.standings
    if played.cooperative:
        return (1,) * len(standings)
    teams = list(dict.fromkeys(s.team for s in standings))
    if _without_teams(played):
        teams = [None]
    if teams == [None] or not teams:
        unsaid = _yes(played.extra.get("usesTeams")) and len(standings) > 2
        return None if unsaid else tuple(range(1, len(standings) + 1))
    if None in teams or (len(teams) == 1 and len(set(won)) > 1):  # then they were not one team
        return None
    return tuple(teams.index(s.team) + 1 for s in standings)


def _places(
    played: PlayRecord, sides: Sequence[int] | None, won: Sequence[bool | None]
) -> tuple[int | None, ...]:
    """Return the recorded places or, if there are none, winners first and the others by score.

    If only some of the players who didn't win have a place, the others' places can't be known.
    """
    recorded = [s.place for s in played.standings]
    if any(place is not None and not first for place, first in zip(recorded, won, strict=True)):
        return tuple(1 if p is None and w else p for p, w in zip(recorded, won, strict=True))
    teamed = sides if sides is not None and len(set(sides)) < len(sides) else None
    worth = _worth(played, teamed, won)
    ranks = [(not w, -x) for w, x in zip(won, worth, strict=True)]
    whose = teamed or range(len(ranks))
    places: list[int | None] = []
    for place, first, own in zip(recorded, won, ranks, strict=True):
        ahead = {who for rank, who in zip(ranks, whose, strict=True) if rank < own}
        places.append(place if place is not None else 1 if first else 1 + len(ahead))
    return tuple(places)


def _worth(
    played: PlayRecord, teams: Sequence[int] | None, won: Sequence[bool | None]
) -> list[Decimal]:
    """Return what players are ranked by, higher being better; zeros if scores don't decide.

    Scores decide if every player has one and they agree with who won. Within a team, all scores
    have to be equal.
    """
    totals = [s.total for s in played.standings]
    nothing = [Decimal(0)] * len(totals)
    sign = 1 if highest_wins(played) else -1
    worth = [sign * Decimal(total) for total in totals if total is not None]
    if len(worth) < len(totals):
        return nothing
    if teams is not None and len(set(zip(teams, worth, strict=True))) > len(set(teams)):
        return nothing
    lost = [x for x, first in zip(worth, won, strict=True) if not first]
    least = min(x for x, first in zip(worth, won, strict=True) if first)
    return worth if not lost or least >= max(lost) else nothing


def _uncounted(
    played: PlayRecord, sides: Sequence[int] | None, won: Sequence[bool | None]
) -> str | None:
    if ignored(played):
        return IGNORED
    if not played.complete:
        return UNFINISHED
    if len(played.standings) == 1:
        return SOLO
    if sides is not None and len(set(sides)) == 1:
        return COOPERATIVE
    if not any(won):
        return NO_WINNER
    if sides is None:
        return NO_TEAMS
    # BGG cannot say that a game is cooperative: this is how its plays show it
    if played.source == COPY and all(won):
        return ALL_WON
    return None
