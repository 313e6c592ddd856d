"""What no correction can bring about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .rules.cards import row_of
from .state import State


def faults(s: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong: ships off the route, pieces on missing cards, missing players."""
    goal, seats = s.setup.goal, range(1, s.setup.players + 1)
    # a ship leaves the goal at once, unless the tide waits for an answer or the game has ended
    last = goal if s.phase == "insurance" or s.over else goal - 1
    for colour in s.setup.colours:
        if s.ships.get(colour, goal + 1) > last:
            yield f"the {colour} ship can be at 0 to {last} of the route"
    there = Counter((p.piece, p.row) for p in s.players)
    for name, p in zip(names, s.players, strict=True):
        if (p.piece is None) != (p.row is None):
            yield f"{name}'s piece needs a card and a row: `{name} piece R5, {name} row farm`"
        elif p.piece and p.row and row_of(s, p.row).count(p.piece) < there[p.piece, p.row]:
            yield f"{name}'s piece can't lie on {p.piece}: there isn't one for it in the {p.row}"
    if (s.phase == "insurance") != bool(s.sinking) or len(set(s.sinking)) < len(s.sinking):
        yield "ships sink, each once, if somebody is asked about insurance, and only then"
    if s.phase == "action" and s.asked:
        yield "in an action only the active player is asked"
    if not {s.first, *s.asked} <= {*seats}:
        yield f"the players are 1 to {len(seats)}"
