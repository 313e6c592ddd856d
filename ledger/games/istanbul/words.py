"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/istanbul.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger import sdk
from ledger.sdk import N_, NN_, P_, Ended, Opened, Sentences, when

from . import events as e
from .box import KINDS, Part
from .rules.actions import MIXED
from .setup import Deal

WORDS = (
    *(N_("rubies"), N_("lira"), N_("crystals"), N_("tiles"), N_("goods"), N_("tokens")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("brown")),
    *(N_("fabric"), N_("fruit"), N_("spice"), N_("jewellery")),
    *(N_("crystal"), N_("bazaar"), N_("mosque"), N_("die"), N_("dice")),
    *(N_("deck"), N_("stack"), N_("discard pile"), N_("supply")),
    *(N_("income"), N_("action"), N_("card"), N_("offer")),
)
"""Single words that a screen may show: resources, colours, wares, tiles, piles, questions."""
AREAS = {
    "red": N_("of the red area"),
    "yellow": N_("of the yellow area"),
    "green": N_("of the green area"),
    "blue": N_("of the blue area"),
    "left": N_("of the left side of the carpet"),
    "right": N_("of the right side of the carpet"),
}
THINGS = {
    "red": NN_("{count} red token", "{count} red tokens"),
    "yellow": NN_("{count} yellow token", "{count} yellow tokens"),
    "green": NN_("{count} green token", "{count} green tokens"),
    "blue": NN_("{count} blue token", "{count} blue tokens"),
    "brown": NN_("{count} brown token", "{count} brown tokens"),
    "any": NN_("{count} token of your choice", "{count} tokens of your choice"),
    "lira": NN_("{count} lira", "{count} lira"),
    "crystal": NN_("{count} crystal", "{count} crystals"),
    "ruby": NN_("{count} ruby", "{count} rubies"),
    "tile": NN_("{count} mosque tile", "{count} mosque tiles"),
}
DICE = {
    "red": NN_("{count} red die", "{count} red dice"),
    "yellow": NN_("{count} yellow die", "{count} yellow dice"),
    "green": NN_("{count} green die", "{count} green dice"),
    "blue": NN_("{count} blue die", "{count} blue dice"),
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
    "reveal": NN_(
        "{count} bazaar card at the start of the turn",
        "{count} bazaar cards at the start of the turn",
    ),
    "actions": NN_("{count} more action", "{count} more actions"),
    "dice": NN_("{count} more die", "{count} more dice"),
}


class Speaker(sdk.Speaker):
    """Puts things and bazaar cards into the words of a language."""

    def things(self, what: str, count: int) -> str:
        """A number of things, as what somebody takes or pays."""
        return self.count(THINGS[what], count) if what in THINGS else f"{count} {what}"

    def amounts(self, amounts: Iterable[tuple[str, int]]) -> str:
        """Several things."""
        return self.each(self.things(what, n) for what, n in amounts if n)

    def deal(self, deal: Deal) -> str:
        """A part of a bazaar card."""
        gain = self._(" or ").join(self.amounts(g.amounts) for g in deal.gains.values())
        cost = deal.cost
        price = [*deal.spend, *cost.need.items(), ("brown", cost.brown), ("any", cost.any)]
        if cost.total or deal.spend or deal.tiles:
            pay = self.amounts([*price, ("tile", deal.tiles)])
            gain = self._("pay {price} for {gain}").format(price=pay, gain=gain)
        if deal.have:
            text = self._("{gain} if you own {things}")
            gain = text.format(gain=gain, things=self.amounts(deal.have))
        if deal.dice:
            text = self.n("{gain} with {dice} card die", "{gain} with {dice} card dice", deal.dice)
            gain = text.format(gain=gain, dice=deal.dice)
        return gain

    def bazaar(self, active: Part, others: Part | None, otherwise: Mapping[str, int]) -> str:
        """A whole bazaar card."""
        parts = [self.deal(Deal(active))]
        if otherwise:
            things = self.amounts(otherwise.items())
            parts.append(self._("otherwise {things}").format(things=things))
        if others:
            parts.append(self._("others: {deal}").format(deal=self.deal(Deal(others))))
        return "; ".join(parts)

    def effect(self, x: Any) -> str:
        """What a tile does."""
        if x.income:
            text = self._("{things} at the start of the turn")
            return text.format(things=self.amounts(x.income.items()))
        if x.on_lira:
            text = self._("{things} with the lira action")
            return text.format(things=self.amounts(x.on_lira.items()))
        name, count = next((k, getattr(x, k)) for k in EFFECTS if getattr(x, k))
        return self.count(EFFECTS[name], count)


