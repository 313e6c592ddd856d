"""Sentences for events: how their gaps are filled, and how a game begins and ends.

The catalogues are `locale/<lang>/LC_MESSAGES/century.po` and `.mo`; `scripts/catalogues` updates
them.
"""

from __future__ import annotations

from collections import Counter

from ledger import sdk
from ledger.sdk import N_, Ended, Opened, Sentences, plural

from .texts import SYMBOLS, Speaker


class Teller(sdk.Teller, Speaker):
    """Puts cubes, symbols and tiles into words."""

    phrases = {  # noqa: RUF012
        "other": lambda t, x: t.name(x.opponent),
        "symbol": lambda t, x: t._(x.symbol) if x.symbol in SYMBOLS else x.symbol,
        "mixed": lambda t, x: len(x.tiles),
        "map": lambda t, x: ", ".join(map(t.tile, x.cells, x.tiles)),
        "got": lambda t, x: t.amounts(x.got),
        "gave": lambda t, x: t.amounts(x.gave),
        "paid": lambda t, x: t.amounts(Counter(x.paid)),
        "back": lambda t, x: t.amounts(Counter(x.cubes)),
        "cube": lambda t, x: t.cubes(x.cube, 1),
        "discards": lambda t, x: len(x.hand) + len(x.played),
        "spent": lambda t, x: ", ".join(card or "?" for card in (*x.hand, *x.played)),
    }

    several = sdk.Teller.each
    """Put a field with several values into words in the same way as any other list."""


SENTENCES: Sentences = {
    Opened: plural("Century: Sand to Sea, {players} (player|players): {seats}"),
    Ended: sdk.ended({"tiles": N_("Someone has enough VP tiles, so the game ends")}),
}
"""The sentences for the start and end of a game; all other events supply their own."""
