"""The names of boats, goods and places, in every language that has a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from ledger import sdk
from ledger.sdk import N_, Component, plural

from .box import Boat, Box, Special

GOODS = (
    *(N_("shrimp"), N_("flowers"), N_("avocado"), N_("pineapple")),
    *(N_("aubergine"), N_("fish"), N_("banana")),
)
ROLES = {"thief": N_("a thief"), "guard": N_("a guard"), "cook": N_("a cook-shop")}
DOES = {
    "thief": N_("takes a boat from its row"),
    "guard": N_("removes the thieves in its column"),
    "cook": N_("doubles the points of a mooring place"),
}
"""The effects of the boats that carry no goods."""
WORDS = (
    *(N_("points"), N_("boats in hand"), N_("traders in the pool"), N_("traders on the board")),
    *(N_("move cards"), N_("boats in the warehouse")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    *(N_("thief"), N_("guard"), N_("cook"), *GOODS),
    *(N_("hand"), N_("stack"), N_("warehouse"), N_("basket"), N_("parasol"), N_("mooring")),
    *(N_("place"), N_("market day"), N_("end of turn")),
    *(N_("tactical"), N_("move adjacency"), N_("king"), N_("orthogonal")),
    *(N_("stacked cook shops"),),
)
"""Single words that a screen may show: resources, colours, boats, places, questions, options."""


class BoxSpeaker(sdk.Speaker):
    """Puts the boats of a box into words in one language."""

    box: Box

    def boat(self, id: str) -> str:
        """Return a boat as a phrase, for something placed or taken."""
        b = next((b for b in self.box.kinds if b.id == id), None)
        if b is None:
            return self._("the boat {id}").format(id=id)
        if isinstance(b, Special):
            return self._(ROLES[b.role])
        parts = [self.good(b), self.baskets(b)]
        if b.trader:
            parts.append(self._("neutral"))
        if b.parasol:
            parts.append("Luk-Phat")
        return self._("the boat {id} ({what})").format(id=id, what=", ".join(parts))

    def good(self, b: Boat) -> str:
        """Return the name of the good that a boat sells."""
        return self._(b.good) if b.good in GOODS else b.good

    def baskets(self, b: Boat) -> str:
        """Return the number of baskets on a boat as a phrase."""
        return self.count(plural("{count} (basket|baskets)"), b.baskets)


def components(box: Box, words: NullTranslations) -> Iterator[Component]:
    """Yield the boats."""
    t = BoxSpeaker(words)
    for b in box.kinds:
        if isinstance(b, Special):
            yield Component(t._("boat"), b.id, b.count, t._(b.role), t._(DOES[b.role]), "hand")
            continue
        marks = [t._("neutral")] * b.trader + ["Luk-Phat"] * b.parasol
        name = " ".join((t.good(b), str(b.baskets), *marks))
        seat = t._("a trader sits on it") if b.trader else t._("an empty seat")
        yield Component(t._("boat"), b.id, b.count, name, f"{t.baskets(b)}, {seat}", "hand")
