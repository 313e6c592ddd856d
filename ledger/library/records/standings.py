"""How each player of one of our logs did, as in a record without moves."""

from __future__ import annotations

from typing import Any

from ledger.kernel.log.events import Ended
from ledger.kernel.log.sides import side_numbers


def standing_of(ended: Ended | None, i: int) -> dict[str, Any]:
    """Return the score, the place, the victory and the team of a player, counted from 0.

    Only what is known; nothing if the game wasn't played to the end.
    """
    if ended is None or ended.broken_off:
        return {}
    facts: dict[str, Any] = {}
    if (score := ended.scores[i]) is not None:
        facts |= {"score": str(score), "total": str(score)}
    if (place := ended.places.get(i + 1)) is not None:
        facts["place"] = place
    facts["won"] = ended.won_by(i + 1)
    if len(ended.teams) > 1:
        facts["team"] = str(side_numbers(ended.teams, len(ended.scores))[i])
    return facts
