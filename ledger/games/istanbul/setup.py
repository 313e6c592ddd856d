"""Values that the rules need all the time, computed once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import asdict

from ledger.sdk import Lookup, Message, PlainSetup
from ledger.sdk.kit import Price

from .box import AREAS, GOODS, KINDS, TOKENS, Box, Options, Part

Amounts = tuple[tuple[str, int], ...]
"""Pairs of a kind and a count."""


class Cost(Price):
    """Goods to discard: of certain colours, of any colour, and real brown ones (IST-A02).

    A price is in goods or in `lira`; `dice` and `tokens` say which of them can be used to pay it.
    """

    def __init__(self, price: Mapping[str, int], *, dice: bool = True, tokens: bool = True) -> None:
        need = {k: price[k] for k in GOODS if price.get(k)}
        super().__init__(need, price.get("any", 0), price.get("brown", 0))
        self.goods = need | {"any": self.any} if self.any else need
        self.lira, self.dice, self.tokens = price.get("lira", 0), dice, tokens
        self.text = str(self.words())

    def words(self) -> Message:
        """Return the price in words; `text` has the same in English."""
        amounts = {**self.need, "brown": self.jokers}
        priced = [Message("{n} {kind}", n=n, kind=kind) for kind, n in amounts.items() if n]
        if self.any:
            priced.append(Message("{n} of any kind", n=self.any))
        if self.lira:
            priced.append(Message("{n} lira", n=self.lira))
        *most, last = priced or [Message("no goods")]
        return (
            Message("{most} and {last}", most=Message.join(", ", most), last=last) if most else last
        )


class Gain(Lookup):
    """What a player gets: `fixed` things, tokens of choice, rubies, and tiles.

    `amounts` combines them all.
    """

    def __init__(self, name: str, gain: Mapping[str, int]) -> None:
        self.name = name
        self.fixed = tuple((k, n) for k, n in gain.items() if k in KINDS)
        self.any, self.ruby, self.tile = (gain.get(k, 0) for k in ("any", "ruby", "tile"))
        self.amounts = (*self.fixed, ("any", self.any), ("ruby", self.ruby), ("tile", self.tile))


class Deal(Lookup):
    """A part of a bazaar card, broken down.

    `needs` has what must be owned or paid, apart from goods.
    """

    def __init__(self, part: Part) -> None:
        self.part = part
        self.dice = part.need_card_dice
        self.have = tuple(part.have.items())
        self.spend = tuple((k, n) for k, n in part.pay.items() if k in ("lira", "crystal"))
        self.cost = Cost({**part.pay, "lira": 0}, dice=False)  # IST-A13; lira are in `spend`
        self.tiles = part.pay.get("tile", 0)
        self.needs: Amounts = (*self.have, *self.spend, ("tile", self.tiles))
        gains = {"+".join(gain): gain for gain in part.choose} or {"": part.gain}
        self.gains = {name: Gain(name, gain) for name, gain in gains.items()}
        self.conditional = bool(part.pay or part.have or part.need_card_dice)
        choices = len(self.gains) > 1 or any(g.any or g.ruby or g.tile for g in self.gains.values())
        self.simple = not choices and not self.conditional


class Tile(msgspec.Struct, frozen=True):
    """A mosque tile, its price and what it does.

    `fresh` means that it can be used only from the next turn on, `due` that it has to be used now.
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


class Setup(PlainSetup):
    """Look-up tables for a game."""

    def __init__(self, box: Box, players: int, options: Options) -> None:
        super().__init__(box, players, options)
        box.players.allow(players)
        key, letters = str(players), box.notation.letters
        self.limits = box.limits
        self.target = box.limits.target_rubies[key]
        self.mosque_tiles = box.limits.mosque_tiles[key]
        self.mosque_rubies = box.mosque.rubies[key]
        self.letter = letter = {k: letters[k] for k in (*TOKENS, "lira", "card")}
        self.face = {x: name for name, x in letter.items()}
        self.faces = tuple(letter[f] for f in box.die.faces)
        self.coin, self.card_face = letter["lira"], letter["card"]
        self.items = {f"d:{letter[k]}": (True, k, letter[k]) for k in GOODS}
        self.items |= {f"t:{letter[k]}": (False, k, letter[k]) for k in TOKENS}
        self.goods = {k: (f"d:{letter[k]}", f"t:{letter[k]}", letter[k]) for k in GOODS}
        self.joker = f"t:{letter['brown']}"
        self.reroll = box.reroll.pay
        track = {str(t.area): t.prices for t in box.track if t.players == players}
        self.prices = prices = {a: track["goods" if a in GOODS else a] for a in AREAS}
        self.rubies = sum(map(len, prices.values()))
        self.ruby_costs = {a: tuple(Cost({a: n}) for n in prices[a]) for a in GOODS}
        one_each = dict.fromkeys(GOODS, 1)
        self.ruby_costs["left"] = tuple(Cost({**one_each, "any": n}) for n in prices["left"])
        self.ruby_costs["right"] = tuple(Cost({"lira": n}) for n in prices["right"])
        tokens = options.tokens_in_exchanges  # IST-A01
        self.pairs = {k: Cost({k: 2}, tokens=tokens) for k in GOODS}  # IST-23
        self.cards = {c.id: Deal(c.active) for c in box.card}
        self.others = {c.id: Deal(c.others) for c in box.card if c.others}
        self.otherwise = {c.id: tuple(c.otherwise.items()) for c in box.card}
        self.costs = costs = {t.id: Cost(t.cost) for t in box.tile}
        self.tiles = {
            t.id: Tile(t.id, t.kind, costs[t.id].text, costs[t.id].goods, **asdict(t.effect))
            for t in box.tile
        }
        # IST-A10: the default order is lira, crystal, bazaar
        due = [t for t in self.tiles.values() if t.income or t.reveal]
        self.order = [t.id for t in sorted(due, key=lambda t: (t.reveal, "crystal" in t.income))]
