"""The ports and their VP tiles."""

from __future__ import annotations

from ledger.sdk import Decision, Message

from .. import events as e
from ..box import CLOSED
from ..setup import Vp
from ..state import State
from .cubes import has


def vp_on(s: State, cell: str) -> Vp | None:
    """CEN-39, CEN-41: return the VP tile that can be bought on a cell, if any."""
    return s.setup.vp.get(s.ports.get(cell, CLOSED))


def fill(d: Decision[State], port: str) -> None:
    """CEN-40: turn the top tile of the stack face up on a port; if the stack is empty, do nothing.

    The ruling for an empty stack is CEN-A28.
    """
    if d.state.stack.size:
        (tile,) = d.seen(d.state.stack, 1, "port", rule="CEN-40", places=(port,))
        d.emit(e.PortFilled(port=port, tile=tile))


def take(d: Decision[State], s: State, seat: int, port: str) -> None:
    """CEN-39 to CEN-42: pay and take a single tile (CEN-A35); the closed port moves here."""
    tile = s.ports[port]
    d.must("CEN-41", tile != CLOSED, "the port {port} is closed", port=port)
    d.must("CEN-A28", tile, "there is no tile on {port}", port=port)
    vp = s.setup.vp[tile]
    if not has(s.players[seat - 1], vp.cost):
        *some, last = [Message("{n} {cube}", n=n, cube=cube) for cube, n in vp.cost.items()]
        price = (
            Message("{some} and {last}", some=Message.join(", ", some), last=last) if some else last
        )
        d.must(
            "CEN-39",
            False,
            "{tile} costs {price}, and you don't have all of that",
            tile=tile,
            price=price,
        )
    d.emit(e.TileTaken(seat=seat, port=port, tile=tile, gave=vp.cost, points=vp.points))
    if closed := next((name for name, there in s.ports.items() if there == CLOSED), ""):
        d.emit(e.ClosedMoved(start=closed, to=port))
    fill(d, closed or port)
