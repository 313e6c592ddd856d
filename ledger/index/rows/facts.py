"""Facts about a whole game: its row in `games` and its rows in `seats`."""

from __future__ import annotations

import re
from typing import Any

from ledger.index.types import LogToLoad, Rows
from ledger.kernel.log.events import Ended, Line, Opened
from ledger.kernel.log.sides import side_numbers
from ledger.kernel.meta import Meta, Sides
from ledger.kernel.results import Person
from ledger.kernel.times import parse_time
from ledger.kernel.verify.assurance import end_of
from ledger.library.people.directory import keys_of
from ledger.library.records.outcomes import COOPERATIVE, NO_WINNER, SOLO, UNFINISHED

from .fold import seat_of

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def _seconds(at: str | None) -> float | None:
    """Return a time from a log in seconds since the epoch."""
    if at is None:
        return None
    try:
        return parse_time(at).timestamp()
    except ValueError:
        return None


def add_facts(
    item: LogToLoad,
    key: str | None,
    opened: Opened,
    meta: Meta | None,
    kept: list[Line],
    facts: dict[str, Any],
    out: Rows,
    sides: Sides | None = None,
) -> None:
    """Add a game's rows in `games` and `seats`.

    `facts` come from folding it; `meta` is None if the game isn't installed. `key` is the digest of
    its first line, which no other log has. `sides` are those that the rules say, for a game that
    hasn't ended.
    """
    ended = end_of(kept)
    scored = ended is not None and not ended.broken_off
    sides = (ended.teams if ended is not None else ()) or sides or ()
    side = side_numbers(sides, len(opened.seats))
    together = len(sides) == 1 and len(opened.seats) > 1
    times = [x.at for x in (kept[0], kept[-1])] if kept else [None, None]
    a, b = _seconds(times[0]), _seconds(times[1])
    began = seat_of([x for x in kept if x.turn == first]) if (first := _first_turn(kept)) else None
    date = opened.started or times[0] or ""
    out.games.append(
        {
            "game_id": item.game_id,
            "log": item.log,
            "game_key": key,
            "kind": "log",
            "game": opened.game,
            "title": opened.game if meta is None else meta.title,
            "edition": opened.rules,
            "bgg_id": None if meta is None else meta.bgg,
            "players": len(opened.seats),
            "sides": len(set(side)),
            "plays": 1,
            "date": found[0] if (found := _DATE.match(date)) else None,
            "date_text": opened.started,
            "started": times[0] or opened.started,
            "ended": times[1],
            "minutes": None if a is None or b is None else (b - a) / 60,
            "events": len(kept),
            **facts,
            "finished": scored,
            "reason": ended.reason if ended else None,
            "location": opened.place,
            "cooperative": together,
            "solo": len(opened.seats) == 1,
            "ignored": False,
            "highest_wins": meta is None or meta.highest_wins,
            "uncounted": _uncounted(ended if scored else None, together, len(opened.seats)),
            "expansions": [],
            "options": opened.options,
            "box": opened.box,
            "view": opened.view,
        }
    )
    places = {} if ended is None else ended.places
    for i, seat in enumerate(opened.seats):
        out.seats.append(
            {
                "game_id": item.game_id,
                "game": opened.game,
                "number": i + 1,
                "seat": i + 1,
                "name": seat.name,
                "colour": seat.colour,
                "side": side[i],
                "bot": seat.bot or None,
                "score": ended.scores[i] if ended is not None and i < len(ended.scores) else None,
                "place": places.get(i + 1),
                "won": None if ended is None else ended.won_by(i + 1),
                "began": None if began is None else began == i + 1,
                "key": next(iter(keys_of(Person(name=seat.name))), None),
            }
        )


def _uncounted(ended: Ended | None, together: bool, seats: int) -> str | None:
    """Return why a game doesn't show who is better; None if it does."""
    if ended is None:
        return UNFINISHED
    if seats == 1:
        return SOLO
    if together:
        return COOPERATIVE
    return None if ended.winners else NO_WINNER


def _first_turn(kept: list[Line]) -> int | None:
    return next((x.turn for x in kept if x.turn), None)
