"""The move: steps and cards, tolls, and then the market or the port."""

from __future__ import annotations

from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..box import SEA
from ..state import Player, State
from .cubes import held, many, total
from .market import build, exchange
from .port import take
from .turn_end import finish


def free_steps(s: State, p: Player) -> int:
    """CEN-35, CEN-A18: every extra-move tile is a step for free in each move."""
    return s.setup.free_steps * p.bonus.count("move") if p.bonus else 0


def is_market(s: State, cell: str) -> bool:
    """Whether a market tile lies there."""
    return s.tiles.get(cell, SEA) != SEA


def hosts(s: State, seat: int, cell: str) -> list[int]:
    """CEN-27, CEN-A14: whose ships are paid at the end of a move there, clockwise."""
    if s.tiles.get(cell, SEA) == SEA:
        return []
    n = s.setup.players
    order = [(seat - 1 + i) % n + 1 for i in range(1, n)]
    return [i for i in order if s.players[i - 1].ship == cell]


def move(d: Decision, x: c.Move) -> None:
    """CEN-24, CEN-29: discard, sail, pay, then perhaps use the tile there."""
    s: State = d.state
    p = s.players[x.seat - 1]
    d.must("CEN-24", x.to in s.setup.cells, f"there is no place {x.to!r} on the map")
    start, steps = p.ship, s.setup.steps[p.ship][x.to]
    free = min(steps, free_steps(s, p))
    _check_cards(d, x, steps, free)
    paid = hosts(s, x.seat, x.to) if steps else []  # CEN-A13
    _check_toll(d, x, paid)
    d.emit(
        e.Sailed(
            seat=x.seat,
            start=start,
            to=x.to,
            steps=steps,
            free=free,
            hand=x.hand,
            played=x.played,
            toll=x.toll,
            build=x.build,
            pay=x.pay,
            times=x.times,
            tile=x.tile,
        )
    )
    for opponent, cube in zip(paid, x.toll, strict=False):
        d.emit(e.TollPaid(seat=x.seat, opponent=opponent, cube=cube))
    _use_tile(d, x)
    if s.phase == "turn":
        finish(d)


def _check_cards(d: Decision, x: c.Move, steps: int, free: int) -> None:
    """CEN-24 to CEN-26, CEN-A18, CEN-A19: one card of hand or face-up cards for every step."""
    p: Player = d.state.players[x.seat - 1]
    n, due = len(x.hand) + len(x.played), steps - free
    if n != due:
        way = f"{x.to} is {many(steps, 'step')} away"
        if free:
            way += f", {free} of them free"
        say = f"{way}: discard {many(due, 'card')}, not {n}"
        d.need("CEN-A19" if n > due else "CEN-24" if n else "CEN-25", False, say)
    for card in x.played:
        d.must("CEN-24", card in p.played, f"{card} does not lie face up before you")
    named = [card for card in x.hand if card is not None]
    for card in named:
        d.must("CEN-24", p.cards.can_hold((card,)), f"{card} is not in your hand")
    once = len({*named, *x.played}) == len(named) + len(x.played)
    d.must("CEN-24", once, "each card can be discarded only once")
    mine = p.cards.in_hand
    there = len(x.hand) <= mine and (len(named) < 2 or p.cards.can_hold(named))
    d.must("CEN-24", there, f"these cards cannot all be in your hand of {many(mine, 'card')}")


def _check_toll(d: Decision, x: c.Move, paid: list[int]) -> None:
    """CEN-27, CEN-28: a cube for every opponent met at the end of the move, or no stop there."""
    if not paid:
        d.must("CEN-27", not x.toll, f"nobody is paid for a stop on {x.to}")
        return
    mine = total(d.state.players[x.seat - 1])
    who = many(len(paid), "opponent")
    if mine < len(paid):
        say = f"{who} on {x.to} must be paid a cube each, you have {many(mine)}"
        d.need("CEN-28", False, f"{say}: you cannot stop there")
    elif len(x.toll) != len(paid):
        d.need("CEN-27", False, f"pay a cube to {who} on {x.to}, not {len(x.toll)}")
    d.must("CEN-27", len(x.toll) <= len(paid), f"only {who} can be paid on {x.to}")
    held(d, "CEN-27", x.seat, x.toll)


def _use_tile(d: Decision, x: c.Move) -> None:
    """CEN-29: the market or the port, or nothing (CEN-A40); a sea tile has neither."""
    s: State = d.state
    if x.tile:
        d.must("CEN-29", x.to in s.ports, f"there is no port on {x.to}")
        d.must("CEN-29", not (x.build or x.pay or x.times), "a port is no market")
        take(d, x.seat, x.to)
        return
    if not (x.build or x.pay or x.times):
        return
    rule = "CEN-29" if x.to in s.ports else "CEN-A40"
    d.must(rule, is_market(s, x.to), f"there is no market on {x.to}")
    d.must("CEN-31", x.build or not x.pay, "cubes are paid only for an outpost")
    if x.build:
        build(d, x.seat, x.to, x.pay)
        waits = s.phase == "reward"
        say = "the column reward comes first: you are asked for the market after it"
        d.must("CEN-A11", not (waits and x.times), say)
    if x.times:
        exchange(d, x.seat, x.times)
