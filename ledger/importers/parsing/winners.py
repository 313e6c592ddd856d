"""Working out who won if a source doesn't say so but leaves no doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from ledger.kernel.game.registry import installed
from ledger.kernel.results import PlayRecord, Standing
from ledger.library.records.outcomes import highest_wins


def with_winners(played: PlayRecord, wins: Literal["high", "low"] | None = None) -> PlayRecord:
    """Return a game with its winners: those ranked first, or the only one with the best score.

    Scores decide if the source says whether the most or the fewest points win (`wins`), or if the
    game is installed, as its rules say so, unless those two disagree. If several players who aren't
    a team share the best score, the winner is unknown, because the rules may break ties.
    """
    if wins is not None:
        played = msgspec.structs.replace(played, highest_wins=wins == "high")
    standings = played.standings
    if played.cooperative or any(s.won is not None for s in standings):
        return played
    if "winner" in played.extra:  # a draw, or somebody who isn't among the players
        return played
    if any(s.place == 1 for s in standings):
        won = [None if s.place is None else s.place == 1 for s in standings]
    elif any(s.place is not None for s in standings) or not _scored(played, wins):
        return played
    else:
        won = _best(standings, max if highest_wins(played) else min)
    return msgspec.structs.replace(
        played,
        standings=tuple(
            s if w is None else msgspec.structs.replace(s, won=w)
            for s, w in zip(standings, won, strict=True)
        ),
    )


def _scored(played: PlayRecord, wins: Literal["high", "low"] | None) -> bool:
    """Whether scores decide, because it is known whether high or low scores win."""
    if not played.complete or len(played.standings) < 2:
        return False
    game = installed().get(played.game or "")
    if game is None:
        return wins is not None
    if wins is not None:
        return game.meta.highest_wins == (wins == "high")
    return played.highest_wins or not game.meta.highest_wins


def _best(
    standings: Sequence[Standing], best: Callable[[Iterable[Decimal]], Decimal]
) -> list[bool | None]:
    scores = [Decimal(s.total) for s in standings if s.total is not None]
    if len(scores) < len(standings):
        return [None] * len(standings)
    teams = [i if s.team is None else s.team for i, s in enumerate(standings)]
    of_team = set(zip(teams, scores, strict=True))
    first = {team for team, score in of_team if score == best(scores)}
    if len(first) > 1 or len(of_team) > len(set(teams)):  # a tie, or points of their own in a team
        return [None] * len(standings)
    return [team in first for team in teams]
