"""What sentences are made of: names, goods, tiles and cards as a language puts them."""

from __future__ import annotations

import gettext
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ledger.kernel.text import sentences as words
from ledger.kernel.text.sentences import N_

from .box import GOODS, KINDS, Box
from .setup import Amounts, Deal, Gain, make_deal

ENGLISH = gettext.NullTranslations()


AREAS = {
    "red": N_("of the red area"),
    "yellow": N_("of the yellow area"),
    "green": N_("of the green area"),
    "blue": N_("of the blue area"),
    "left": N_("of the left side of the carpet"),
    "right": N_("of the right side of the carpet"),
}

MIXED = {2: ("crystal",), 3: ("brown",)}
"""What so many different goods bring; for four one chooses (IST-24 to IST-26)."""


class Speaker(words.Speaker):
    """Puts things, tiles and cards into the words of a language."""

    def __init__(self, t: gettext.NullTranslations = ENGLISH) -> None:
        super().__init__(t)

    def things(self, what: str, count: int) -> str:
        """A number of things, as what somebody takes or pays."""
        n = self.n
        known = {
            "red": n("{count} red token", "{count} red tokens", count),
            "yellow": n("{count} yellow token", "{count} yellow tokens", count),
            "green": n("{count} green token", "{count} green tokens", count),
            "blue": n("{count} blue token", "{count} blue tokens", count),
            "brown": n("{count} brown token", "{count} brown tokens", count),
            "any": n("{count} token of your choice", "{count} tokens of your choice", count),
            "lira": n("{count} lira", "{count} lira", count),
            "crystal": n("{count} crystal", "{count} crystals", count),
            "ruby": n("{count} ruby", "{count} rubies", count),
            "tile": n("{count} mosque tile", "{count} mosque tiles", count),
        }
        return known.get(what, "{count} {what}").format(count=count, what=what)

    def dice(self, colour: str, count: int) -> str:
        """A number of dice that show a good, as what somebody pays."""
        n = self.n
        known = {
            "red": n("{count} red die", "{count} red dice", count),
            "yellow": n("{count} yellow die", "{count} yellow dice", count),
            "green": n("{count} green die", "{count} green dice", count),
            "blue": n("{count} blue die", "{count} blue dice", count),
        }
        return known.get(colour, "{count} {colour}").format(count=count, colour=colour)

    def face(self, name: str) -> str:
        """What a die shows."""
        known = {
            "red": self.p("die", "red"),
            "yellow": self.p("die", "yellow"),
            "green": self.p("die", "green"),
            "blue": self.p("die", "blue"),
            "lira": self.p("die", "coin"),
            "card": self.p("die", "card"),
        }
        return known.get(name, name)

    def amounts(self, amounts: Iterable[tuple[str, int]]) -> str:
        """Several things."""
        return self.each(self.things(what, n) for what, n in amounts)

    def deal(self, deal: Deal) -> str:
        """A part of a bazaar card."""
        gain = self._(" or ").join(self.amounts(_gain(g)) for g in deal.gains.values())
        cost, tiles = deal.cost, deal.tiles
        price = [*deal.spend, *cost.colours, ("brown", cost.brown), ("any", cost.any)]
        if pay := [(k, n) for k, n in (*price, ("tile", tiles)) if n]:
            gain = self._("pay {price} for {gain}").format(price=self.amounts(pay), gain=gain)
        if deal.have:
            text = self._("{gain} if you own {things}")
            gain = text.format(gain=gain, things=self.amounts(deal.have))
        if deal.dice:
            text = self.n("{gain} with {dice} card die", "{gain} with {dice} card dice", deal.dice)
            gain = text.format(gain=gain, dice=deal.dice)
        return gain

    def card(self, active: Deal, others: Deal | None, otherwise: Amounts) -> str:
        """A whole bazaar card."""
        text = self.deal(active)
        if otherwise:
            more = self._("otherwise {things}").format(things=self.amounts(otherwise))
            text = f"{text}; {more}"
        if others is not None:
            more = self._("others: {deal}").format(deal=self.deal(others))
            text = f"{text}; {more}"
        return text


