"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.sdk import require

from .box import AREAS, GOODS, KINDS, TOKENS, Box, Limits, Options, Part

Amounts = tuple[tuple[str, int], ...]
"""Kinds and how many of each."""


class Cost(msgspec.Struct, frozen=True):
    """Goods to discard: of certain colours, of any colour, and real brown ones (IST-A02)."""

    need: dict[str, int]
    any: int
    brown: int
    total: int
    text: str


class Gain(msgspec.Struct, frozen=True):
    """What one gets: counted things, tokens of choice, rubies, tiles."""

    name: str
    fixed: Amounts
    any: int
    ruby: int
    tile: int

    @property
    def amounts(self) -> Amounts:
        """All of it, by kind; nothing of some kinds."""
        return (*self.fixed, ("any", self.any), ("ruby", self.ruby), ("tile", self.tile))


class Deal(msgspec.Struct, frozen=True):
    """A part of a bazaar card, taken apart; `needs`: what is owned or paid, goods apart."""

    dice: int
    have: Amounts
    spend: Amounts
    cost: Cost
    tiles: int
    needs: Amounts
    gains: dict[str, Gain]
    conditional: bool
    simple: bool


class Tile(msgspec.Struct, frozen=True):
    """A mosque tile, its price and what it does.

    `fresh`: it can be used from the next turn on; `due`: it is to be used now.
    """

    id: str
    kind: str
    cost: str
    goods: dict[str, int]
    income: dict[str, int]
    reveal: int
    actions: int
    dice: int
    on_lira: dict[str, int]
    fresh: bool = False
    due: bool = False


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game."""

    players: int
    options: Options
    box: Box
    limits: Limits
    target: int
    mosque_tiles: int
    mosque_rubies: int
    faces: tuple[str, ...]
    letter: dict[str, str]
    coin: str
    card_face: str
    items: dict[str, tuple[bool, str, str]]
    goods: dict[str, tuple[str, str, str]]
    joker: str
    reroll: dict[str, int]
    prices: dict[str, tuple[int, ...]]
    rubies: int
    ruby_costs: dict[str, tuple[Cost, ...]]
    pairs: dict[str, Cost]
    cards: dict[str, Deal]
    others: dict[str, Deal | None]
    otherwise: dict[str, Amounts]
    costs: dict[str, Cost]
    tiles: dict[str, Tile]
    order: dict[str, int]


def make_cost(amounts: Mapping[str, int]) -> Cost:
    """Return the goods of a price in the form in which payments are compared with it."""
    need = {k: amounts[k] for k in GOODS if amounts.get(k)}
    loose, brown = amounts.get("any", 0), amounts.get("brown", 0)
    priced = {**need, "brown": brown, "of any kind": loose}
    *most, last = [f"{n} {k}" for k, n in priced.items() if n] or ["no goods"]
    text = f"{', '.join(most)} and {last}" if most else last
    return Cost(need, loose, brown, sum(priced.values()), text)


def make_deal(part: Part) -> Deal:
    """Take a part of a card apart."""
    gains = {}
    for gain in part.choose or (part.gain,):
        name = "+".join(gain) if part.choose else ""
        fixed = tuple((k, n) for k, n in gain.items() if k in KINDS)
        gains[name] = Gain(name, fixed, *(gain.get(k, 0) for k in ("any", "ruby", "tile")))
    conditional = bool(part.pay or part.have or part.need_card_dice)
    plain = len(gains) == 1 and not any(g.any or g.ruby or g.tile for g in gains.values())
    have, tiles = tuple(part.have.items()), part.pay.get("tile", 0)
    spend = tuple((k, n) for k, n in part.pay.items() if k in ("lira", "crystal"))
    return Deal(
        dice=part.need_card_dice,
        have=have,
        spend=spend,
        cost=make_cost(part.pay),
        tiles=tiles,
        needs=(*have, *spend, ("tile", tiles)),
        gains=gains,
        conditional=conditional,
        simple=plain and not conditional,
    )


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    require(players in box.players.counts, f"players.counts: this box is not for {players} players")
    key, limits = str(players), box.limits
    letter = {k: box.notation.letters[k] for k in (*TOKENS, "lira", "card")}
    track: dict[str, tuple[int, ...]] = {
        t.area: t.prices for t in box.track if t.players == players
    }
    prices = {a: track["goods" if a in GOODS else a] for a in AREAS}
    one_each = dict.fromkeys(GOODS, 1)
    costs = {t.id: make_cost(t.cost) for t in box.tile}
    # IST-A10: the default order is lira, crystal, bazaar
    order = sorted(
        (t for t in box.tile if t.effect.income or t.effect.reveal),
        key=lambda t: (t.effect.reveal, "crystal" in t.effect.income),
    )
    return Setup(
        players=players,
        options=options,
        box=box,
        limits=limits,
        target=limits.target_rubies[key],
        mosque_tiles=limits.mosque_tiles[key],
        mosque_rubies=box.mosque.rubies[key],
        faces=tuple(letter[f] for f in box.die.faces),
        letter=letter,
        coin=letter["lira"],
        card_face=letter["card"],
        items={
            **{f"d:{letter[k]}": (True, k, letter[k]) for k in GOODS},
            **{f"t:{letter[k]}": (False, k, letter[k]) for k in TOKENS},
        },
        goods={k: (f"d:{letter[k]}", f"t:{letter[k]}", letter[k]) for k in GOODS},
        joker=f"t:{letter['brown']}",
        reroll=box.reroll.pay,
        prices=prices,
        rubies=sum(map(len, prices.values())),
        ruby_costs={
            **{a: tuple(make_cost({a: n}) for n in prices[a]) for a in GOODS},
            "left": tuple(make_cost({**one_each, "any": n}) for n in prices["left"]),
        },
        pairs={k: make_cost({k: 2}) for k in GOODS},  # IST-23
        cards={c.id: make_deal(c.active) for c in box.card},
        others={c.id: make_deal(c.others) if c.others else None for c in box.card},
        otherwise={c.id: tuple(c.otherwise.items()) for c in box.card},
        costs=costs,
        tiles={
            t.id: Tile(
                id=t.id,
                kind=t.kind,
                cost=costs[t.id].text,
                goods={k: t.cost[k] for k in (*GOODS, "any") if k in t.cost},
                **msgspec.structs.asdict(t.effect),
            )
            for t in box.tile
        },
        order={t.id: i for i, t in enumerate(order)},
    )
