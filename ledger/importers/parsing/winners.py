"""Working out who won if a source doesn't say so but leaves no doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

import msgspec

from ledger.kernel.game.registry import installed
from ledger.kernel.results import PlayRecord, Standing
from ledger.library.records.outcomes import highest_wins


def with_winners(played: PlayRecord) -> PlayRecord:
    """Return a game with its winners: whoever is ranked first, or alone has the best score.

    Scores decide only for an installed game, whose rules say whether the most or the fewest points
    win. If the best score is shared, nobody knows who won, because the rules break ties.
    """
    standings = played.standings
    if played.cooperative or any(s.won is not None for s in standings):
        return played
    if any(s.place == 1 for s in standings):
        won = [None if s.place is None else s.place == 1 for s in standings]
    elif any(s.place is not None for s in standings) or not _scored(played):
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


def _scored(played: PlayRecord) -> bool:
    game = installed().get(played.game or "")
    if game is None or (game.meta.highest_wins and not played.highest_wins):
        return False
    return played.complete and len(played.standings) > 1


def _best(
    standings: Sequence[Standing], best: Callable[[Iterable[Decimal]], Decimal]
) -> list[bool | None]:
    scores = [Decimal(s.total) for s in standings if s.total is not None]
    if len(scores) < len(standings) or scores.count(best(scores)) > 1:
        return [None] * len(standings)
    return [score == best(scores) for score in scores]
