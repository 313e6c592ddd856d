"""The rules: what a command needs, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.kernel.game.interface import Command, Question
from ledger.kernel.game.outcome import Outcome
from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..box import AREAS, GOODS
from ..state import Player, State
from .bazaar import accept, choose_income, otherwise, refuse, reveal, start_turn, use
from .effects import gain, take_ruby, take_tile
from .payment import different, fits, many, owned, said

ASK = {
    "income": "IST-A10",
    "action": "IST-18",
    "card": "IST-28",
}
ASKED = {(i, ask): (Question(i, ask, rule),) for ask, rule in ASK.items() for i in range(1, 5)}
MIX = {2: "IST-24", 3: "IST-25", 4: "IST-26"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.over:
        return ()
    phase = s.phase
    if phase == "offer":
        return tuple(Question(seat, "offer", "IST-A11") for seat in s.asked)
    return ASKED.get((s.active, phase), ())


# --- set-up and turns -----------------------------------------------------------------------


def begin(d: Decision) -> None:
    """IST-10, IST-13, IST-14: six tiles, a crystal each, lira by seat; seat 1 starts."""
    s: State = d.state
    limits = s.setup.limits
    n = min(limits.open_tiles, s.stack.size)
    if n:
        d.emit(e.Displayed(tiles=d.seen(s.stack, n, "tile", rule="IST-10")))
    for seat in range(1, s.setup.players + 1):
        gain(d, seat, "crystal", limits.start_crystal)
        gain(d, seat, "lira", limits.start_lira[seat - 1])
    start_turn(d, 1)


def end(d: Decision, x: c.End) -> None:
    """IST-19, IST-40: the dice go clockwise; the game ends with a whole round (IST-A28)."""
    s: State = d.state
    d.emit(e.Finished(seat=x.seat))
    if outcome(s) is not None:
        d.end()
    else:
        start_turn(d, s.active % s.setup.players + 1)


# --- actions --------------------------------------------------------------------------------


def allowed(s: State, p: Player) -> int:
    """IST-18, IST-49, IST-A29: two actions and one for every usable action tile still owned."""
    more, n = s.setup.actions, s.setup.limits.actions
    for tile in p.tiles:
        if tile in more:
            n += more[tile]
    return n


def act(d: Decision, seat: int) -> None:
    """Refuse one action more than the player has."""
    s: State = d.state
    p = s.players[seat - 1]
    most = allowed(s, p)
    if s.actions < most:
        return
    fresh = [t for t in p.fresh if t in s.setup.actions]
    if fresh and s.actions < most + sum(s.setup.actions[t] for t in fresh):
        d.need("IST-45", False, f"the {fresh[0]} can be used only from your next turn on")
    else:
        d.need("IST-18", False, f"you have done your {most} actions of this turn")


def reroll(d: Decision, x: c.Reroll) -> None:
    """IST-17, IST-A36: pay a crystal, roll any of the dice again, before the first action."""
    s: State = d.state
    have = s.players[x.seat - 1].have
    d.need("IST-17", not s.actions, "all re-rolls come before the first action")
    for what, n in s.setup.reroll:
        d.must("IST-17", have[what] >= n, f"a re-roll costs {n} {what}, you have {have[what]}")
    d.must("IST-A36", x.dice, "choose at least one die")
    size = len(s.dice)
    right = all(isinstance(i, int) and 1 <= i <= size for i in x.dice)
    d.must("IST-A36", right, f"your dice are 1 to {size}")
    d.must("IST-A36", len(set(x.dice)) == len(x.dice), "name each die once")
    faces = d.chance.roll(s.setup.faces, len(x.dice), "roll", x.seat, "IST-17")
    spent = s.setup.reroll_pay
    d.emit(e.Rerolled(seat=x.seat, dice=x.dice, spent=spent, faces=tuple(faces)))


def pair(d: Decision, x: c.Pair) -> None:
    """IST-23, IST-A02: two goods of one colour become a token of that colour, never brown."""
    s: State = d.state
    act(d, x.seat)
    d.must("IST-23", x.colour in GOODS, f"{x.colour!r} is no colour of goods")
    owned(d, x.seat, x.pay, dice=True, tokens=s.setup.options.tokens_in_exchanges)
    right = fits(s, s.setup.pairs[x.colour], x.pay)
    d.need("IST-23", right, f"discard 2 {x.colour} goods for a {x.colour} token")
    d.emit(e.Paired(seat=x.seat, colour=x.colour, paid=x.pay))
    gain(d, x.seat, x.colour, 1)


def mix(d: Decision, x: c.Mix) -> None:
    """IST-24 to IST-26: a crystal, a brown token, or two tokens of choice."""
    s: State = d.state
    act(d, x.seat)
    rule = MIX.get(x.goods)
    d.must("IST-24", rule, "goods are exchanged by two, three or four")
    owned(d, x.seat, x.pay, dice=True, tokens=s.setup.options.tokens_in_exchanges)
    n = x.goods
    d.need(rule or "", different(s, n, x.pay), f"discard {n} goods of different colours")
    choice = 2 if n == 4 else 0  # IST-26
    say = f"{n} different goods give {many(choice, 'token')} of your choice"
    d.must("IST-26", len(x.take) == choice, say)
    for colour in x.take:
        d.must("IST-26", colour in s.bank, f"{colour!r} is no goods token")
        d.need("IST-26", colour in GOODS, f"choose goods tokens, but not {colour}")
    d.emit(e.Mixed(seat=x.seat, goods=n, paid=x.pay, take=x.take))
    if n == 2:  # IST-24
        gain(d, x.seat, "crystal", 1)
    elif n == 3:  # IST-25
        gain(d, x.seat, "brown", 1)
    for colour in dict.fromkeys(x.take):
        gain(d, x.seat, colour, x.take.count(colour))


def lira(d: Decision, x: c.Lira) -> None:
    """IST-27, IST-A05, IST-A06: all coin dice, at least one; goods tiles add theirs (IST-50)."""
    s: State = d.state
    act(d, x.seat)
    n = s.dice.count(s.setup.coin)
    d.must("IST-A05", n, "you have no unused die with a coin")
    got = n * s.setup.limits.lira_per_die
    d.emit(e.Cashed(seat=x.seat, dice=n, lira=got))
    gain(d, x.seat, "lira", got)
    more = s.setup.on_lira
    for tile in s.players[x.seat - 1].tiles:
        for what, m in more.get(tile, ()):
            gain(d, x.seat, what, m)


def bazaar(d: Decision, x: c.Bazaar) -> None:
    """IST-28, IST-A33: the number of dice is fixed before the first card is revealed."""
    s: State = d.state
    act(d, x.seat)
    d.must("IST-A07", x.dice >= 1, "use at least one die with a card")
    n = s.dice.count(s.setup.card_face)
    if x.dice > n:
        mine = many(n, "unused die with a card", "unused dice with a card")
        d.must("IST-28", False, f"you have {mine}, not {x.dice}")
    d.emit(e.Visited(seat=x.seat, dice=x.dice))
    reveal(d, x.dice)


def mosque(d: Decision, x: c.Mosque) -> None:
    """IST-30: the goods shown on a face-up tile."""
    s: State = d.state
    act(d, x.seat)
    d.must("IST-30", x.tile in s.tiles, f"there is no {x.tile} among the face-up tiles")
    owned(d, x.seat, x.pay, dice=True)
    cost = s.setup.tiles[x.tile]
    if not fits(s, cost, x.pay):
        d.need("IST-30", False, f"the {x.tile} costs {cost.text}, {said(s, x.pay)}")
    d.emit(e.Bought(seat=x.seat, tile=x.tile, paid=x.pay))
    take_tile(d, x.seat, x.tile)


def ruby(d: Decision, x: c.Ruby) -> None:
    """IST-33, IST-34, IST-36, IST-38: the price of the nearest ruby, in goods or in lira."""
    s: State = d.state
    act(d, x.seat)
    area = x.area
    d.must("IST-32", area != "mosque", "a mosque ruby comes with tiles, once per game")
    d.must("IST-33", area in AREAS, f"there is no ruby area {area!r}")
    nearest = s.taken[area]
    prices = s.setup.prices[area]
    d.must("IST-A27", nearest < len(prices), f"there is no ruby left in the {area} area")
    owned(d, x.seat, x.pay, dice=True)
    price = 0
    if area == "right":
        price, mine = prices[nearest], s.players[x.seat - 1].have["lira"]
        d.must("IST-38", mine >= price, f"the nearest ruby costs {price} lira, you have {mine}")
        d.must("IST-38", not x.pay, "this ruby is paid in lira, not in goods")
    else:
        cost = s.setup.ruby_costs[area][nearest]
        if not fits(s, cost, x.pay):
            say = f"the nearest ruby costs {cost.text}, {said(s, x.pay)}"
            d.need("IST-36" if area == "left" else "IST-34", False, say)
    d.emit(e.RubyBought(seat=x.seat, area=area, paid=x.pay, lira=price))
    take_ruby(d, x.seat, area)


DECIDE: dict[type, Callable[[Decision, Any], None]] = {
    c.Income: choose_income,
    c.Reroll: reroll,
    c.Pair: pair,
    c.Mix: mix,
    c.Lira: lira,
    c.Bazaar: bazaar,
    c.Mosque: mosque,
    c.Ruby: ruby,
    c.End: end,
    c.Use: use,
    c.Otherwise: otherwise,
    c.Accept: accept,
    c.Refuse: refuse,
}


# --- the inverse, and the end ---------------------------------------------------------------


def _part(x: e.CardUsed | e.Accepted) -> dict[str, Any]:
    return {
        "seat": x.seat,
        "choice": x.choice,
        "pay": x.paid,
        "discard": x.discard,
        "take": x.take,
        "areas": x.areas,
        "tiles": x.tiles,
    }


COMMAND: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.TileUsed: lambda x: c.Income(seat=x.seat, tile=x.tile),
    e.Rerolled: lambda x: c.Reroll(seat=x.seat, dice=x.dice),
    e.Paired: lambda x: c.Pair(seat=x.seat, colour=x.colour, pay=x.paid),
    e.Mixed: lambda x: c.Mix(seat=x.seat, goods=x.goods, pay=x.paid, take=x.take),
    e.Cashed: lambda x: c.Lira(seat=x.seat),
    e.Visited: lambda x: c.Bazaar(seat=x.seat, dice=x.dice),
    e.Bought: lambda x: c.Mosque(seat=x.seat, tile=x.tile, pay=x.paid),
    e.RubyBought: lambda x: c.Ruby(seat=x.seat, area=x.area, pay=x.paid),
    e.Finished: lambda x: c.End(seat=x.seat),
    e.CardUsed: lambda x: c.Use(card=x.card, **_part(x)),
    e.CardDeclined: lambda x: c.Otherwise(seat=x.seat, card=x.card),
    e.Accepted: lambda x: c.Accept(**_part(x)),
    e.Refused: lambda x: c.Refuse(seat=x.seat),
}


def wealth(s: State, p: Player) -> int:
    """IST-42, IST-A25: tokens and crystals sold, brown ones too, and the lira owned."""
    limits = s.setup.limits
    tokens = sum(p.have[k] for k in (*GOODS, "brown"))
    return tokens * limits.token_value + p.have["crystal"] * limits.crystal_value + p.have["lira"]


def outcome(s: State) -> Outcome | None:
    """IST-40 to IST-43: most rubies, then most lira after selling; still tied: together."""
    if s.phase != "turn over" or s.active < s.setup.players:
        return None
    if all(p.rubies < s.setup.target for p in s.players):
        return None
    keys = [(p.rubies, wealth(s, p)) for p in s.players]
    ranking = tuple(
        tuple(i for i, k in enumerate(keys, 1) if k == key) for key in sorted(set(keys))[::-1]
    )
    best = [p.rubies for p in s.players].count(max(keys)[0])
    rule = "IST-41" if best == 1 else "IST-42" if len(ranking[0]) == 1 else "IST-43"
    return Outcome(
        reason="rubies",
        ranking=ranking,
        scores=tuple(p.rubies for p in s.players),
        rule=rule,
    )
