"""Lists the legal commands in canonical form: with one way to pay and one way to discard.

The lowest cubes pay first, unless they are needed for the exchanges that follow. Face-up cards are
discarded before cards from the hand, both in the order of the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ledger.sdk import Command
from ledger.sdk.kit import Memo, Pack, choices

from . import commands as c
from .box import CUBES, SEA
from .rules.cubes import NEXT, has, most, total
from .rules.market import bonus_kinds, empties, exchanges, market_on, outpost_cost, rewards
from .rules.port import vp_on
from .rules.turn_end import too_many
from .rules.voyage import free_steps, hosts
from .setup import Amounts
from .state import Player, State

Cards = tuple[tuple[str | None, ...], tuple[str, ...]]
"""Cards to discard: those from the hand, then face-up ones."""


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands available to a seat, each with one way to pay."""
    if s.phase == "turn":
        for place, card in enumerate(s.row):  # CEN-14
            if (pay := cheapest(s.players[seat - 1], place)) is not None:
                yield c.Acquire(seat=seat, card=card, pay=pay)
        yield from plays(s, seat)
        yield c.Rest(seat=seat)
        yield from moves(s, seat)
    elif s.phase == "reward":
        kinds = rewards(s, s.column)
        if "card" in kinds:
            yield from (c.Reward(seat=seat, card=card) for card in s.row)
        if "bonus" in kinds:
            yield from (c.Reward(seat=seat, bonus=kind) for kind in bonus_kinds(s))
    elif s.phase == "market":
        yield from (c.Exchange(seat=seat, times=n) for n in range(1, exchanges(s, seat) + 1))
        yield c.Decline(seat=seat)
    elif s.phase == "hold":
        n, hold = too_many(s, seat), s.players[seat - 1].hold
        some = choices(([k] * min(hold[k], n) for k in CUBES), least=n, most=n)
        yield from (c.Discard(seat=seat, cubes=cubes) for cubes in some)
    else:
        cells = [cell for cell, tile in s.tiles.items() if tile != SEA]
        yield from (c.Embark(seat=seat, set=name, to=to) for name in s.sets for to in cells)


# --- cubes ----------------------------------------------------------------------------------


def cheapest(p: Player, n: int, keep: Amounts = (), times: int = 0) -> tuple[str, ...] | None:
    """Return the `n` lowest cubes apart from those to keep, or None if there are too few."""
    if not n and not times:
        return ()
    spare = p.hold.copy()
    for cube, m in keep:
        spare[cube] -= m * times
    lowest: tuple[str, ...] = ()
    for cube in CUBES:
        lowest += (cube,) * spare[cube]
        if len(lowest) >= n:
            return lowest[:n]
    return None


# --- cards ----------------------------------------------------------------------------------


def plays(s: State, seat: int) -> Iterator[Command]:
    """Yield every way to play each card that may be in the hand (CEN-18)."""
    p = s.players[seat - 1]
    for name in (*p.cards.hand, *p.cards.maybe):
        card = s.setup.cards[name]
        if card.kind == "spice":
            yield c.Play(seat=seat, card=name)
        elif card.kind == "upgrade":
            yield from (c.Play(seat=seat, card=name, steps=x) for x in upgrades(p, card.steps))
        else:
            for n in range(1, most(p, card.give) + 1):
                yield c.Play(seat=seat, card=name, times=n)


def upgrades(p: Player, most: int) -> Iterator[tuple[str, ...]]:
    """Yield every choice of up to `most` steps (CEN-20, CEN-21)."""
    low, middle, high = tuple(NEXT)
    for a in range(min(p.hold[low], most) + 1):
        for b in range(min(p.hold[middle] + a, most - a) + 1):
            for n in range(min(p.hold[high] + b, most - a - b) + 1):
                yield (low,) * a + (middle,) * b + (high,) * n


def discards(pack: Pack, hand: list[str], up: list[str], due: int) -> list[Cards]:
    """Return the canonical ways to discard `due` cards: just one, unless the hand is unknown."""
    played, n = tuple(up[:due]), max(0, due - len(up))
    if n > pack.in_hand:
        return []
    hands = filter(pack.can_hold, combinations(hand, n)) if pack.layers else [tuple(hand[:n])]
    return [(cards, played) for cards in hands]


# --- the ship -------------------------------------------------------------------------------


def moves(s: State, seat: int) -> Iterator[Command]:
    """Yield the moves to each cell that the player can afford to reach (CEN-24, CEN-29)."""
    p = s.players[seat - 1]
    cubes, free, steps = total(p), free_steps(s, p), s.setup.steps[p.ship]
    ships = {other.ship for other in s.players if other is not p}
    order, pack = s.setup.order.__getitem__, p.cards
    hand, up = sorted(pack.hand + pack.maybe, key=order), sorted(p.played, key=order)
    ways: Memo[int, list[Cards]] = Memo(lambda due: discards(pack, hand, up, due))
    for cell in s.setup.cells:
        due = steps[cell] - free if steps[cell] > free else 0
        toll = len(hosts(s, seat, cell)) if cell in ships else 0
        if (some := ways[due]) and toll <= cubes:
            uses = list(_uses(s, seat, cell, toll))
            for cards, played in some:
                for use in uses:
                    yield c.Move(seat=seat, to=cell, hand=cards, played=played, **use)


def _uses(s: State, seat: int, cell: str, toll: int) -> Iterator[dict[str, Any]]:
    """Yield the options at the end of a move: do nothing, buy the tile, or build and exchange."""
    p = s.players[seat - 1]
    plain = {"toll": cheapest(p, toll) or ()} if toll else {}
    yield plain
    market = market_on(s, cell)
    if market is None:
        if (vp := vp_on(s, cell)) and has(p, vp.cost):
            yield {"tile": True, **plain}
        return
    own = seat in s.posts.get(cell, ())
    if not own and not p.outposts[market.symbol]:
        return
    cost, column = (0, 0) if own else (outpost_cost(s, cell), empties(s, p, market.symbol))
    last = 0 if column and rewards(s, column) else most(p, market.give)  # CEN-A11
    for n in range(1 if own else 0, last + 1):
        if (pay := cheapest(p, toll + cost, market.give, n)) is None:
            return
        yield {"toll": pay[:toll], "build": not own, "pay": pay[toll:], "times": n}
