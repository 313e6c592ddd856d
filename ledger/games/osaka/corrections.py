"""The states that a correction must not produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.sdk import Message

from .rules.cards import row_of
from .state import State


def faults(s: State, names: Sequence[str]) -> Iterator[Message]:
    """Yield what is wrong: ships off the route, pieces on missing cards, unknown players."""
    goal, seats = s.setup.goal, range(1, s.setup.players + 1)
    # a ship leaves the goal at once, unless the tide waits for an answer or the game has ended
    last = goal if s.phase == "insurance" or s.over else goal - 1
    for colour in s.setup.colours:
        if s.ships.get(colour, goal + 1) > last:
            yield Message(
                "the {colour} ship can be at space 0 to {last} of the route",
                colour=colour,
                last=last,
            )
    there = Counter((p.piece, p.row) for p in s.players)
    for name, p in zip(names, s.players, strict=True):
        if (p.piece is None) != (p.row is None):
            yield Message(
                "{name}'s piece needs a card and a row: `{name} piece R5, {name} row farm`",
                name=name,
            )
        elif p.piece and p.row and row_of(s, p.row).count(p.piece) < there[p.piece, p.row]:
            yield Message(
                "{name}'s piece can't be on {card}: there isn't one for it in the {row}",
                name=name,
                card=p.piece,
                row=p.row,
            )
    if (s.phase == "insurance") != bool(s.sinking) or len(set(s.sinking)) < len(s.sinking):
        yield Message(
            "ships sink, each only once, when somebody is asked about insurance, and only then"
        )
    if s.phase == "action" and s.asked:
        yield Message("only the active player can be asked for an action")
    if not {s.first, *s.asked} <= {*seats}:
        yield Message("players are numbered 1 to {players}", players=len(seats))
