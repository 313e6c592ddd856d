"""Picks a random acceptable command: every one can come up, and useful ones do so more often.

A game ends when a player has four VP tiles, so a player who can reach a port and pay for its tile
usually does so, and a player who can play a card usually doesn't rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ledger.sdk import Command
from ledger.sdk.kit import picked, shifted

from . import commands as c
from .box import SEA
from .rules.cubes import NEXT, has, most, total
from .rules.market import bonus_kinds, empties, exchanges, market_on, outpost_cost, rewards
from .rules.port import vp_on
from .rules.turn_end import too_many
from .rules.voyage import cards_due, free_steps, hosts
from .state import Player, State

Rng = random.Random


def sample(s: State, rng: Rng) -> Command:
    """Return a random acceptable command for the player who is asked."""
    if s.phase == "turn":
        return _turn(s, s.active, rng)
    if s.phase == "hold":
        seat = s.asked[0]
        cubes = _some_cubes(s.players[seat - 1].hold, too_many(s, seat), rng)
        return c.Discard(seat=seat, cubes=cubes)
    if s.phase == "market":
        n = exchanges(s, s.active)
        if n and rng.random() < 0.6:
            return c.Exchange(seat=s.active, times=1 + int(rng.random() * n))
        return c.Decline(seat=s.active)
    if s.phase == "reward":
        if rng.choice(rewards(s, s.column)) == "card":
            return c.Reward(seat=s.active, card=rng.choice(s.row))
        return c.Reward(seat=s.active, bonus=rng.choice(bonus_kinds(s)))
    cells = [cell for cell, tile in s.tiles.items() if tile != SEA]
    return c.Embark(seat=s.asked[0], set=rng.choice(s.sets), to=rng.choice(cells))


def _turn(s: State, seat: int, rng: Rng) -> Command:
    p = s.players[seat - 1]
    if rng.random() < 0.8 and (command := _to_port(s, seat, p, rng)) is not None:
        return command
    x = rng.random()
    for least, kind in _KINDS:
        if x >= least and (command := kind(s, seat, p, rng)) is not None:
            return command
    return c.Rest(seat=seat)


# --- cards ----------------------------------------------------------------------------------


def _some_card(s: State, seat: int, p: Player, rng: Rng) -> Command | None:
    """Play a card from the hand that has an effect."""
    hand = p.cards.hand + p.cards.maybe
    for name in shifted(hand, rng) if hand else ():
        card = s.setup.cards[name]
        if card.kind == "spice":
            return c.Play(seat=seat, card=name)
        if card.kind == "trade":
            if can := most(p, card.give):
                return c.Play(seat=seat, card=name, times=1 + int(rng.random() * can))
        elif (steps := _some_steps(p, card.steps, rng)) or rng.random() < 0.1:
            return c.Play(seat=seat, card=name, steps=steps)
    return None


def _some_steps(p: Player, n: int, rng: Rng) -> tuple[str, ...]:
    """Upgrade cubes one at a time, occasionally fewer than the card allows."""
    hold = p.hold.copy()
    out: list[str] = []
    while len(out) < n and rng.random() < 0.95 and (there := [k for k in NEXT if hold[k]]):
        cube = there[int(rng.random() * len(there))]
        hold[cube] -= 1
        hold[NEXT[cube]] += 1
        out.append(cube)
    if len(out) > 1 and rng.random() < 0.2:  # the order in which they are named doesn't matter
        rng.shuffle(out)
    return tuple(out)


def _some_acquisition(s: State, seat: int, p: Player, rng: Rng) -> Command | None:
    places = min(len(s.row), total(p) + 1)
    if not places:
        return None
    place = int(rng.random() * places)
    return c.Acquire(seat=seat, card=s.row[place], pay=_some_cubes(p.hold, place, rng))


def _rest(s: State, seat: int, p: Player, rng: Rng) -> Command | None:
    return c.Rest(seat=seat) if p.played or p.cards.discarded or rng.random() < 0.05 else None


# --- the ship -------------------------------------------------------------------------------


def _to_port(s: State, seat: int, p: Player, rng: Rng) -> Command | None:
    """Sail to a port with an affordable tile, and take the tile."""
    tiles, ports = s.setup.vp, s.ports
    for port in shifted(s.setup.ports, rng):
        if (vp := tiles.get(ports[port])) and has(p, vp.cost):
            due = cards_due(s, p, port)
            if due <= len(p.played) + p.cards.in_hand:
                return c.Move(seat=seat, to=port, tile=True, **_some_discards(p, due, rng))
    return None


def _some_move(s: State, seat: int, p: Player, rng: Rng) -> Command | None:
    """Sail anywhere and do anything there."""
    reach = len(p.played) + p.cards.in_hand + free_steps(s, p)
    near = s.setup.within[p.ship]
    cells = near[min(reach, len(near) - 1)]
    stay = rng.random() < 0.07
    if not cells and not stay:
        return None
    cell = p.ship if stay else cells[int(rng.random() * len(cells))]
    met = len(hosts(s, seat, cell))
    if met and met > total(p):
        return None
    use = _some_discards(p, cards_due(s, p, cell), rng)
    use["toll"] = _some_cubes(p.hold, met, rng)
    if vp := vp_on(s, cell):
        use["tile"] = rng.random() < 0.9 and has(p, vp.cost)
    elif market_on(s, cell):
        _use_market(s, seat, cell, use, rng)
    return c.Move(seat=seat, to=cell, **use)


def _use_market(s: State, seat: int, cell: str, use: dict[str, Any], rng: Rng) -> None:
    """Build and exchange with the cubes left after the toll."""
    p, market = s.players[seat - 1], s.setup.market[s.tiles[cell]]
    hold = p.hold.copy()
    for cube in use["toll"]:
        hold[cube] -= 1
    if seat not in s.posts.get(cell, ()):
        cost = outpost_cost(s, cell)
        if not p.outposts[market.symbol] or cost > sum(hold.values()) or rng.random() < 0.1:
            return
        use |= {"build": True, "pay": _some_cubes(hold, cost, rng)}
        for cube in use["pay"]:
            hold[cube] -= 1
        if (column := empties(s, p, market.symbol)) and rewards(s, column):  # CEN-A11
            return
    can = min([hold[k] // n for k, n in market.give])
    if can and rng.random() < 0.7:
        use["times"] = 1 + int(rng.random() * can)


_KINDS: tuple[tuple[float, Callable[[State, int, Player, Rng], Command | None]], ...] = (
    (0.5, _some_card),
    (0.28, _some_move),
    (0.12, _some_acquisition),
    (0.0, _rest),
    (0.0, _some_card),
    (0.0, _some_acquisition),
)
"""The kinds of commands to try, in this order.

Each is tried only if the random number is at least the one given here; the first that is possible
is used.
"""


# --- choices --------------------------------------------------------------------------------


def _some_cubes(hold: dict[str, int], n: int, rng: Rng) -> tuple[str, ...]:
    return picked([k for k, m in hold.items() for _ in range(m)], n, rng) if n else ()


def _some_discards(p: Player, n: int, rng: Rng) -> dict[str, Any]:
    """Choose cards to discard, both from the hand and from the face-up ones."""
    if not n:
        return {}
    pack, up = p.cards, p.played
    if pack.layers:  # the hand is partly unknown, so check card by card
        maybe = pack.hand + pack.maybe
        chosen: list[str] = []
        wanted = rng.randint(max(0, n - len(up)), min(n, pack.in_hand))
        for card in rng.sample(maybe, len(maybe)):
            if len(chosen) < wanted and pack.can_hold((*chosen, card)):
                chosen.append(card)
        return {"hand": tuple(chosen), "played": picked(up, n - len(chosen), rng)}
    cards = picked(up + pack.hand, n, rng)
    hand = tuple([card for card in cards if card not in up])
    return {"hand": hand, "played": tuple([card for card in cards if card in up])}
