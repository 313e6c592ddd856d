"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .box import AREAS, GOODS, KINDS, Box, Limits, Options, Part, need

Amounts = tuple[tuple[str, int], ...]
"""Kinds and how many of each."""


class Cost(msgspec.Struct, frozen=True):
    """Goods to discard: of certain colours, of any colour, and real brown ones (IST-A02)."""

    colours: Amounts
    any: int
    brown: int
    total: int
    need: dict[str, int]
    text: str


class Gain(msgspec.Struct, frozen=True):
    """What one gets: counted things, tokens of choice, rubies, tiles."""

    name: str
    fixed: Amounts
    any: int
    ruby: int
    tile: int


class Deal(msgspec.Struct, frozen=True):
    """A part of a bazaar card, taken apart."""

    dice: int
    have: Amounts
    spend: Amounts
    cost: Cost
    tiles: int
    gains: dict[str, Gain]
    conditional: bool
    simple: bool


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game."""

    players: int
    options: Options
    limits: Limits
    target: int
    mosque_tiles: int
    mosque_rubies: int
    unused_rubies: int
    faces: tuple[str, ...]
    letter: dict[str, str]
    coin: str
    card_face: str
    items: dict[str, tuple[bool, str, str]]
    goods: dict[str, tuple[str, str, str]]
    joker: str
    supply: dict[str, int]
    spare_dice: int
    reroll: Amounts
    reroll_pay: dict[str, int]
    prices: dict[str, tuple[int, ...]]
    ruby_costs: dict[str, tuple[Cost, ...]]
    pairs: dict[str, Cost]
    cards: dict[str, Deal]
    others: dict[str, Deal | None]
    otherwise: dict[str, Amounts]
    tiles: dict[str, Cost]
    kinds: dict[str, str]
    income: dict[str, Amounts]
    reveal: dict[str, int]
    actions: dict[str, int]
    dice: dict[str, int]
    on_lira: dict[str, Amounts]
    order: dict[str, int]


def make_cost(amounts: Mapping[str, int]) -> Cost:
    """Return the goods of a price in the form in which payments are compared with it."""
    colours = tuple((k, amounts[k]) for k in GOODS if amounts.get(k))
    loose, brown = amounts.get("any", 0), amounts.get("brown", 0)
    words = [f"{n} {k}" for k, n in colours]
    if brown:
        words.append(f"{brown} brown")
    if loose:
        words.append(f"{loose} of any kind")
    text = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    total = sum(n for _, n in colours) + loose + brown
    return Cost(colours, loose, brown, total, dict(colours), text or "no goods")


def make_deal(part: Part) -> Deal:
    """Take a part of a card apart."""
    gains = {}
    for gain in part.choose or (part.gain,):
        name = "+".join(gain) if part.choose else ""
        fixed = tuple((k, n) for k, n in gain.items() if k in KINDS)
        choices = (gain.get("any", 0), gain.get("ruby", 0), gain.get("tile", 0))
        gains[name] = Gain(name, fixed, *choices)
    conditional = bool(part.pay or part.have or part.need_card_dice)
    simple = not conditional and len(gains) == 1
    return Deal(
        dice=part.need_card_dice,
        have=tuple(part.have.items()),
        spend=tuple((k, n) for k, n in part.pay.items() if k in ("lira", "crystal")),
        cost=make_cost(part.pay),
        tiles=part.pay.get("tile", 0),
        gains=gains,
        conditional=conditional,
        simple=simple and not any(g.any or g.ruby or g.tile for g in gains.values()),
    )


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    need(players in box.players.counts, f"players.counts: this box is not for {players} players")
    key, limits, letter = str(players), box.limits, box.notation.letters
    track = {t.area: t.prices for t in box.track if t.players == players}
    prices = {a: track["goods"] if a in GOODS else track[a] for a in AREAS}  # type: ignore[index]
    one_each = dict.fromkeys(GOODS, 1)
    ruby_costs = {a: tuple(make_cost({a: n}) for n in prices[a]) for a in GOODS}
    ruby_costs["left"] = tuple(make_cost({**one_each, "any": n}) for n in prices["left"])
    items = {f"d:{letter[k]}": (True, k, letter[k]) for k in GOODS}
    items |= {f"t:{letter[k]}": (False, k, letter[k]) for k in (*GOODS, "brown")}
    effects = {t.id: t.effect for t in box.tile}
    # IST-A10: the default order is lira, crystal, bazaar
    order = sorted(
        (t for t in box.tile if t.effect.income or t.effect.reveal),
        key=lambda t: (t.effect.reveal, "crystal" in t.effect.income),
    )
    return Setup(
        players=players,
        options=options,
        limits=limits,
        target=limits.target_rubies[key],
        mosque_tiles=limits.mosque_tiles[key],
        mosque_rubies=box.mosque.rubies[key],
        unused_rubies=box.supply.ruby - box.mosque.rubies[key] - sum(map(len, prices.values())),
        faces=tuple(letter[f] for f in box.die.faces),
        letter=letter,
        coin=letter["lira"],
        card_face=letter["card"],
        items=items,
        goods={k: (f"d:{letter[k]}", f"t:{letter[k]}", letter[k]) for k in GOODS},
        joker=f"t:{letter['brown']}",
        supply={k: getattr(box.supply, k) for k in KINDS},
        spare_dice=box.supply.dice - limits.dice,
        reroll=tuple(box.reroll.pay.items()),
        reroll_pay=box.reroll.pay,
        prices=prices,
        ruby_costs=ruby_costs,
        pairs={k: make_cost({k: 2}) for k in GOODS},  # IST-23
        cards={c.id: make_deal(c.active) for c in box.card},
        others={c.id: make_deal(c.others) if c.others else None for c in box.card},
        otherwise={c.id: tuple(c.otherwise.items()) for c in box.card},
        tiles={t.id: make_cost(t.cost) for t in box.tile},
        kinds={t.id: t.kind for t in box.tile},
        income={t: tuple(x.income.items()) for t, x in effects.items() if x.income},
        reveal={t: x.reveal for t, x in effects.items() if x.reveal},
        actions={t: x.actions for t, x in effects.items() if x.actions},
        dice={t: x.dice for t, x in effects.items() if x.dice},
        on_lira={t: tuple(x.on_lira.items()) for t, x in effects.items() if x.on_lira},
        order={t.id: i for i, t in enumerate(order)},
    )
