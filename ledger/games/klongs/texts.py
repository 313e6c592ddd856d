"""The words for boats, goods and places, in every language that has a catalogue."""

from __future__ import annotations

from ledger import sdk
from ledger.sdk import N_, NN_

from .box import Box, Special

GOODS = (
    *(N_("shrimp"), N_("flowers"), N_("avocado"), N_("pineapple")),
    *(N_("aubergine"), N_("fish"), N_("banana")),
)
ROLES = {"thief": N_("a thief"), "guard": N_("a guard"), "cook": N_("a cook-shop")}
WORDS = (
    *(N_("points"), N_("boats in hand"), N_("traders in the pool"), N_("traders on the board")),
    *(N_("move cards"), N_("boats in the warehouse")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    *(N_("thief"), N_("guard"), N_("cook"), *GOODS),
    *(N_("hand"), N_("stack"), N_("warehouse"), N_("basket"), N_("parasol"), N_("mooring")),
    *(N_("place"), N_("market day"), N_("end of turn")),
)
"""Single words that a screen may show: resources, colours, boats, places, questions."""


class BoxSpeaker(sdk.Speaker):
    """Puts the boats of a box into the words of a language."""

    box: Box

    def boat(self, id: str) -> str:
        """A boat, as what somebody places or takes."""
        b = next((b for b in self.box.kinds if b.id == id), None)
        if b is None:
            return self._("the boat {id}").format(id=id)
        if isinstance(b, Special):
            return self._(ROLES[b.role])
        baskets = self.count(NN_("{count} basket", "{count} baskets"), b.baskets)
        parts = [self._(b.good) if b.good in GOODS else b.good, baskets]
        if b.trader:
            parts.append(self._("neutral"))
        if b.parasol:
            parts.append("Luk-Phat")
        return self._("the boat {id} ({what})").format(id=id, what=", ".join(parts))
