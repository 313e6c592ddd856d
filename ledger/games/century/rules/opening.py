"""The set-up: row, map, ports, and the choice of starting cubes."""

from __future__ import annotations

from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..box import SEA
from ..state import State
from .port import fill
from .row import refill
from .turn_end import turn


def begin(d: Decision) -> None:
    """CEN-01: the steps in their order; the last player then chooses first (CEN-A39)."""
    s: State = d.state
    setup = s.setup
    for seat in range(1, setup.players + 1):
        d.emit(e.Dealt(seat=seat, cards=setup.start))
    refill(d, rule="CEN-03")
    left = [SEA] * setup.limits.sea
    for symbol in setup.symbols:
        pile = s.sorted[symbol]
        # which ones is known as soon as the map is laid out: they are those that are missing
        tiles = d.seen(pile, setup.limits.removed, "remove", rule="CEN-04")
        if tiles:
            d.emit(e.Removed(symbol=symbol, tiles=tiles))
        left += pile.unseen().elements()
    d.emit(e.Shuffled(tiles=tuple(left)))
    tiles = d.seen(s.market, len(setup.slots), "map", rule="CEN-A02")
    d.emit(e.Mapped(cells=setup.slots, tiles=tiles))
    for port in setup.ports:  # CEN-06, CEN-08
        fill(d, port)


def embark(d: Decision, x: c.Embark) -> None:
    """CEN-12: a set of cubes and a market tile; ships may share it, nobody pays (CEN-A17)."""
    s: State = d.state
    there = ", ".join(s.sets)
    d.must("CEN-12", x.set in s.sets, f"there is no set {x.set!r} to choose; there are {there}")
    d.must("CEN-12", x.to in s.setup.cells, f"there is no place {x.to!r} on the map")
    market = s.tiles.get(x.to, SEA) != SEA
    d.need("CEN-12", market, f"a ship starts on a market tile, and {x.to} is none")
    d.emit(e.Embarked(seat=x.seat, set=x.set, to=x.to, got=s.setup.sets[x.set]))
    if not s.asked:
        if s.sets:
            d.emit(e.Returned(sets=tuple(s.sets)))
        turn(d, 1)  # CEN-10: the seats are written down from the first player on
