"""Paying with goods: dice and tokens in any mix, with brown tokens as any colour."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from ledger.sdk import Decision, Message
from ledger.sdk.kit import Purse

from ..box import GOODS
from ..events import Words
from ..setup import Cost
from ..state import State

Rng: TypeAlias = random.Random | None
PAID = {"pay": "paid"}
"""Maps the `pay` field of a command to the `paid` field of its event."""


def many_tokens(n: int) -> Message:
    """Return a number of tokens as a phrase, for a refusal."""
    if not n:
        return Message("no tokens")
    return Message("{n} token" if n == 1 else "{n} tokens", n=n)


def said(s: State, seat: int, cost: Cost, pay: Words) -> Message:
    """Say what was paid; if that was nothing, say what there is to pay with and what is missing."""
    if pay:
        kinds = Counter(s.setup.items[item][1] for item in pay)
        return Message("you paid {goods}", goods=_listed(kinds))
    goods = purse(s, seat, GOODS if cost.any else cost.need, dice=cost.dice, tokens=True)
    mine, brown = Counter({k: len(goods[k]) for k in goods}), s.players[seat - 1].have["brown"]
    short = sum((Counter(cost.need) - mine).values()) + cost.jokers - brown
    short += max(cost.any - sum((mine - Counter(cost.need)).values()), 0)
    mine["brown"] = brown
    if short <= 0:
        return Message("you haven't paid anything")
    if not mine.total():
        return Message("you have none of those and lack {short}", short=short)
    return Message("you have {goods} and lack {short}", goods=_listed(mine), short=short)


def _listed(kinds: Counter[str]) -> Message:
    goods = (Message("{n} {kind}", n=n, kind=kind) for kind, n in kinds.items() if n)
    return Message.join(", ", goods)


def owned(d: Decision[State], seat: int, pay: Words, *, dice: bool, tokens: bool = True) -> None:
    """IST-18, IST-20: refuse goods that aren't unused dice or the player's tokens, each once."""
    s, have = d.state, d.state.players[seat - 1].have
    for item in dict.fromkeys(pay):
        if item not in s.setup.items:
            d.must(
                "IST-20",
                False,
                "{item!r} isn't a good; write d:R for a die, t:R for a token",
                item=item,
            )
        die, kind, face = s.setup.items[item]
        n, left = pay.count(item), s.dice.count(face) if die else have[kind]
        if die and not dice:
            d.must("IST-A13", False, "bazaar cards are paid for with tokens, not with dice")
        if not die and not tokens:
            d.need("IST-A01", False, "at this table, only dice can be used in an exchange")
        if n > left:
            d.must(
                "IST-18" if die else "IST-20",
                False,
                "you have {left}, not {n}",
                left=_unused_dice(left, kind) if die else _tokens_of(left, kind),
                n=n,
            )


def _unused_dice(n: int, kind: str) -> Message:
    if not n:
        return Message("no unused {kind} dice", kind=kind)
    return Message("{n} unused {kind} die" if n == 1 else "{n} unused {kind} dice", n=n, kind=kind)


def _tokens_of(n: int, kind: str) -> Message:
    if not n:
        return Message("no {kind} tokens", kind=kind)
    return Message("{n} {kind} token" if n == 1 else "{n} {kind} tokens", n=n, kind=kind)


def fits(s: State, cost: Cost, pay: Words) -> bool:
    """IST-20, IST-21, IST-A02: return whether these goods pay the cost; brown is any colour."""
    return cost.fits([s.setup.items[item][1] for item in pay], "brown")


def different(s: State, goods: int, pay: Words) -> bool:
    """IST-A02: return whether all goods differ in colour; each brown token counts as another."""
    colours = [k for k in (s.setup.items[item][1] for item in pay) if k != "brown"]
    return len(pay) == goods and len(set(colours)) == len(colours)


def purse(s: State, seat: int, kinds: Iterable[str], *, dice: bool, tokens: bool) -> Purse[str]:
    """Return the goods a player has as payment items, by colour, with dice first."""
    have, out = s.players[seat - 1].have, {}
    for kind in kinds:
        die, token, face = s.setup.goods[kind]
        out[kind] = [die] * (dice and s.dice.count(face)) + [token] * (tokens and have[kind])
    return out


def pay_for(s: State, seat: int, cost: Cost, rng: Rng = None) -> Words | None:
    """Return the canonical payment: dice first, then coloured tokens, then brown ones.

    With `rng`, return a random payment instead. The result is None if the player can't afford it.
    """
    have, dice, tokens, short = s.players[seat - 1].have, cost.dice, cost.tokens, 0
    jokers = (tokens and have["brown"]) - cost.jokers
    if jokers < 0 or have["lira"] < cost.lira:
        return None
    if not cost.total:
        return ()
    for kind, n in cost.need.items():
        n -= s.dice.count(s.setup.letter[kind]) if dice else 0
        n -= have[kind] if tokens else 0
        if n > 0 and (short := short + n) > jokers:
            return None
    goods = purse(s, seat, GOODS if cost.any else cost.need, dice=dice, tokens=tokens)
    if cost.any and sum(map(len, goods.values())) + jokers + cost.jokers < cost.total:
        return None
    if rng is not None:
        return tuple(cost.random_payment(goods, s.setup.joker, jokers, short, rng))
    return tuple(cost.payment(goods, s.setup.joker, _dice_first))


def _dice_first(goods: Purse[str]) -> list[str]:
    """Return dice first, then tokens, starting with the colours that have the most goods."""
    order = sorted(GOODS, key=lambda kind: -len(goods[kind]))
    dice = [item for kind in GOODS for item in goods[kind] if item[0] == "d"]
    return dice + [item for kind in order for item in goods[kind] if item[0] == "t"]


def pay_different(s: State, seat: int, goods: int, rng: Rng = None) -> Words | None:
    """Return the canonical payment of `goods` different goods; with `rng`, a random one.

    The result is None if the player doesn't have that many different goods.
    """
    tokens, joker = s.setup.options.tokens_in_exchanges, s.setup.joker
    jokers = s.players[seat - 1].have["brown"] if tokens else 0
    have = purse(s, seat, GOODS, dice=True, tokens=tokens)
    kinds = [k for k in GOODS if have[k]]
    if len(kinds) + jokers < goods:
        return None
    if rng is None:
        # start with the most plentiful colours, so that variety is left for the next action
        kinds.sort(key=lambda k: (have[k][0][0], -len(have[k])))
        out = [have[k][0] for k in kinds[:goods]]
        return (*out, *[joker] * (goods - len(out)))
    picked = rng.sample([*kinds, *[joker] * jokers], goods)
    return tuple(rng.choice(have[k]) if k in have else k for k in picked)