def _gain(g: Gain) -> list[tuple[str, int]]:
    parts = (*g.fixed, ("any", g.any), ("ruby", g.ruby), ("tile", g.tile))
    return [(k, n) for k, n in parts if n]


class Teller(words.Teller, Speaker):
    """Tells goods, dice, tiles and cards."""

    phrases = {  # noqa: RUF012
        "who": lambda t, x: t.each(map(t.name, x.seats)),
        "things": lambda t, x: t.things(x.what, x.count),
        "thing": lambda t, x: t.things(x.what, 1),
        "token": lambda t, x: t.things(x.colour, 1),
        "gained": lambda t, x: t.amounts(Counter(MIXED.get(x.goods, x.take)).items()),
        "goods": lambda t, x: t.paid(x.paid),
        "price": lambda t, x: t.things("lira", x.lira) if x.lira and not x.paid else t.paid(x.paid),
        "spent": lambda t, x: t.amounts(x.spent.items()),
        "faces": lambda t, x: t.faces(x.faces),
        "area": lambda t, x: t.area(x.area),
        "turned": lambda t, x: t.tiles(x.tiles),
        "revealed": lambda t, x: t.cards(x.cards),
        "shuffled": lambda t, x: str(len(x.cards)),
        "offer": lambda t, x: t.offer(x.card),
    }

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, box: Box
    ) -> None:
        super().__init__(event, names, t)
        self.box = box
        self.kinds = {letter: kind for kind, letter in box.notation.letters.items()}

    def several(self, values: Sequence[Any]) -> str:
        """A field that holds several things."""
        return self.each(map(str, values))

    def paid(self, items: Sequence[str]) -> str:
        """Dice and tokens that were paid."""
        out = []
        for item in dict.fromkeys(items):
            sort, _, letter = item.partition(":")
            kind, n = self.kinds.get(letter, ""), items.count(item)
            if sort == "d" and kind in GOODS:
                out.append(self.dice(kind, n))
            else:
                known = sort == "t" and kind in KINDS
                out.append(self.things(kind if known else item, n))
        return self.each(out)

    def faces(self, letters: Iterable[str]) -> str:
        """What dice show, in order."""
        return ", ".join(self.face(self.kinds.get(x, x)) for x in letters)

    def area(self, name: str) -> str:
        """Where a ruby comes from."""
        known = AREAS.get(name)
        return self._(known) if known else self._("of the {area} area").format(area=name)

    def effect(self, tile: str) -> str:
        """What a tile does, or nothing if the box does not know it."""
        for t in self.box.tile:
            if t.id == tile:
                x = t.effect
                break
        else:
            return ""
        if x.income:
            text = self._("{things} at the start of the turn")
            return text.format(things=self.amounts(x.income.items()))
        if x.on_lira:
            text = self._("{things} with the lira action")
            return text.format(things=self.amounts(x.on_lira.items()))
        count = x.reveal or x.actions or x.dice
        if x.reveal:
            text = self.n(
                "{count} bazaar card at the start of the turn",
                "{count} bazaar cards at the start of the turn",
                count,
            )
        elif x.actions:
            text = self.n("{count} more action", "{count} more actions", count)
        else:
            text = self.n("{count} more die", "{count} more dice", count)
        return text.format(count=count)

    def tiles(self, tiles: Iterable[str]) -> str:
        """Tiles with what they do."""
        told = ((t, self.effect(t)) for t in tiles)
        return self.each(f"{t} ({does})" if does else t for t, does in told)

    def cards(self, cards: Iterable[str]) -> str:
        """Bazaar cards with their texts."""
        known = {c.id: c for c in self.box.card}
        out = []
        for id in cards:
            if (c := known.get(id)) is None:
                out.append(id)
                continue
            others = make_deal(c.others) if c.others else None
            text = self.card(make_deal(c.active), others, tuple(c.otherwise.items()))
            out.append(f"{id} ({text})")
        return ", ".join(out)

    def offer(self, card: str) -> str:
        """The others' part of a card."""
        parts = [c.others for c in self.box.card if c.id == card and c.others]
        return f"{card} ({self.deal(make_deal(parts[0]))})" if parts else card
