"""The names of what is on the table: colours, ships, tokens, goods and places."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from ledger import sdk
from ledger.sdk import N_, P_, Component, plural

from .box import Box

RESOURCES = (N_("hand"), N_("coins"), N_("goods"), N_("insured"), N_("tokens"), N_("VP"))
COLOURS = (N_("red"), N_("blue"), N_("yellow"), N_("green"))
PLAYER_COLOURS = (N_("white"), N_("pink"), N_("gray"), N_("brown"))
CARDS = (N_("Market"), N_("Farm"), N_("draw pile"), N_("discard pile"))
QUESTIONS = (N_("starting token"), N_("action"), N_("insurance"))
REFILL_TIMING = (N_("refill timing"), N_("after sale"), N_("after purchase"))
INSURANCE_SCOPE = (N_("insurance scope"), N_("sinking"), N_("any"))
WORDS = (
    *RESOURCES,
    *COLOURS,
    *PLAYER_COLOURS,
    *CARDS,
    *QUESTIONS,
    *REFILL_TIMING,
    *INSURANCE_SCOPE,
)
"""Single words that a screen may show, listed here so that they get into the catalogue."""
SHIPS = {
    "red": N_("The red ship"),
    "blue": N_("The blue ship"),
    "yellow": N_("The yellow ship"),
    "green": N_("The green ship"),
}
ANY_SHIP = N_("The {colour} ship")
SINKING = (P_("ship", "red"), P_("ship", "blue"), P_("ship", "yellow"), P_("ship", "green"))
"""The colours of ships as they appear in a list of ships.

They are in the catalogue separately because other languages need a different form here, which
`Teller` looks up by its context.
"""
TOKENS = {
    "red": N_("a red token"),
    "blue": N_("a blue token"),
    "yellow": N_("a yellow token"),
    "green": N_("a green token"),
}
ANY_TOKEN = N_("a {colour} token")
GOODS = {
    "red": plural("{count} red (good|goods)"),
    "blue": plural("{count} blue (good|goods)"),
    "yellow": plural("{count} yellow (good|goods)"),
    "green": plural("{count} green (good|goods)"),
}
PLACES = {
    "Osaka": N_("to Osaka"),
    "Oshima": N_("to Oshima"),
    "Anori": N_("to Anori"),
    "Enshunada": N_("to Enshunada"),
    "Edo": N_("to Edo"),
}
ICONS = plural("{count} insurance (icon|icons)")

TIES = N_("tied on points, whoever has the most tokens wins")
"""How ties are broken."""


def components(box: Box, words: NullTranslations) -> Iterator[Component]:
    """Yield the cards in a box, each with a description."""
    t = sdk.Speaker(words)
    for colour in box.colours.names:
        for value, copies in box.cards.copies.items():
            id = box.notation.letters[colour] + value
            icons = box.insurance.icons[value]
            means = t.count(ICONS, icons) if icons else ""
            yield Component(t._("goods card"), id, copies, f"{t._(colour)} {value}", means)
