"""Moves: steps and cards, tolls, and then the market or the port."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Message, clockwise, move

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .cubes import held, many_cards, many_cubes, total
from .market import build, market_on, use_market
from .port import take
from .turn_end import finish


def free_steps(s: State, p: Player) -> int:
    """CEN-35, CEN-A18: return the free steps in each move, from extra-move tiles."""
    return s.setup.bonus.free_steps * p.bonus.count("move") if p.bonus else 0


def cards_due(s: State, p: Player, cell: str) -> int:
    """CEN-24: return how many cards have to be discarded to move to a cell."""
    return max(0, s.setup.steps[p.ship][cell] - free_steps(s, p))


def hosts(s: State, seat: int, cell: str) -> list[int]:
    """CEN-27, CEN-A13, CEN-A14: return the seats to be paid at the end of a move, clockwise."""
    ships = [p.ship for p in s.players]
    if cell not in ships or ships[seat - 1] == cell or not market_on(s, cell):
        return []
    return [i for i in clockwise(seat, s.setup.players) if ships[i - 1] == cell]


@move(c.Move, "CEN-20", e.Sailed, button=N_("move the ship"))
def sail(d: Decision[State], s: State, p: Player, x: c.Move) -> None:
    """CEN-24, CEN-29: discard, sail, pay the ships there, and optionally use the tile."""
    d.must("CEN-24", x.to in s.setup.cells, "there is no place {to!r} on the map", to=x.to)
    start, steps = p.ship, s.setup.steps[p.ship][x.to]
    free = min(steps, free_steps(s, p))
    _check_cards(d, p, x, steps, free)
    paid = hosts(s, x.seat, x.to)
    _check_toll(d, p, x, paid)
    d.accept(x, start=start, steps=steps, free=free)
    for opponent, cube in zip(paid, x.toll, strict=False):
        d.emit(e.TollPaid(seat=x.seat, opponent=opponent, cube=cube))
    _use_tile(d, s, p, x)
    if s.phase == "turn":
        finish(d)


def _check_cards(d: Decision[State], p: Player, x: c.Move, steps: int, free: int) -> None:
    """CEN-24 to CEN-26, CEN-A18, CEN-A19: require one card, from the hand or face up, per step."""
    n, due = len(x.hand) + len(x.played), steps - free
    if n != due:
        d.need(
            "CEN-A19" if n > due else "CEN-24" if n else "CEN-25",
            False,
            "{to} is {steps} away, {free} of them free: discard {cards}, not {named}"
            if free
            else "{to} is {steps} away: discard {cards}, not {named}",
            to=x.to,
            steps=Message("{n} step" if steps == 1 else "{n} steps", n=steps),
            free=free,
            cards=many_cards(due),
            named=n,
        )
    for card in x.played:
        d.must("CEN-24", card in p.played, "{card} isn't lying face up in front of you", card=card)
    named = [card for card in x.hand if card is not None]
    for card in named:
        mine = card in p.cards.hand or p.cards.can_hold((card,))
        d.must("CEN-24", mine, "{card} isn't in your hand", card=card)
    once = len({*named, *x.played}) == len(named) + len(x.played)
    d.must("CEN-24", once, "each card can be discarded only once")
    size = p.cards.in_hand
    if len(x.hand) > size or (len(named) > 1 and not p.cards.can_hold(named)):
        d.must(
            "CEN-24",
            False,
            "these cards can't all be in your hand of {cards}",
            cards=many_cards(size),
        )


def _check_toll(d: Decision[State], p: Player, x: c.Move, paid: list[int]) -> None:
    """CEN-27, CEN-28: require a cube for every opponent met, or refuse the stop."""
    if not paid:
        d.must("CEN-27", not x.toll, "nobody has to be paid for stopping at {to}", to=x.to)
        return
    mine, owed, n = total(p), len(paid), len(x.toll)
    if mine < owed:
        d.need(
            "CEN-28",
            False,
            "{opponents} on {to} must be paid a cube each, but you have {cubes}, so you can't "
            "stop there",
            opponents=_opponents(owed),
            to=x.to,
            cubes=many_cubes(mine),
        )
    elif n != owed:
        d.need(
            "CEN-27",
            False,
            "pay a cube to {opponents} on {to}, not {cubes}",
            opponents=_opponents(owed),
            to=x.to,
            cubes=n,
        )
    if n > owed:
        d.must(
            "CEN-27",
            False,
            "only {opponents} can be paid on {to}",
            opponents=_opponents(owed),
            to=x.to,
        )
    held(d, "CEN-27", p, x.toll)


def _opponents(n: int) -> Message:
    return Message("{n} opponent" if n == 1 else "{n} opponents", n=n)


def _use_tile(d: Decision[State], s: State, p: Player, x: c.Move) -> None:
    """CEN-29: use the market, the port, or neither (CEN-A40); a sea tile has neither."""
    trades = x.build or x.pay or x.times
    if x.tile:
        d.must("CEN-29", x.to in s.ports, "there is no port on {to}", to=x.to)
        d.must("CEN-29", not trades, "a port isn't a market")
        take(d, s, x.seat, x.to)
    if not trades:
        return
    rule = "CEN-29" if x.to in s.ports else "CEN-A40"
    d.must(rule, market_on(s, x.to), "there is no market on {to}", to=x.to)
    d.must("CEN-31", x.build or not x.pay, "cubes are paid only for an outpost")
    if x.build:
        build(d, x.seat, x.to, x.pay)
        d.must(
            "CEN-A11",
            s.phase != "reward" or not x.times,
            "the column reward comes first: you'll be asked about the market after it",
        )
    if x.times:
        use_market(d, s, p, x)
