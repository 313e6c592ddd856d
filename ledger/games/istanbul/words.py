"""Events in sentences, in every language that has a catalogue: what fills the gaps in them.

The catalogues are `locale/<lang>/LC_MESSAGES/istanbul.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ledger import sdk
from ledger.sdk import N_, NN_, Ended, Opened, Sentences, when

from . import events as e
from .box import KINDS
from .rules.actions import MIXED
from .setup import Deal
from .texts import AREAS, DICE, FACES, Speaker


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
    when(e.Rerolled, "spent"): NN_(
        "{name} pays {spent} and rolls die {dice} again: {faces}",
        "{name} pays {spent} and rolls dice {dice} again: {faces}",
    ),
    e.Revealed: lambda t, x: t.n(
        "A bazaar card is revealed: {revealed}",
        "Bazaar cards are revealed: {revealed}",
        len(x.cards),
    ),
    when(e.CardUsed, "paid"): N_("{name} uses the bazaar card {card}, paying {goods}"),
    when(e.Accepted, "paid"): N_("{name} accepts the offer, paying {goods}"),
    when(e.TileTaken, "dice"): NN_(
        "{name} takes the mosque tile {tile} and {dice} assistant die",
        "{name} takes the mosque tile {tile} and {dice} assistant dice",
    ),
    when(e.TileReturned, "dice"): NN_(
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant die",
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant dice",
    ),
    Opened: NN_(
        "Istanbul: The Dice Game, {players} player: {seats}",
        "Istanbul: The Dice Game, {players} players: {seats}",
    ),
    Ended: sdk.ended(
        {"rubies": N_("Enough rubies are collected and the game ends")},
        NN_("{winners} wins (rubies: {scores})", "{winners} share the victory (rubies: {scores})"),
    ),
}
"""What events say under a condition only, and how a game begins and ends."""
