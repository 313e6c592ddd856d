"""What cards, tiles and areas give: every gain is handled here."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import Decision, Message

from .. import commands as c
from .. import events as e
from ..box import AREAS, GOODS
from ..setup import Deal, Gain
from ..state import Player, State
from .payment import fits, many_tokens, owned, pay_for, said

# --- gains ----------------------------------------------------------------------------------


def gain(d: Decision[State], seat: int, *amounts: tuple[str, int]) -> None:
    """IST-22, IST-A19: take things from the supply.

    If it runs out, everybody who can first returns one.
    """
    for what, count in amounts:
        while count:
            if n := min(d.state.bank[what], count):
                d.emit(e.Gained(seat=seat, what=what, count=n))
                count -= n
            elif seats := tuple(i for i, p in enumerate(d.state.players, 1) if p.have[what]):
                d.emit(e.Levied(what=what, seats=seats))
            else:
                d.emit(e.Missed(seat=seat, what=what, count=count))
                break


def take_tile(d: Decision[State], seat: int, tile: str) -> None:
    """IST-31, IST-32: take a tile, refill the display, and take a mosque ruby if one is due.

    See IST-A14 and IST-A35.
    """
    s, p = d.state, d.state.players[seat - 1]
    d.emit(e.TileTaken(seat=seat, tile=tile, dice=s.setup.tiles[tile].dice))
    missing = min(s.setup.limits.open_tiles - len(s.tiles), s.stack.size)  # IST-A21
    if missing > 0:
        d.emit(e.Displayed(tiles=d.seen(s.stack, missing, "tile", rule="IST-31")))
    n = len(p.owned)
    if n == s.setup.mosque_tiles and not p.mosque and s.mosque:  # IST-32, IST-A15
        d.emit(e.MosqueRuby(seat=seat, tiles=n))


def rubies_left(s: State, area: str) -> int:
    """Return how many rubies are left in an area."""
    return len(s.setup.prices[area]) - s.taken[area]


# --- conditions -----------------------------------------------------------------------------


def count_of(p: Player, what: str) -> int:
    """Return how many of a kind a player owns."""
    if what == "tile":
        return len(p.owned)
    return p.rubies if what == "ruby" else p.have[what]


def open_gains(s: State, deal: Deal) -> list[Gain]:
    """IST-A27, IST-A34: return the gains for which enough rubies and face-up tiles are left."""
    rubies = s.setup.rubies - sum(s.taken.values())
    return [g for g in deal.gains.values() if g.ruby <= rubies and g.tile <= len(s.tiles)]


def able(s: State, seat: int, deal: Deal | None) -> bool:
    """Return whether a player meets the condition of a part and has something to gain from it."""
    if deal is None or deal.simple:
        return deal is not None
    p = s.players[seat - 1]
    if deal.dice > s.card_dice:  # IST-66
        return False
    for what, n in deal.needs:
        if n and count_of(p, what) < n:  # IST-A31: more is fine, too
            return False
    return pay_for(s, seat, deal.cost) is not None and bool(open_gains(s, deal))


def check_deal(d: Decision[State], x: c.Use | c.Accept, deal: Deal, name: str) -> None:
    """IST-54, IST-55, IST-57: refuse a deal if its condition isn't met or its choices are wrong."""
    s, p = d.state, d.state.players[x.seat - 1]
    rule = "IST-66" if s.rolled else "IST-67"
    d.need(
        rule,
        deal.dice <= s.card_dice,
        "{name} needs {dice} card dice in this action",
        name=name,
        dice=deal.dice,
    )
    for what, n in deal.have:
        mine = count_of(p, what)
        d.need(
            "IST-68",
            mine >= n,
            "{name} needs {n} {what} of your own, but you have {mine}",
            name=name,
            n=n,
            what=what,
            mine=mine,
        )
    for what, n in deal.spend:
        d.must(
            "IST-54",
            p.have[what] >= n,
            "{name} costs {n} {what}, but you have {have}",
            name=name,
            n=n,
            what=what,
            have=p.have[what],
        )
    owned(d, x.seat, x.pay, dice=False)
    if not fits(s, deal.cost, x.pay):
        paid = said(s, x.seat, deal.cost, x.pay)
        d.must(
            "IST-54",
            False,
            "{name} costs {cost}, but {paid}",
            name=name,
            cost=deal.cost.words(),
            paid=paid,
        )
    if not _are(x.discard, deal.tiles, p.owned):
        d.must(
            "IST-57",
            False,
            "{name} costs {tiles} of your own",
            name=name,
            tiles=_many_tiles(deal.tiles),
        )
    if x.choice not in deal.gains:
        d.must(
            "IST-64",
            False,
            "{name} gives one of these: {choices}"
            if any(deal.gains)
            else "{name} offers no choice",
            name=name,
            choices=Message.join(", ", deal.gains),
        )
    check_choices(d, x, deal.gains[x.choice], name)


