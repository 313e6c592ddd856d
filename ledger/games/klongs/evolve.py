"""The effect of each event on the position.

These functions don't check their event; the rules did that before it was written.
"""

from __future__ import annotations

from ledger.sdk import Folds, next_seat

from . import events as e
from .state import POOL, Player, State

FOLDS = Folds[State]()


@FOLDS.on(e.Drew)
def drew(s: State, x: e.Drew) -> None:
    """Move boats from a stack to a hand; boats that were seen also leave the pool."""
    p = s.players[x.seat - 1]
    i = int(x.stack) - 1 if x.stack else 0
    for boat in x.boats:
        s.stacks[i].take(boat)
        if boat is None:
            p.unknown[i] += 1
        else:
            p.secret.append(boat)


@FOLDS.on(e.Turned)
def turned(s: State, x: e.Turned) -> None:
    """Start the next turn."""
    s.phase, s.active = "place", x.seat
    s.turn += 1
    s.moved = s.draws = False


def _leave_hand(s: State, p: Player, boat: str) -> None:
    """Remove a boat from a hand: a shown one if there is one, else a secret or unknown one."""
    if boat in p.shown:
        p.shown.remove(boat)
    elif boat in p.secret:
        p.secret.remove(boat)
    else:
        i = s.setup.stack[boat]
        s.stacks[i].reveal(boat, (POOL,))
        p.unknown[i] -= 1


@FOLDS.on(e.Placed)
def placed(s: State, x: e.Placed) -> None:
    """Put a boat on the board, with its owner's trader if it has one (KLO-12, KLO-16)."""
    p = s.players[x.seat - 1]
    _leave_hand(s, p, x.boat)
    s.boats[x.field] = x.boat
    if x.owner:
        if x.trader:
            del s.owners[x.trader]
        else:
            p.traders -= 1
        s.owners[x.field] = x.owner
    s.placer, s.passes, s.draws = x.seat, 0, True


@FOLDS.on(e.Passed)
def passed(s: State, x: e.Passed) -> None:
    """Reveal a hand that consists only of thieves."""
    s.passes += 1
    p, thieves = s.players[x.seat - 1], [s.setup.thief] * x.thieves
    for thief in thieves:
        _leave_hand(s, p, thief)
    p.shown += thieves


@FOLDS.on(e.Moved)
def moved(s: State, x: e.Moved) -> None:
    """Move a boat with its trader, and use up a move card."""
    s.boats[x.to] = s.boats.pop(x.field)
    if x.field in s.owners:
        s.owners[x.to] = s.owners.pop(x.field)
    s.players[x.seat - 1].cards -= 1
    s.discarded += 1
    s.moved = True


def _lift(s: State, field: str) -> str:
    """Remove a boat from the board and return it; its trader goes back to the owner's pool."""
    if owner := s.owners.pop(field, 0):
        s.players[owner - 1].traders += 1
    return s.boats.pop(field)


@FOLDS.on(e.Stolen, e.Chased)
def stolen(s: State, x: e.Stolen | e.Chased) -> None:
    """Move a boat to the hand, where all can see it (A-KLO-29), to the warehouse, or out of play.

    A player who takes it into the hand doesn't draw (KLO-33, KLO-35).
    """
    p, boat = s.players[x.seat - 1], _lift(s, x.field)
    if x.keep == "hand":
        p.shown.append(boat)
        s.draws = False
    else:
        goes_to = p.warehouse if x.keep == "warehouse" else s.out
        goes_to.append(boat)


@FOLDS.on(e.Advanced)
def advanced(s: State, x: e.Advanced) -> None:
    """Move the marker, and give its points to the active player."""
    s.marker = x.step
    s.players[x.seat - 1].points += x.points


@FOLDS.on(e.DayBegan)
def day_began(s: State, x: e.DayBegan) -> None:
    """Ask the first player to score."""
    s.phase, s.day = "market day", x.kind
    s.asked, s.passes = x.first, 0
    s.scorings = s.setup.rounds * s.setup.players if x.kind == "small" else 0


@FOLDS.on(e.Scored)
def scored(s: State, x: e.Scored) -> None:
    """Give points to every player at the mooring place, and ask the next player."""
    for i, points in enumerate(x.points):
        s.players[i].points += points
    _next(s)
    s.passes = 0


@FOLDS.on(e.Stored)
def stored(s: State, x: e.Stored) -> None:
    """Move a boat from the board to the warehouse."""
    s.players[x.seat - 1].warehouse.append(_lift(s, x.field))


@FOLDS.on(e.Declined, e.Skipped)
def declined(s: State, x: e.Declined | e.Skipped) -> None:
    """Ask the next player."""
    _next(s)
    s.passes += 1


def _next(s: State) -> None:
    """Ask the next player; on a small market day, use up one of the turns to score."""
    s.asked = next_seat(s.asked, s.setup.players)
    if s.day == "small":
        s.scorings -= 1


@FOLDS.on(e.DayOver)
def day_over(s: State, x: e.DayOver) -> None:
    """Resume the turn after a small day; after the big one, only the warehouses still count."""
    s.day = ""
    s.asked = s.passes = s.scorings = 0
    s.phase = "end of turn" if x.kind == "small" else "warehouses"


@FOLDS.on(e.TurnEnded)
def turn_ended(s: State, x: e.TurnEnded) -> None:
    """Rule out further moves, so that the player can draw."""
    s.phase = "draw"


@FOLDS.on(e.Valued)
def valued(s: State, x: e.Valued) -> None:
    """Give a player points for the warehouse; after the last player's, the game is over."""
    s.players[x.seat - 1].points += x.points
    if x.seat == s.setup.players:
        s.phase = "final"
