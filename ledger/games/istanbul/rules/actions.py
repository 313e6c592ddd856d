"""The actions of a turn, and the rerolls before them."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import N_, Decision, Message, move

from .. import commands as c
from .. import events as e
from ..box import AREAS, GOODS
from ..state import Player, State
from .bazaar import reveal
from .effects import gain, rubies_left, take_tile
from .payment import PAID, different, fits, owned, said

MIX = {2: "IST-24", 3: "IST-25", 4: "IST-26"}
"""The rule for exchanging goods, by the number of different ones."""
MIXED = {2: ("crystal",), 3: ("brown",)}
"""What two or three different goods bring; for four, the player chooses (IST-24 to IST-26)."""
MIXES = {
    "two": N_("exchange two different goods"),
    "three": N_("exchange three different goods"),
    "four": N_("exchange four different goods"),
}
"""The button labels for these exchanges, by the verb that is typed for each."""


def allowed(s: State, p: Player) -> int:
    """IST-18, IST-49, IST-A29: return how many actions are allowed: two, plus any from tiles."""
    n, tiles = s.setup.limits.actions, s.setup.tiles
    for tile in p.tiles:
        n += tiles[tile].actions
    return n


def act(d: Decision[State], s: State, p: Player) -> None:
    """Refuse an action if the player has none left."""
    most = allowed(s, p)
    if s.actions < most:
        return
    fresh = {t: s.setup.tiles[t].actions for t in p.fresh if s.setup.tiles[t].actions}
    waits = s.actions < most + sum(fresh.values())
    d.need(
        "IST-45",
        not waits,
        "the {tile} can't be used before your next turn",
        tile=next(iter(fresh), ""),
    )
    d.need("IST-18", waits, "you have already taken your {most} actions this turn", most=most)


@move(c.Reroll, "IST-17", e.Rerolled, answers="action", button=N_("roll dice again"))
def reroll(d: Decision[State], s: State, p: Player, x: c.Reroll) -> None:
    """IST-17, IST-A36: pay a crystal to reroll any dice, before the first action."""
    have, price = p.have, s.setup.reroll
    d.need("IST-17", not s.actions, "all rerolls come before the first action")
    for what, n in price.items():
        d.must(
            "IST-17",
            have[what] >= n,
            "a reroll costs {n} {what}, but you have {have}",
            n=n,
            what=what,
            have=have[what],
        )
    d.must("IST-A36", x.dice, "choose at least one die")
    size = len(s.dice)
    right = all(isinstance(i, int) and 1 <= i <= size for i in x.dice)
    d.must("IST-A36", right, "your dice are numbered 1 to {size}", size=size)
    d.must("IST-A36", len(set(x.dice)) == len(x.dice), "name each die only once")
    faces = d.roll(s.setup.faces, len(x.dice), "roll", rule="IST-17", seat=x.seat)
    d.emit(e.Rerolled(seat=x.seat, dice=x.dice, spent=price, faces=faces))


@move(
    c.Pair,
    "IST-18",
    e.Paired,
    answers="action",
    called=PAID,
    button=N_("exchange two identical goods"),
)
def pair(d: Decision[State], s: State, p: Player, x: c.Pair) -> None:
    """IST-23, IST-A02: exchange two goods of one colour for a token of that colour, never brown."""
    act(d, s, p)
    d.must("IST-23", x.colour in GOODS, "{colour!r} isn't a colour of goods", colour=x.colour)
    owned(d, x.seat, x.pay, dice=True, tokens=s.setup.options.tokens_in_exchanges)
    if not fits(s, s.setup.pairs[x.colour], x.pay):
        d.need("IST-23", False, "discard 2 {colour} goods for a {colour} token", colour=x.colour)
    d.emit(e.Paired(seat=x.seat, colour=x.colour, paid=x.pay))
    gain(d, x.seat, (x.colour, 1))


@move(c.Mix, "IST-18", e.Mixed, answers="action", called=PAID, button=MIXES)
def mix(d: Decision[State], s: State, p: Player, x: c.Mix) -> None:
    """IST-24 to IST-26: exchange goods for a crystal, a brown token, or any two tokens."""
    act(d, s, p)
    n, rule = x.goods, MIX.get(x.goods, "")
    d.must("IST-24", rule, "goods are exchanged in twos, threes or fours")
    owned(d, x.seat, x.pay, dice=True, tokens=s.setup.options.tokens_in_exchanges)
    d.need(rule, different(s, n, x.pay), "discard {n} goods of different colours", n=n)
    choice = 0 if n in MIXED else 2  # IST-26
    d.must(
        "IST-26",
        len(x.take) == choice,
        "{n} different goods give {tokens} tokens of your choice"
        if choice
        else "{n} different goods give no tokens of your choice",
        n=n,
        tokens=choice,
    )
    for colour in x.take:
        d.must("IST-26", colour in s.bank, "{colour!r} isn't a goods token", colour=colour)
        d.need("IST-26", colour in GOODS, "choose goods tokens, but not {colour}", colour=colour)
    d.emit(e.Mixed(seat=x.seat, goods=n, paid=x.pay, take=x.take))
    gain(d, x.seat, *Counter(MIXED.get(n, x.take)).items())


@move(c.Lira, "IST-18", e.Cashed, answers="action", button=N_("take lira"))
def lira(d: Decision[State], s: State, p: Player, x: c.Lira) -> None:
    """IST-27, IST-A05, IST-A06: trade all coin dice for lira; goods tiles add theirs (IST-50)."""
    act(d, s, p)
    n = s.dice.count(s.setup.coin)
    d.must("IST-A05", n, "you have no unused die with a coin")
    got = n * s.setup.limits.lira_per_die
    d.emit(e.Cashed(seat=x.seat, dice=n, lira=got))
    gain(d, x.seat, ("lira", got))
    for tile in p.tiles:
        gain(d, x.seat, *s.setup.tiles[tile].on_lira.items())


@move(c.Bazaar, "IST-18", e.Visited, answers="action", button=N_("visit the bazaar"))
def bazaar(d: Decision[State], s: State, p: Player, x: c.Bazaar) -> None:
    """IST-28, IST-A33: visit the bazaar; the number of dice is set before a card is revealed."""
    act(d, s, p)
    d.must("IST-A07", x.dice >= 1, "use at least one die with a card")
    n = s.dice.count(s.setup.card_face)
    if x.dice > n:
        d.must("IST-28", False, "you have {left}, not {n}", left=_with_a_card(n), n=x.dice)
    d.emit(e.Visited(seat=x.seat, dice=x.dice))
    reveal(d, s, x.dice)


def _with_a_card(dice: int) -> Message:
    if not dice:
        return Message("no unused dice with a card")
    return Message(
        "{n} unused die with a card" if dice == 1 else "{n} unused dice with a card", n=dice
    )


@move(c.Mosque, "IST-18", e.Bought, answers="action", called=PAID, button=N_("take a mosque tile"))
def mosque(d: Decision[State], s: State, p: Player, x: c.Mosque) -> None:
    """IST-30: take a face-up tile by paying the goods it shows."""
    act(d, s, p)
    d.must("IST-30", x.tile in s.tiles, "there is no {tile} among the face-up tiles", tile=x.tile)
    owned(d, x.seat, x.pay, dice=True)
    cost = s.setup.costs[x.tile]
    if not fits(s, cost, x.pay):
        d.need(
            "IST-30",
            False,
            "the {tile} costs {cost}, but {paid}",
            tile=x.tile,
            cost=cost.words(),
            paid=said(s, x.seat, cost, x.pay),
        )
    d.emit(e.Bought(seat=x.seat, tile=x.tile, paid=x.pay))
    take_tile(d, x.seat, x.tile)


@move(c.Ruby, "IST-18", e.RubyBought, answers="action", called=PAID, button=N_("buy a ruby"))
def ruby(d: Decision[State], s: State, p: Player, x: c.Ruby) -> None:
    """IST-33, IST-34, IST-36, IST-38: buy the nearest ruby of an area, for goods or lira."""
    act(d, s, p)
    d.must("IST-32", x.area != "mosque", "the mosque's ruby comes with mosque tiles, once per game")
    d.must("IST-33", x.area in AREAS, "there is no ruby area {area!r}", area=x.area)
    d.must(
        "IST-A27", rubies_left(s, x.area), "there is no ruby left in the {area} area", area=x.area
    )
    owned(d, x.seat, x.pay, dice=True)
    nearest, mine = s.taken[x.area], p.have["lira"]
    cost = s.setup.ruby_costs[x.area][nearest]
    d.must(
        "IST-38",
        mine >= cost.lira,
        "the nearest ruby costs {lira} lira, but you have {mine}",
        lira=cost.lira,
        mine=mine,
    )
    d.must("IST-38", not (cost.lira and x.pay), "this ruby is paid in lira, not in goods")
    if not fits(s, cost, x.pay):
        rule = "IST-36" if x.area == "left" else "IST-34"
        d.need(
            rule,
            False,
            "the nearest ruby costs {cost}, but {paid}",
            cost=cost.words(),
            paid=said(s, x.seat, cost, x.pay),
        )
    d.emit(e.RubyBought(seat=x.seat, area=x.area, paid=x.pay, lira=cost.lira))
    d.emit(e.RubyTaken(seat=x.seat, area=x.area, number=nearest + 1))