def check_choices(d: Decision[State], x: c.Use | c.Accept, got: Gain, name: str) -> None:
    """IST-65, IST-A27, IST-A32, IST-A34: refuse too many, too few or unavailable choices."""
    if len(x.take) != got.any:
        d.must(
            "IST-A32",
            False,
            "{name} gives {things}, and you choose which",
            name=name,
            things=many_tokens(got.any),
        )
    for colour in x.take:
        d.must(
            "IST-A32",
            colour in GOODS,
            "{colour} isn't a goods token you can choose",
            colour=colour,
        )
    for area in x.areas:
        d.must("IST-65", area in AREAS, "choose any ruby area except the mosque")
    if len(x.areas) != got.ruby:
        d.must(
            "IST-65",
            False,
            "{name} gives {things}, and you choose which",
            name=name,
            things=_many_rubies(got.ruby),
        )
    for area in x.areas:
        there = x.areas.count(area) <= rubies_left(d.state, area)
        d.must("IST-A27", there, "there is no ruby left in that area")
    if not _are(x.tiles, got.tile, d.state.tiles):
        d.must(
            "IST-A34",
            False,
            "{name} gives {things}, and you choose which",
            name=name,
            things=_open_tiles(got.tile),
        )


def _many_tiles(n: int) -> Message:
    if not n:
        return Message("no tiles")
    return Message("{n} tile" if n == 1 else "{n} tiles", n=n)


def _many_rubies(n: int) -> Message:
    if not n:
        return Message("no rubies")
    return Message("{n} ruby" if n == 1 else "{n} rubies", n=n)


def _open_tiles(n: int) -> Message:
    if not n:
        return Message("no face-up tiles")
    return Message("{n} face-up tile" if n == 1 else "{n} face-up tiles", n=n)


def _are(named: tuple[str, ...], count: int, there: list[str]) -> bool:
    """Return whether exactly `count` different tiles are named, all of which are there."""
    return len(named) == count and (not named or len({*named}.intersection(there)) == count)


def make_deal(d: Decision[State], x: c.Use | c.Accept, deal: Deal, name: str) -> None:
    """IST-A30: pay the price of a part, then take what it gives."""
    check_deal(d, x, deal, name)
    d.accept(x)
    for what, n in deal.spend:
        d.emit(e.Spent(seat=x.seat, what=what, count=n))
    for tile in x.discard:
        dice = d.state.setup.tiles[tile].dice  # IST-A16
        d.emit(e.TileReturned(seat=x.seat, tile=tile, dice=dice))
    gain(d, x.seat, *deal.gains[x.choice].fixed, *Counter(x.take).items())
    for area in x.areas:
        d.emit(e.RubyTaken(seat=x.seat, area=area, number=d.state.taken[area] + 1))  # IST-33
    for tile in x.tiles:
        take_tile(d, x.seat, tile)
