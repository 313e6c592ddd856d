"""The set-up: row, map, ports, and the choice of starting cubes."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Pile, move
from ledger.sdk.kit import Segment

from .. import commands as c
from .. import events as e
from ..box import CLOSED, SEA
from ..setup import Setup
from ..state import Player, State
from .cards import refill
from .market import market_on
from .port import fill


def start(setup: Setup) -> State:
    """Return the first position: outposts on the boards (CEN-11), cards and tiles shuffled.

    See CEN-03 and CEN-07 for the shuffling.
    """
    full = dict.fromkeys(setup.symbols, len(setup.values))
    tiles = setup.market.items()
    return State(
        setup=setup,
        deck=Pile.of(setup.deck),
        stack=_stack(setup),
        players=[Player(outposts=full.copy()) for _ in range(setup.players)],
        sorted={x: Pile.of(id for id, tile in tiles if tile.symbol == x) for x in setup.symbols},
        sets=list(setup.sets),
        bonus={"move": setup.bonus.move, "hold": setup.bonus.hold},
        bonus_vp=list(setup.bonus.vp),
        ports=dict.fromkeys(setup.ports, ""),
        asked=list(range(setup.players, 0, -1)),  # CEN-A39
    )


def _stack(setup: Setup) -> Pile:
    """CEN-07, CEN-08: return the stack of VP tiles, with the closed port in its place.

    The ports' tiles come first; the closed port is shuffled in with the next few.
    """
    ports, window = len(setup.ports), setup.limits.window
    left = len(setup.vp) - ports - window
    parts = [Segment(0, ports), Segment(0, window + 1, {CLOSED: 1}), Segment(0, left)]
    return Pile(parts, [dict.fromkeys(setup.vp, 1)])


def begin(d: Decision[State]) -> None:
    """CEN-01: set up the game step by step; then the last player chooses first (CEN-A39)."""
    s, setup = d.state, d.state.setup
    for seat in range(1, setup.players + 1):
        d.emit(e.Dealt(seat=seat, cards=setup.start))
    refill(d, rule="CEN-03")
    left = [SEA] * setup.limits.sea
    for symbol, pile in s.sorted.items():
        # laying out the map reveals which ones these are: the missing ones
        n = setup.limits.removed
        if tiles := d.seen(pile, n, "remove", rule="CEN-04", places=(symbol,) * n):
            d.emit(e.Removed(symbol=symbol, tiles=tiles))
        left += pile.unseen().elements()
    d.emit(e.Shuffled(tiles=tuple(left)))
    tiles = d.seen(s.market, len(setup.slots), "map", rule="CEN-A02", places=setup.slots)
    d.emit(e.Mapped(cells=setup.slots, tiles=tiles))
    for port in setup.ports:  # CEN-06, CEN-08
        fill(d, port)


@move(c.Embark, "CEN-12", e.Embarked, answers="start", button=N_("choose cubes and a place"))
def embark(d: Decision[State], s: State, x: c.Embark) -> None:
    """CEN-12: choose a set of cubes and a market tile.

    Ships can share a tile, and nobody pays a toll (CEN-A17).
    """
    d.must(
        "CEN-12",
        x.set in s.sets,
        "there is no set {set!r} to choose; the sets are {there}",
        set=x.set,
        there=", ".join(s.sets),
    )
    d.must("CEN-12", x.to in s.setup.cells, "there is no place {to!r} on the map", to=x.to)
    d.need(
        "CEN-12", market_on(s, x.to), "a ship starts on a market tile, and {to} isn't one", to=x.to
    )
    d.emit(e.Embarked(seat=x.seat, set=x.set, to=x.to, got=s.setup.sets[x.set]))
    if not s.asked:
        if s.sets:
            d.emit(e.Returned(sets=tuple(s.sets)))
        d.emit(e.Turned(seat=1))  # CEN-10: seats are numbered from the first player
