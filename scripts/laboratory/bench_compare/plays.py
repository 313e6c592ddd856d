"""An export of BG Stats, to be imported."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from scripts.benchmarks.inside import NAMES


def bgstats(plays: int) -> dict[str, Any]:
    """Return an export of BG Stats with so many plays."""
    rng = random.Random(5)
    day = dt.datetime(2020, 1, 1, 18)
    titles = ("Traders of Osaka", "Istanbul", "Century: Spice Road", "Klongs", "Another Game")

    def standing(seat: int, points: int, best: int) -> dict[str, Any]:
        won = points == best
        return {
            "playerRefId": seat,
            "score": str(points),
            "winner": won,
            "startPlayer": seat == 1,
            "seatOrder": seat,
        }

    def play(n: int) -> dict[str, Any]:
        points = [rng.randint(5, 90) for _ in range(rng.randint(2, 4))]
        time = (day + dt.timedelta(hours=31 * n)).isoformat(" ")
        return {
            "uuid": f"PLAY-{n}",
            "gameRefId": rng.randrange(len(titles)) + 1,
            "locationRefId": rng.randint(1, 2),
            "playDate": time,
            "entryDate": time,
            "durationMin": rng.randint(20, 90),
            "comments": f"evening {n}",
            "playerScores": [standing(i, p, max(points)) for i, p in enumerate(points, 1)],
        }

    return {
        "userInfo": {"meRefId": 1},
        "players": [
            {"id": i, "uuid": f"P-{i}", "name": name, "isAnonymous": False}
            for i, name in enumerate(NAMES, 1)
        ],
        "locations": [
            {"id": i, "uuid": f"L-{i}", "name": name} for i, name in enumerate(("home", "club"), 1)
        ],
        "games": [
            {"id": i, "uuid": f"G-{i}", "name": title, "highestWins": True}
            for i, title in enumerate(titles, 1)
        ],
        "plays": [play(n) for n in range(plays)],
    }
