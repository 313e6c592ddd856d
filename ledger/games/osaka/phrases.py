"""What sentences are made of: names, ships, goods and places as a language puts them."""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Sequence
from typing import Any

from ledger.kernel.log.events import Ended
from ledger.kernel.text import sentences as words
from ledger.kernel.text.sentences import N_

SHIPS = {
    "red": N_("The red ship"),
    "blue": N_("The blue ship"),
    "yellow": N_("The yellow ship"),
    "green": N_("The green ship"),
}
TOKENS = {
    "red": N_("a red token"),
    "blue": N_("a blue token"),
    "yellow": N_("a yellow token"),
    "green": N_("a green token"),
}
PLACES = {
    "Osaka": N_("to Osaka"),
    "Oshima": N_("to Oshima"),
    "Anori": N_("to Anori"),
    "Enshunada": N_("to Enshunada"),
    "Edo": N_("to Edo"),
}


class Teller(words.Teller):
    """Tells ships, tokens, goods and places."""

    phrases = {  # noqa: RUF012
        "starter": lambda t, x: t.name(x.first),
        "paid": lambda t, x: " ".join(x.paid) or t._("nothing"),
        "token": lambda t, x: t.token(x.colour),
        "set": lambda t, x: t.goods(x.colour, len(x.cards)),
        "ship": lambda t, x: t.ship(x.colour),
        "spaces": lambda t, x: str(x.end - x.start),
        "place": lambda t, x: t.place(x.end),
        "shuffled": lambda t, x: str(sum(x.cards.values())),
        "colours": lambda t, x: t.sunk(x.colours),
        "insurers": lambda t, x: t.each(map(t.name, x.asked)),
    }

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, places: Sequence[str]
    ) -> None:
        super().__init__(event, names, t)
        self.places = places

    def ship(self, colour: str) -> str:
        """A ship, at the start of a sentence."""
        known = SHIPS.get(colour)
        return self._(known) if known else self._("The {colour} ship").format(colour=colour)

    def token(self, colour: str) -> str:
        """One token, as what somebody gets."""
        known = TOKENS.get(colour)
        return self._(known) if known else self._("a {colour} token").format(colour=colour)

    def place(self, index: int) -> str:
        """Where a ship goes."""
        if not 0 <= index < len(self.places):
            return self._("to space {index}").format(index=index)
        name = self.places[index]
        known = PLACES.get(name)
        return self._(known) if known else self._("to {place}").format(place=name)

    def sunk(self, colours: Iterable[str]) -> str:
        """The colours of ships, as what goes down."""
        known = {
            "red": self.p("ship", "red"),
            "blue": self.p("ship", "blue"),
            "yellow": self.p("ship", "yellow"),
            "green": self.p("ship", "green"),
        }
        return self.each(known.get(x, x) for x in colours)

    def goods(self, colour: str, count: int) -> str:
        """A number of goods, as what is sold."""
        n = self.n
        known = {
            "red": n("{count} red good", "{count} red goods", count),
            "blue": n("{count} blue good", "{count} blue goods", count),
            "yellow": n("{count} yellow good", "{count} yellow goods", count),
            "green": n("{count} green good", "{count} green goods", count),
        }
        other = n("{count} {colour} good", "{count} {colour} goods", count)
        return known.get(colour, other).format(count=count, colour=colour)

    def scores(self, x: Ended) -> str:
        """The points, best first."""
        order = [seat for tied in x.ranking for seat in tied if 0 < seat <= len(x.scores)]
        points = ((self.name(s), x.scores[s - 1]) for s in order)
        text = self._("{name} {points} VP")
        return ", ".join(text.format(name=n, points="?" if p is None else p) for n, p in points)
