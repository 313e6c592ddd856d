"""What sentences are made of: boats, goods and points as a language puts them."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from typing import Any

from ledger.kernel.text import sentences as words
from ledger.kernel.text.sentences import N_

from . import events as e
from .box import Box

GOODS = (
    *(N_("shrimp"), N_("flowers"), N_("avocado"), N_("pineapple")),
    *(N_("aubergine"), N_("fish"), N_("banana")),
)
ROLES = {"thief": N_("a thief"), "guard": N_("a guard"), "cook": N_("a cook-shop")}


class Teller(words.Teller):
    """Puts boats into the words of a language."""

    def __init__(
        self, event: Any, names: Sequence[str], t: gettext.NullTranslations, box: Box
    ) -> None:
        super().__init__(event, names, t)
        self.goods = {b.id: b for b in box.fleet.boats}
        self.roles = {b.id: b.role for b in box.specials.boats}

    def several(self, values: Sequence[Any]) -> str:
        """Boats, some of them perhaps unseen."""
        return self.each("?" if x is None else self._(self.roles.get(x, x)) for x in values)

    def boat(self, id: str) -> str:
        """A boat, as what somebody places or takes."""
        if id in self.roles:
            return self._(ROLES[self.roles[id]])
        if id not in self.goods:
            return self._("the boat {id}").format(id=id)
        b = self.goods[id]
        baskets = self.n("{count} basket", "{count} baskets", b.baskets).format(count=b.baskets)
        parts = [self._(b.good) if b.good in GOODS else b.good, baskets]
        if b.trader:
            parts.append(self._("neutral"))
        if b.parasol:
            parts.append("Luk-Phat")
        return self._("the boat {id} ({what})").format(id=id, what=", ".join(parts))

    def gains(self, x: e.Scored) -> str:
        """Who scores how much at a mooring place."""
        gains = [(self.name(i), n) for i, n in enumerate(x.points, 1) if n]
        return ", ".join(f"{name} {n}" for name, n in gains) or self._("no points")

    phrases = {  # noqa: RUF012
        "boat": lambda t, x: t.boat(x.boat),
        "drawn": lambda t, x: str(len(x.boats)),
        "other": lambda t, x: t.name(x.owner),
        "cause": lambda t, x: t.name(x.trigger),
        "begins": lambda t, x: t.name(x.first),
        "gains": lambda t, x: t.gains(x),
    }
