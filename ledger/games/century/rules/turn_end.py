"""The end of a turn: hold limit, end of the game, next player (CEN-A41)."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Outcome, clockwise, move, next_seat, rank

from .. import commands as c
from .. import events as e
from ..state import Player, State, scores
from .cubes import held, limit, total


def finish(d: Decision[State]) -> None:
    """CEN-44, CEN-A20: make players discard excess cubes, starting with the active player."""
    s = d.state
    if max(map(total, s.players)) > s.setup.limits.hold:  # a hold tile makes more room
        order = clockwise(s.active, s.setup.players)
        if over := tuple(seat for seat in order if too_many(s, seat)):
            d.emit(e.Overflowed(seats=over))
    _go_on(d)


@move(c.Discard, "CEN-44", e.Discarded, answers="hold", button=N_("discard cubes"))
def discard(d: Decision[State], s: State, p: Player, x: c.Discard) -> None:
    """CEN-44: discard exactly the excess cubes, of any colours."""
    held(d, "CEN-44", p, x.cubes)
    excess = too_many(s, x.seat)
    d.need(
        "CEN-44",
        len(x.cubes) == excess,
        "you have {cubes} cubes but room for {room}: discard {excess}, not {named}",
        cubes=total(p),
        room=limit(s, p),
        excess=excess,
        named=len(x.cubes),
    )
    d.emit(e.Discarded(seat=x.seat, cubes=x.cubes))
    _go_on(d)


def _go_on(d: Decision[State]) -> None:
    """Ask players to discard only if they have a choice, then start the next turn or end the game.

    Cubes that are all of one colour are discarded without asking.
    """
    s = d.state
    while s.asked:
        seat = s.asked[0]
        colours = tuple(k for k, n in s.players[seat - 1].hold.items() if n)
        if len(colours) > 1:
            return
        d.emit(e.Discarded(seat=seat, cubes=colours * too_many(s, seat)))
    if s.active == s.setup.players and triggered(s):  # CEN-A30
        d.emit(e.Finished(round=-(-s.turn // s.setup.players)))
        d.end()
        return
    # CEN-13: a turn is one action; resting and a move of no steps are always possible (CEN-A37)
    d.emit(e.Turned(seat=next_seat(s.active, s.setup.players)))


def triggered(s: State) -> bool:
    """CEN-46, CEN-A36: return whether a player has enough VP tiles from ports to end the game."""
    return max([len(p.tiles) for p in s.players]) >= s.setup.limits.end_tiles


def outcome(s: State) -> Outcome | None:
    """CEN-46 to CEN-48: return the result: most points win, ties go to the last in turn order."""
    if s.phase != "over":
        return None
    points = scores(s)
    ranking = rank([(n, seat) for seat, n in enumerate(points, 1)])
    tied = points.count(max(points)) > 1
    return Outcome("tiles", ranking, points, "CEN-48" if tied else "CEN-47")


def too_many(s: State, seat: int) -> int:
    """Return how many cubes a player has to discard."""
    p = s.players[seat - 1]
    return max(0, total(p) - limit(s, p))