class Teller(sdk.Teller, Speaker):
    """Tells goods, dice, tiles and cards."""

    phrases = {  # noqa: RUF012
        "who": lambda t, x: [t.name(seat) for seat in x.seats],
        "things": lambda t, x: t.things(x.what, x.count),
        "thing": lambda t, x: t.things(x.what, 1),
        "token": lambda t, x: t.things(x.colour, 1),
        "gained": lambda t, x: t.amounts(Counter(MIXED.get(x.goods, x.take)).items()),
        "goods": lambda t, x: t.paid(x.paid),
        "price": lambda t, x: t.things("lira", x.lira) if x.lira and not x.paid else t.paid(x.paid),
        "spent": lambda t, x: t.amounts(x.spent.items()),
        "faces": lambda t, x: ", ".join(map(t.face, x.faces)),
        "area": lambda t, x: t.say(AREAS.get(x.area, N_("of the {area} area"))).format(area=x.area),
        "turned": lambda t, x: [t.tile(id) for id in x.tiles],
        "revealed": lambda t, x: ", ".join(map(t.revealed, x.cards)),
        "shuffled": lambda t, x: len(x.cards),
        "offer": lambda t, x: t.offer(x.card),
    }

    def several(self, values: Sequence[Any]) -> str:
        """A field that holds several things."""
        return self.each(map(str, values))

    def kind(self, letter: str) -> str:
        """What a letter stands for; itself, if the box does not know it."""
        letters = self.box.notation.letters
        return next((kind for kind, known in letters.items() if known == letter), letter)

    def paid(self, items: Sequence[str]) -> str:
        """Dice and tokens that were paid."""
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
        """What a die shows."""
        kind = self.kind(letter)
        return self.p("die", FACES[kind]) if kind in FACES else kind

    def tile(self, id: str) -> str:
        """A tile with what it does, if the box knows it."""
        x = next((t.effect for t in self.box.tile if t.id == id), None)
        return id if x is None else f"{id} ({self.effect(x)})"

    def revealed(self, id: str) -> str:
        """A bazaar card with its text, if the box knows it."""
        x = next((x for x in self.box.card if x.id == id), None)
        if x is None:
            return id
        return f"{id} ({self.bazaar(x.active, x.others, x.otherwise)})"

    def offer(self, card: str) -> str:
        """The others' part of a card."""
        parts = [x.others for x in self.box.card if x.id == card and x.others]
        return f"{card} ({self.deal(Deal(parts[0]))})" if parts else card


SENTENCES: Sentences = {
    e.Displayed: NN_(
        "A mosque tile is turned face up: {turned}", "Mosque tiles are turned face up: {turned}"
    ),
    e.Gained: N_("{name} takes {things}"),
    e.Levied: NN_(
        "The supply is empty: {who} returns {thing}",
        "The supply is empty: {who} return {thing} each",
    ),
    e.Missed: N_("The supply is empty: {name} goes without {things}"),
    e.Turned: N_("It is {name}'s turn"),
    e.TileUsed: N_("{name} uses the mosque tile {tile}"),
    e.Rolled: N_("{name} rolls {faces}"),
    when(e.Rerolled, "spent"): NN_(
        "{name} pays {spent} and rolls die {dice} again: {faces}",
        "{name} pays {spent} and rolls dice {dice} again: {faces}",
    ),
    e.Rerolled: NN_(
        "{name} rolls die {dice} again: {faces}", "{name} rolls dice {dice} again: {faces}"
    ),
    e.Paired: N_("{name} exchanges {goods} for {token}"),
    e.Mixed: N_("{name} exchanges {goods} for {gained}"),
    e.Cashed: NN_("{name} uses {dice} coin die for lira", "{name} uses {dice} coin dice for lira"),
    e.Visited: NN_(
        "{name} goes to the bazaar with {dice} card die",
        "{name} goes to the bazaar with {dice} card dice",
    ),
    e.Revealed: lambda t, x: t.n(
        "A bazaar card is revealed: {revealed}",
        "Bazaar cards are revealed: {revealed}",
        len(x.cards),
    ),
    e.Reshuffled: NN_(
        "{shuffled} discarded bazaar card is shuffled into a new deck",
        "{shuffled} discarded bazaar cards are shuffled into a new deck",
    ),
    when(e.CardUsed, "paid"): N_("{name} uses the bazaar card {card}, paying {goods}"),
    e.CardUsed: N_("{name} uses the bazaar card {card}"),
    e.CardDeclined: N_("{name} uses the bazaar card {card} without its condition"),
    e.Offered: NN_(
        "{who} may use the bazaar card {offer}", "{who} may use the bazaar card {offer}"
    ),
    when(e.Accepted, "paid"): N_("{name} accepts the offer, paying {goods}"),
    e.Accepted: N_("{name} accepts the offer"),
    e.Refused: N_("{name} declines the offer"),
    e.Skipped: N_("{name} can no longer accept the offer"),
    e.Cleared: NN_(
        "The bazaar card {cards} is discarded", "The bazaar cards {cards} are discarded"
    ),
    e.Spent: N_("{name} pays {things}"),
    e.Bought: N_("{name} pays {goods} for the mosque tile {tile}"),
    when(e.TileTaken, "dice"): NN_(
        "{name} takes the mosque tile {tile} and {dice} assistant die",
        "{name} takes the mosque tile {tile} and {dice} assistant dice",
    ),
    e.TileTaken: N_("{name} takes the mosque tile {tile}"),
    when(e.TileReturned, "dice"): NN_(
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant die",
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant dice",
    ),
    e.TileReturned: N_("{name} puts the mosque tile {tile} under the stack"),
    e.RubyBought: N_("{name} pays {price} for a ruby {area}"),
    e.RubyTaken: N_("{name} takes ruby no. {number} {area}"),
    e.MosqueRuby: NN_(
        "{name} owns {tiles} mosque tile and takes a ruby of the mosque",
        "{name} owns {tiles} mosque tiles and takes a ruby of the mosque",
    ),
    e.Finished: N_("{name} passes the dice on"),
    Opened: NN_(
        "Istanbul: The Dice Game, {players} player: {seats}",
        "Istanbul: The Dice Game, {players} players: {seats}",
    ),
    Ended: sdk.ended(
        {"rubies": N_("Enough rubies are collected and the game ends")},
        NN_("{winners} wins (rubies: {scores})", "{winners} share the victory (rubies: {scores})"),
    ),
}
