"""The market: outposts, column rewards and exchanges."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Message, move

from .. import commands as c
from .. import events as e
from ..box import SEA
from ..setup import Market
from ..state import Player, State
from .cards import refill
from .cubes import held, many_cubes, most, payable, tally, times
from .turn_end import finish

_REWARDS = {
    ("card",): Message("a merchant card"),
    ("bonus",): Message("a bonus tile"),
    ("card", "bonus"): Message("a merchant card or a bonus tile"),
    ("bonus", "card"): Message("a bonus tile or a merchant card"),
}
"""The rewards for emptying a column, in words."""
NO_MARKET = N_("skip the market")


def market_on(s: State, cell: str) -> Market | None:
    """Return the market tile on a cell, or None for the sea or a port."""
    return s.setup.market.get(s.tiles.get(cell, SEA))


def outpost_cost(s: State, cell: str) -> int:
    """CEN-31: return the price of an outpost, which depends on how many are already there."""
    return s.setup.cost * len(s.posts.get(cell, ()))


def empties(s: State, p: Player, symbol: str) -> int:
    """CEN-A12: return the column that the next outpost of a row would empty, or 0 for none."""
    left = p.outposts[symbol]
    for row, n in p.outposts.items():
        if n >= left and row != symbol:
            return 0
    return len(s.setup.values) - left + 1


def rewards(s: State, column: int) -> tuple[str, ...]:
    """CEN-33, CEN-34, CEN-A08: return the kinds of rewards still available for a column."""
    left = {"card": s.row, "bonus": bonus_kinds(s)}
    return tuple(kind for kind in s.setup.rewards[str(column)] if left[kind])


def bonus_kinds(s: State) -> list[str]:
    """CEN-A07, CEN-A08: return the kinds of bonus tiles that are left."""
    out = [kind for kind, n in s.bonus.items() if n]
    return [*out, "vp"] if s.bonus_vp else out


def reward_rule(s: State) -> str:
    """Return the rule for the pending reward: just a card, or also a bonus tile."""
    return "CEN-34" if "bonus" in s.setup.rewards[str(s.column)] else "CEN-33"


def build(d: Decision[State], seat: int, cell: str, pay: tuple[str, ...]) -> None:
    """CEN-30 to CEN-34: pay, place the leftmost outpost of a row, and check for an empty column."""
    s, p = d.state, d.state.players[seat - 1]
    there = s.posts.get(cell, ())
    d.need("CEN-30", seat not in there, "you already have an outpost on {cell}", cell=cell)
    symbol = s.setup.market[s.tiles[cell]].symbol
    d.must("CEN-32", p.outposts[symbol], "you have no {symbol} outpost left", symbol=symbol)
    held(d, "CEN-31", p, pay)
    cost = outpost_cost(s, cell)
    if len(pay) != cost:
        n = len(there)
        d.need(
            "CEN-31",
            False,
            "with {outposts} already there, building on {cell} costs {cost}, not {paid}",
            outposts=Message("{n} outpost" if n == 1 else "{n} outposts", n=n),
            cell=cell,
            cost=many_cubes(cost),
            paid=len(pay),
        )
    emptied = empties(s, p, symbol)
    column = len(s.setup.values) - p.outposts[symbol] + 1
    d.emit(e.Built(seat=seat, cell=cell, symbol=symbol, column=column, gave=tally(pay)))
    if emptied:
        d.emit(e.ColumnEmptied(seat=seat, column=emptied, rewards=rewards(s, emptied)))


@move(
    c.Reward, "CEN-34", e.CardRewarded, e.BonusTaken, answers="reward", button=N_("choose a reward")
)
def reward(d: Decision[State], s: State, x: c.Reward) -> None:
    """CEN-33, CEN-34: take a free card from the row or a bonus tile; one is required (CEN-A09)."""
    allowed, rule = s.setup.rewards[str(s.column)], reward_rule(s)
    brought = _REWARDS.get(tuple(allowed))
    d.must(
        "CEN-A09",
        bool(x.card) != bool(x.bonus),
        "column {column} brings {rewards}: choose one",
        column=s.column,
        rewards=brought,
    )
    if x.card:
        d.need(
            rule,
            "card" in allowed,
            "column {column} brings {rewards}",
            column=s.column,
            rewards=brought,
        )
        d.must(
            rule,
            x.card in s.row,
            "{card} isn't in the row: {row}",
            card=x.card,
            row=", ".join(s.row),
        )
        d.emit(e.CardRewarded(seat=x.seat, card=x.card, got=tally(s.laid[s.row.index(x.card)])))
        refill(d)
    else:
        if x.bonus not in s.bonus and x.bonus != "vp":
            d.must(
                rule,
                False,
                "{bonus!r} isn't a bonus tile; the kinds are {kinds}",
                bonus=x.bonus,
                kinds=Message.join(", ", (*s.bonus, "vp")),
            )
        d.need(
            rule,
            "bonus" in allowed,
            "column {column} brings {rewards}, but no bonus tile",
            column=s.column,
            rewards=brought,
        )
        d.must("CEN-A08", x.bonus in bonus_kinds(s), "no {bonus} tile is left", bonus=x.bonus)
        points = s.bonus_vp[0] if x.bonus == "vp" else 0
        d.emit(e.BonusTaken(seat=x.seat, bonus=x.bonus, points=points))
    if not exchanges(s, x.seat):
        finish(d)


def exchanges(s: State, seat: int) -> int:
    """CEN-38: return how many times a player can use the market at the ship.

    Without an outpost there, that is 0.
    """
    p = s.players[seat - 1]
    market = market_on(s, p.ship)
    return most(p, market.give) if market and seat in s.posts.get(p.ship, ()) else 0


def use_market(d: Decision[State], s: State, p: Player, x: c.Exchange | c.Move) -> None:
    """CEN-38: exchange cubes as often as they allow, at the player's own outpost (CEN-A24)."""
    n, cell = x.times, p.ship
    d.must("CEN-38", n > 0, "the market can't be used {n} times", n=n)
    d.need("CEN-38", x.seat in s.posts.get(cell, ()), "you have no outpost on {cell}", cell=cell)
    tile = s.setup.market[s.tiles[cell]]
    payable(d, "CEN-38", p, tile.give, n)
    gave, got = times(tile.give, n), times(tile.get, n)
    d.emit(e.Exchanged(seat=x.seat, cell=cell, times=n, gave=gave, got=got))


@move(
    c.Exchange, "CEN-38", e.Exchanged, answers="market", verb="market", button=N_("use the market")
)
def exchange(d: Decision[State], s: State, p: Player, x: c.Exchange) -> None:
    """CEN-A11: use the market after a column reward."""
    use_market(d, s, p, x)
    finish(d)


@move(
    c.Decline, "CEN-38", e.Declined, answers="market", verb="pass", declines=True, button=NO_MARKET
)
def decline(d: Decision[State], x: c.Decline) -> None:
    """CEN-A40: skip the market after a column reward."""
    d.emit(e.Declined(seat=x.seat))
    finish(d)
