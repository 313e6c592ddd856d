"""What each event does to the position.

Each function trusts its event: the rules checked it before it was written down.
"""

from __future__ import annotations

from ledger.sdk import Folds

from . import events as e
from .state import POOL, Player, State

FOLDS = Folds[State]()


@FOLDS.on(e.Drew)
def drew(s: State, x: e.Drew) -> None:
    """A seen boat leaves stack and pool, an unseen one only the stack."""
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
    """The next turn begins."""
    s.phase, s.active = "place", x.seat
    s.turn += 1
    s.moved = s.draws = False


def _leave_hand(s: State, p: Player, boat: str) -> None:
    """A boat leaves a hand: one that all have seen, else a secret one, else an unknown one."""
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
    """A boat is on the board, with a trader of its owner (KLO-12, KLO-16)."""
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
    """A hand of nothing but thieves is now known to everybody."""
    s.passes += 1
    p, thieves = s.players[x.seat - 1], [s.setup.thief] * x.thieves
    for thief in thieves:
        _leave_hand(s, p, thief)
    p.shown += thieves


@FOLDS.on(e.Moved)
def moved(s: State, x: e.Moved) -> None:
    """A boat moves with its trader, and a move card is used up."""
    s.boats[x.to] = s.boats.pop(x.field)
    if x.field in s.owners:
        s.owners[x.to] = s.owners.pop(x.field)
    s.players[x.seat - 1].cards -= 1
    s.discarded += 1
    s.moved = True


def _lift(s: State, field: str) -> str:
    """A boat leaves the board; its trader goes back to the owner's pool."""
    if owner := s.owners.pop(field, 0):
        s.players[owner - 1].traders += 1
    return s.boats.pop(field)


@FOLDS.on(e.Stolen, e.Chased)
def stolen(s: State, x: e.Stolen | e.Chased) -> None:
    """A boat goes to the hand, for all to see (A-KLO-29), to the warehouse or out of the game.

    A player who takes it to the hand does not draw (KLO-33, KLO-35).
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
    """The marker moves, the active player gets its points."""
    s.marker = x.step
    s.players[x.seat - 1].points += x.points


@FOLDS.on(e.DayBegan)
def day_began(s: State, x: e.DayBegan) -> None:
    """The first player is asked to score."""
    s.phase, s.day = "market day", x.kind
    s.asked, s.passes = x.first, 0
    s.scorings = s.setup.rounds * s.setup.players if x.kind == "small" else 0


@FOLDS.on(e.Scored)
def scored(s: State, x: e.Scored) -> None:
    """Every player at the mooring place gets points; the next one is asked."""
    for i, points in enumerate(x.points):
        s.players[i].points += points
    _next(s)
    s.passes = 0


@FOLDS.on(e.Stored)
def stored(s: State, x: e.Stored) -> None:
    """A boat goes from the board to the warehouse."""
    s.players[x.seat - 1].warehouse.append(_lift(s, x.field))


@FOLDS.on(e.Declined, e.Skipped)
def declined(s: State, x: e.Declined | e.Skipped) -> None:
    """The next player is asked."""
    _next(s)
    s.passes += 1


def _next(s: State) -> None:
    """Ask the next player; on a small day one turn to score less is left."""
    s.asked = s.asked % s.setup.players + 1
    if s.day == "small":
        s.scorings -= 1


@FOLDS.on(e.DayOver)
def day_over(s: State, x: e.DayOver) -> None:
    """The turn goes on after a small day; after the big one only the warehouses count."""
    s.day = ""
    s.asked = s.passes = s.scorings = 0
    s.phase = "end of turn" if x.kind == "small" else "warehouses"


@FOLDS.on(e.TurnEnded)
def turn_ended(s: State, x: e.TurnEnded) -> None:
    """The player moves no more boats and draws."""
    s.phase = "draw"


@FOLDS.on(e.Valued)
def valued(s: State, x: e.Valued) -> None:
    """A player gets points for the warehouse; after the last player's, the game is over."""
    s.players[x.seat - 1].points += x.points
    if x.seat == s.setup.players:
        s.phase = "final"
