"""Descriptions of the components: goods, dice, mosque tiles and bazaar cards in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from ledger import sdk
from ledger.sdk import N_, P_, Component, plural

from .box import KINDS, Box, Part
from .setup import Deal, Tile

RESOURCES = (N_("rubies"), N_("lira"), N_("crystals"), N_("tiles"), N_("goods"), N_("tokens"))
COLOURS = (N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("brown"))
WARES = (N_("fabric"), N_("fruit"), N_("spice"), N_("jewellery"))
TILE_KINDS = (N_("crystal"), N_("bazaar"), N_("mosque"), N_("die"), N_("dice"))
PILES = (N_("deck"), N_("stack"), N_("discard pile"), N_("supply"))
QUESTIONS = (N_("income"), N_("action"), N_("card"), N_("offer"))
OPTIONS = (N_("tokens in exchanges"),)
WORDS = (*RESOURCES, *COLOURS, *WARES, *TILE_KINDS, *PILES, *QUESTIONS, *OPTIONS)
"""Single words for screens: resources, colours, wares, tiles, piles, questions, options."""
AREAS = {
    "red": N_("of the red area"),
    "yellow": N_("of the yellow area"),
    "green": N_("of the green area"),
    "blue": N_("of the blue area"),
    "left": N_("of the left side of the carpet"),
    "right": N_("of the right side of the carpet"),
}
THINGS = {
    "red": plural("{count} red (token|tokens)"),
    "yellow": plural("{count} yellow (token|tokens)"),
    "green": plural("{count} green (token|tokens)"),
    "blue": plural("{count} blue (token|tokens)"),
    "brown": plural("{count} brown (token|tokens)"),
    "any": plural("{count} (token|tokens) of your choice"),
    "lira": plural("{count} lira"),
    "crystal": plural("{count} (crystal|crystals)"),
    "ruby": plural("{count} (ruby|rubies)"),
    "tile": plural("{count} mosque (tile|tiles)"),
}
DICE = {
    "red": plural("{count} red (die|dice)"),
    "yellow": plural("{count} yellow (die|dice)"),
    "green": plural("{count} green (die|dice)"),
    "blue": plural("{count} blue (die|dice)"),
}
FACES = {
    "red": P_("die", "red"),
    "yellow": P_("die", "yellow"),
    "green": P_("die", "green"),
    "blue": P_("die", "blue"),
    "lira": P_("die", "coin"),
    "card": P_("die", "card"),
}
EFFECTS = {
    "reveal": plural("{count} bazaar (card|cards) at the start of the turn"),
    "actions": plural("{count} more (action|actions)"),
    "dice": plural("{count} more (die|dice)"),
}
SHORT = EFFECTS | {"reveal": plural("{count} bazaar (card|cards) a turn")}
"""The same effects, worded for tight spaces."""
WITH_CARD_DICE = plural("{gain} with {dice} card (die|dice)")

TIES = N_("tied on rubies, the player with the most lira after selling everything wins")
"""How ties are broken."""


class Speaker(sdk.Speaker):
    """Puts things and bazaar cards into words in one language."""

    def things(self, what: str, count: int) -> str:
        """Return a number of things as a phrase, for something taken or paid."""
        return self.count(THINGS[what], count) if what in THINGS else f"{count} {what}"

    def amounts(self, amounts: Iterable[tuple[str, int]]) -> str:
        """Return several kinds of things as a phrase, each with its number."""
        return self.each(self.things(what, n) for what, n in amounts if n)

    def deal(self, deal: Deal) -> str:
        """Describe what a part of a bazaar card does."""
        gain = self._(" or ").join(self.amounts(g.amounts) for g in deal.gains.values())
        cost = deal.cost
        price = [*deal.spend, *cost.need.items(), ("brown", cost.jokers), ("any", cost.any)]
        if cost.total or deal.spend or deal.tiles:
            pay = self.amounts([*price, ("tile", deal.tiles)])
            gain = self._("pay {price} for {gain}").format(price=pay, gain=gain)
        if deal.have:
            text = self._("{gain} if you own {things}")
            gain = text.format(gain=gain, things=self.amounts(deal.have))
        if deal.dice:
            text = self.n(*WITH_CARD_DICE, deal.dice)
            gain = text.format(gain=gain, dice=deal.dice)
        return gain

    def bazaar(self, active: Part, others: Part | None, otherwise: Mapping[str, int]) -> str:
        """Describe what a whole bazaar card does."""
        parts = [self.deal(Deal(active))]
        if otherwise:
            things = self.amounts(otherwise.items())
            parts.append(self._("otherwise {things}").format(things=things))
        if others:
            parts.append(self._("others: {deal}").format(deal=self.deal(Deal(others))))
        return "; ".join(parts)

    def effect(self, x: Any) -> str:
        """Describe what a tile does; `x` is a tile, or its effect in the box."""
        if x.income:
            text = self._("{things} at the start of the turn")
            return text.format(things=self.amounts(x.income.items()))
        if x.on_lira:
            text = self._("{things} with the lira action")
            return text.format(things=self.amounts(x.on_lira.items()))
        name, count = next((k, getattr(x, k)) for k in EFFECTS if getattr(x, k))
        return self.count(EFFECTS[name], count)

    def in_short(self, t: Tile) -> str:
        """Describe what a tile does, in a few words."""
        turn, lira = self._("{count} {thing} a turn"), self._("{count} {thing} with lira")
        words = [turn.format(count=n, thing=self._(k)) for k, n in t.income.items()]
        words += [lira.format(count=n, thing=self._(k)) for k, n in t.on_lira.items()]
        more = {"reveal": t.reveal, "actions": t.actions, "dice": t.dice}
        return ", ".join([*words, *(self.count(SHORT[k], n) for k, n in more.items() if n)])


class BoxSpeaker(Speaker):
    """Puts the letters and ids in a box into words; unknown ones are left as they are."""

    box: Box

    def kind(self, letter: str) -> str:
        """Return the kind a letter stands for, or the letter itself if the box doesn't have it."""
        letters = self.box.notation.letters
        return next((kind for kind, known in letters.items() if known == letter), letter)

    def paid(self, items: Sequence[str]) -> str:
        """Describe the dice and tokens in a payment."""
        out = []
        for item, n in Counter(items).items():
            sort, _, letter = item.partition(":")
            kind = self.kind(letter)
            if sort == "d" and kind in DICE:
                out.append(self.count(DICE[kind], n))
            else:
                out.append(self.things(kind if sort == "t" and kind in KINDS else item, n))
        return self.each(out)

    def face(self, letter: str) -> str:
        """Return the name of a die's face."""
        kind = self.kind(letter)
        return self.p("die", FACES[kind]) if kind in FACES else kind

    def tile(self, id: str) -> str:
        """Return a tile's id, with what it does if it is in the box."""
        x = next((t.effect for t in self.box.tile if t.id == id), None)
        return id if x is None else f"{id} ({self.effect(x)})"

    def revealed(self, id: str) -> str:
        """Return a bazaar card's id, with its text if it is in the box."""
        x = next((x for x in self.box.card if x.id == id), None)
        if x is None:
            return id
        return f"{id} ({self.bazaar(x.active, x.others, x.otherwise)})"

    def offer(self, card: str) -> str:
        """Return a card's id, with what its part for the other players does."""
        parts = [x.others for x in self.box.card if x.id == card and x.others]
        return f"{card} ({self.deal(Deal(parts[0]))})" if parts else card


def components(box: Box, words: NullTranslations) -> Iterator[Component]:
    """Yield the bazaar cards, the mosque tiles, and the faces of the dice."""
    t = BoxSpeaker(words)
    t.box = box
    for card in box.card:
        means = t.bazaar(card.active, card.others, card.otherwise)
        yield Component(t._("bazaar card"), card.id, means=means, slot="reveal")
    for tile in box.tile:
        price = t.each(f"{n} {t._(what)}" for what, n in tile.cost.items())
        means = t._("{effect}; costs {price}").format(effect=t.effect(tile.effect), price=price)
        yield Component(t._("mosque tile"), tile.id, means=means, slot="tile")
    for face, n in Counter(box.die.faces).items():
        letter = box.notation.letters[face]
        yield Component(t._("face of a die"), letter, n, name=t.face(letter), slot="roll")
