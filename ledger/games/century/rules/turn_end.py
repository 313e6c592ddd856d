"""The end of a turn: hold limit, end of the game, next player (CEN-A41)."""

from __future__ import annotations

from ledger.kernel.game.outcome import Outcome
from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .cubes import held, limit, total


def turn(d: Decision, seat: int) -> None:
    """CEN-13: one action; rest and a move of no steps are always possible (CEN-A37)."""
    d.emit(e.Turned(seat=seat))


def finish(d: Decision) -> None:
    """CEN-44, CEN-A20: who has more cubes than room discards, the active player first."""
    s: State = d.state
    n = s.setup.players
    over = []
    for i in range(n):
        seat = (s.active - 1 + i) % n + 1
        p = s.players[seat - 1]
        if total(p) > limit(s, p):
            over.append(seat)
    if over:
        d.emit(e.Overflowed(seats=tuple(over)))
    _go_on(d)


def discard(d: Decision, x: c.Discard) -> None:
    """CEN-44: as many cubes as are too many, of any colours."""
    s: State = d.state
    p = s.players[x.seat - 1]
    held(d, "CEN-44", x.seat, x.cubes)
    excess = too_many(s, x.seat)
    if len(x.cubes) != excess:
        say = f"you have {total(p)} cubes and room for {limit(s, p)}: discard {excess}"
        d.need("CEN-44", False, f"{say}, not {len(x.cubes)}")
    d.emit(e.Discarded(seat=x.seat, cubes=x.cubes))
    _go_on(d)


def _go_on(d: Decision) -> None:
    """Ask only who has a choice: cubes of one colour are discarded at once."""
    s: State = d.state
    while s.asked:
        seat = s.asked[0]
        p = s.players[seat - 1]
        colours = [k for k, n in p.hold.items() if n]
        if len(colours) > 1:
            return
        d.emit(e.Discarded(seat=seat, cubes=tuple(colours[:1]) * too_many(s, seat)))
    if s.active == s.setup.players and triggered(s):  # CEN-A30
        d.emit(e.Finished(round=-(-s.turn // s.setup.players)))
        d.end()
    else:
        turn(d, s.active % s.setup.players + 1)


def triggered(s: State) -> bool:
    """CEN-46, CEN-A36: somebody has so many tiles of ports."""
    goal = s.setup.limits.end_tiles
    for p in s.players:  # noqa: SIM110 (asked at the end of every round)
        if len(p.tiles) >= goal:
            return True
    return False


def board_points(s: State, p: Player) -> int:
    """CEN-47, CEN-A06: every space without its outpost, in every row."""
    values, total = s.setup.values, 0
    size = len(values)
    for left in p.outposts.values():  # plain loops: asked after every second event
        if left < size:
            total += sum(values[: size - left])
    return total


def points(s: State, p: Player) -> int:
    """CEN-47: VP tiles, the board, VP bonus tiles, and every cube that is not yellow."""
    vp, worth = s.setup.vp, s.setup.points
    total = board_points(s, p) + sum(p.bonus_vp)
    for tile in p.tiles:
        total += vp[tile].points
    for cube, n in p.hold.items():
        total += n * worth[cube]
    return total


def outcome(s: State) -> Outcome | None:
    """CEN-46 to CEN-48: most points; of tied players who took the last turn is ahead."""
    if s.phase != "over":
        return None
    scores = tuple(points(s, p) for p in s.players)
    order = sorted(range(1, len(scores) + 1), key=lambda seat: (scores[seat - 1], seat))
    tied = scores.count(max(scores)) > 1
    return Outcome(
        reason="tiles",
        ranking=tuple((seat,) for seat in reversed(order)),
        scores=scores,
        rule="CEN-48" if tied else "CEN-47",
    )


def too_many(s: State, seat: int) -> int:
    """How many cubes a player must discard."""
    p = s.players[seat - 1]
    return max(0, total(p) - limit(s, p))
