"""What sentences are made of: names, goods, tiles and cards as a language puts them."""

from __future__ import annotations

import gettext
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ledger.kernel.events import Ended

from .box import GOODS, KINDS, Box
from .setup import Amounts, Deal, Gain, make_deal

ENGLISH = gettext.NullTranslations()


def N_(text: str) -> str:
    """Mark a text for the catalogue; it is translated where it is used."""
    return text


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


class Speaker:
    """Puts things, tiles and cards into the words of a language."""

    def __init__(self, t: gettext.NullTranslations = ENGLISH) -> None:
        self._, self.n, self.p = t.gettext, t.ngettext, t.pgettext

    def each(self, parts: Iterable[str]) -> str:
        """A list as people say it."""
        *most, last = [*parts] or [self._("nothing")]
        both = self._("{some} and {last}")
        return both.format(some=", ".join(most), last=last) if most else last

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


class Teller(Speaker):
    """Fills the gaps of a sentence from an event; a field is told as it stands, ids in a row."""

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, box: Box
    ) -> None:
        super().__init__(t)
        self.event = event
        self.names = names
        self.box = box
        self.kinds = {letter: kind for kind, letter in box.notation.letters.items()}

    def __getitem__(self, gap: str) -> str:
        phrase = PHRASES.get(gap)
        if phrase is not None:
            return phrase(self, self.event)
        value = getattr(self.event, gap)
        return self.each(map(str, value)) if isinstance(value, tuple) else str(value)

    def name(self, seat: int) -> str:
        """A player's name."""
        if 1 <= seat <= len(self.names):
            return self.names[seat - 1]
        return self._("Seat {seat}").format(seat=seat)

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

    def scores(self, x: Ended) -> str:
        """The rubies, best first."""
        order = [seat for tied in x.ranking for seat in tied if 0 < seat <= len(x.scores)]
        points = ((self.name(s), x.scores[s - 1]) for s in order)
        return ", ".join(f"{n} {'?' if p is None else p}" for n, p in points)


PHRASES: dict[str, Callable[[Teller, Any], str]] = {
    "name": lambda t, x: t.name(x.seat),
    "who": lambda t, x: t.each(map(t.name, x.seats)),
    "seats": lambda t, x: t.each(s.name for s in x.seats),
    "players": lambda t, x: str(len(x.seats)),
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
    "changes": lambda t, x: str(len(x.patches)),
    "winners": lambda t, x: t.each(map(t.name, x.ranking[0])),
    "scores": lambda t, x: t.scores(x),
}
