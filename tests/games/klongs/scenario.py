"""Positions of Bangkok Klongs for rule tests.

`position(...)` lays the pieces out as a test wants them; boats that are not named are unseen: they
can be in the stacks or in unknown places of a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ledger.games.klongs import GAME
from ledger.games.klongs.state import POOL, State
from ledger.kernel.log.events import Line
from ledger.kernel.state.piles import Pile, Segment
from ledger.testing import scenario
from ledger.testing.scenario import Position, Sessions, at

NAMES = ("Ana", "Bartek", "Celina", "Dora")

UNKNOWN = "? ? ? ?"


class Played(scenario.Played):
    """What a script led to."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(p.points for p in self.state.players)

    def hand(self, name: str) -> list[str]:
        """Return the boats of a hand, unknown ones last."""
        p = self.seat(name)
        return [*sorted((*p.secret, *p.shown)), *["?"] * sum(p.unknown)]


def moves(start: Position | Played) -> list[str]:
    """Return the legal moves of the one who is asked, in notation."""
    return scenario.moves(GAME, start.state)


def position(
    players: int = 2,
    board: str = "",
    *,
    hands: Sequence[str] = (),
    shown: Sequence[str] = (),
    stores: Sequence[str] = (),
    points: Sequence[int] = (),
    cards: Sequence[int] = (),
    traders: Sequence[int] = (),
    stack: int | tuple[int, ...] = 0,
    marker: int = 0,
    active: int = 1,
    turn: int = 0,
    day: str = "",
    asked: int = 0,
    scorings: int = 0,
    phase: str = "",
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
) -> Position:
    """Lay out the position in which the active player is to place.

    `board` says `d4=B0:1 e4=thief`, a boat with the seat of its trader. `hands` are secret boats,
    `?` an unknown one (`?2`: of stack 2); who has none named has four unknown ones. `stack` is how
    many boats can still be drawn. `day` begins a market day that `active` has brought about.
    """
    opened = SESSIONS.opening(players, options, box)
    s: State = GAME.start(opened)
    named: Counter[str] = Counter()
    for word in board.split():
        field, _, boat = word.partition("=")
        boat, _, owner = boat.partition(":")
        s.boats[field] = boat
        named[boat] += 1
        if owner:
            s.owners[field] = int(owner)
            s.players[int(owner) - 1].traders -= 1
    for i, p in enumerate(s.players):
        for word in (hands[i] if i < len(hands) else UNKNOWN).split():
            if word.startswith("?"):
                p.unknown[int(word[1:] or 1) - 1] += 1
            else:
                p.secret.append(word)
        p.shown, p.warehouse = at(shown, i).split(), at(stores, i).split()
        named.update((*p.secret, *p.shown, *p.warehouse))
        p.points = points[i] if i < len(points) else 0
        p.cards = cards[i] if i < len(cards) else p.cards
        p.traders = traders[i] if i < len(traders) else p.traders
        assert p.traders >= 0, "not so many traders"
    for n, pile in enumerate(s.stacks):
        left = {k: c - named[k] for k, c in pile.pools[POOL].items()}
        assert all(c >= 0 for c in left.values()), "there are not so many of these boats"
        count = stack if isinstance(stack, int) else stack[n]
        s.stacks[n] = Pile([Segment(POOL, count)], [left])
    s.marker, s.active, s.turn = marker, active, turn or 2 * players + active
    s.phase = phase or ("market day" if day else "place")
    s.placer = active
    if day:
        s.day, s.asked, s.draws = day, asked or active, True
        s.scorings = scorings or (2 * players if day == "small" else 0)
    return Position(opened, s)


def _check(line: Line, state: State) -> None:
    for p in state.players:
        assert min(p.traders, p.cards, *p.unknown) >= 0
        assert p.hand <= max(state.setup.hand, 4)
    assert set(state.owners) <= set(state.boats)


SESSIONS = Sessions(GAME, _check, Played)
standard_box, random_game = SESSIONS.box, SESSIONS.random_game
session, no_session = SESSIONS.session, SESSIONS.no_session
play, refused, illegal, heading = (
    SESSIONS.play,
    SESSIONS.refused,
    SESSIONS.illegal,
    SESSIONS.heading,
)

__all__ = [
    "NAMES",
    "Played",
    "Position",
    "heading",
    "illegal",
    "moves",
    "no_session",
    "play",
    "position",
    "random_game",
    "refused",
    "session",
    "standard_box",
]
