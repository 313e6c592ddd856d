"""What each event does to the position: the function for its type.

It trusts the event, which the rules checked.
"""

from __future__ import annotations

from . import events as e
from .state import POOL, Player, State


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


def turned(s: State, x: e.Turned) -> None:
    """The next turn begins."""
    s.phase, s.active = "place", x.seat
    s.turn += 1
    s.moved = s.draws = False


def leave_hand(s: State, p: Player, boat: str) -> None:
    """A boat leaves a hand: one that all have seen, else a secret one, else an unknown one."""
    if boat in p.shown:
        p.shown.remove(boat)
    elif boat in p.secret:
        p.secret.remove(boat)
    else:
        i = s.setup.stack[boat]
        s.stacks[i].reveal(boat, (POOL,))
        p.unknown[i] -= 1


def placed(s: State, x: e.Placed) -> None:
    """A boat lies on the board, a trader of the owner on it (KLO-12, KLO-16)."""
    p = s.players[x.seat - 1]
    leave_hand(s, p, x.boat)
    s.boats[x.field] = x.boat
    if x.owner:
        if x.trader:
            del s.owners[x.trader]
        else:
            p.traders -= 1
        s.owners[x.field] = x.owner
    s.placer, s.passes, s.draws = x.seat, 0, True


def passed(s: State, x: e.Passed) -> None:
    """Everybody now knows a hand that holds nothing but thieves."""
    s.passes += 1
    p, thieves = s.players[x.seat - 1], [s.setup.thief] * x.thieves
    for thief in thieves:
        leave_hand(s, p, thief)
    p.shown += thieves


def moved(s: State, x: e.Moved) -> None:
    """A boat with its trader lies elsewhere, a move card is used up."""
    s.boats[x.to] = s.boats.pop(x.field)
    if x.field in s.owners:
        s.owners[x.to] = s.owners.pop(x.field)
    s.players[x.seat - 1].cards -= 1
    s.discarded += 1
    s.moved = True


def lift(s: State, field: str) -> str:
    """A boat leaves the board; its trader goes back to the owner's pool."""
    if owner := s.owners.pop(field, 0):
        s.players[owner - 1].traders += 1
    return s.boats.pop(field)


def stolen(s: State, x: e.Stolen | e.Chased) -> None:
    """A boat comes into the hand, where all know it (A-KLO-29), the warehouse or out of the game.

    Who has it in the hand draws none (KLO-33, KLO-35).
    """
    p, boat = s.players[x.seat - 1], lift(s, x.field)
    if x.keep == "hand":
        p.shown.append(boat)
        s.draws = False
    else:
        (p.warehouse if x.keep == "warehouse" else s.out).append(boat)


def advanced(s: State, x: e.Advanced) -> None:
    """The marker moves, the active player scores."""
    s.marker = x.step
    s.players[x.seat - 1].points += x.points


def day_began(s: State, x: e.DayBegan) -> None:
    """The first player is asked."""
    s.phase, s.day = "market day", x.kind
    s.asked, s.passes = x.first, 0
    s.scorings = s.setup.rounds * s.setup.players if x.kind == "small" else 0


def scored(s: State, x: e.Scored) -> None:
    """Every player at the mooring place scores."""
    for i, points in enumerate(x.points):
        s.players[i].points += points
    _next(s)
    s.passes = 0


def stored(s: State, x: e.Stored) -> None:
    """A boat goes to the warehouse."""
    s.players[x.seat - 1].warehouse.append(lift(s, x.field))


def declined(s: State, x: e.Declined | e.Skipped) -> None:
    """The next player is asked."""
    _next(s)
    s.passes += 1


def _next(s: State) -> None:
    s.asked = s.asked % s.setup.players + 1
    if s.day == "small":
        s.scorings -= 1


def day_over(s: State, x: e.DayOver) -> None:
    """A turn goes on after a small day; only the warehouses are left after the big one."""
    s.day = ""
    s.asked = s.passes = s.scorings = 0
    s.phase = "end of turn" if x.kind == "small" else "warehouses"


def turn_ended(s: State, x: e.TurnEnded) -> None:
    """Nothing more is moved."""
    s.phase = "draw"


def valued(s: State, x: e.Valued) -> None:
    """The last points of a player."""
    s.players[x.seat - 1].points += x.points
    if x.seat == s.setup.players:
        s.phase = "final"
