"""The set-up: the supply, face-up tiles, and what everybody starts with."""

from __future__ import annotations

from ledger.sdk import Decision, Pile

from .. import events as e
from ..box import AREAS, KINDS
from ..setup import Setup
from ..state import Player, State
from .bazaar import start_turn
from .effects import gain


def start(setup: Setup) -> State:
    """Return the first position: everything is still in the supply (IST-07 to IST-12)."""
    deck, stack, supply = Pile.of([*setup.cards]), Pile.of([*setup.tiles]), setup.box.supply
    players = [Player(dict.fromkeys(KINDS, 0)) for _ in range(setup.players)]
    bank, taken = {k: getattr(supply, k) for k in KINDS}, dict.fromkeys(AREAS, 0)
    spare = supply.dice - setup.limits.dice
    return State(setup, deck, stack, players, bank, taken, setup.mosque_rubies, spare)


def begin(d: Decision[State]) -> None:
    """IST-10, IST-13, IST-14: show six tiles, and hand out crystals and lira; seat 1 starts."""
    s = d.state
    if n := min(s.setup.limits.open_tiles, s.stack.size):
        d.emit(e.Displayed(tiles=d.seen(s.stack, n, "tile", rule="IST-10")))
    for seat in range(1, s.setup.players + 1):
        crystals, lira = s.setup.limits.start_crystal, s.setup.limits.start_lira[seat - 1]
        gain(d, seat, ("crystal", crystals), ("lira", lira))
    start_turn(d, s, 1)
