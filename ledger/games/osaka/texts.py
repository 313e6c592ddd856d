"""The texts of what lies on the table: colours, ships, tokens, goods and places."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from ledger import sdk
from ledger.sdk import N_, NN_, P_, Component

from .box import Box

WORDS = (
    *(N_("hand"), N_("coins"), N_("goods"), N_("insured"), N_("tokens"), N_("VP")),
    *(N_("red"), N_("blue"), N_("yellow"), N_("green")),
    *(N_("white"), N_("pink"), N_("gray"), N_("brown")),
    *(N_("Market"), N_("Farm"), N_("draw pile"), N_("discard pile")),
    *(N_("starting token"), N_("action"), N_("insurance")),
    *(N_("refill timing"), N_("after sale"), N_("after purchase")),
    *(N_("insurance scope"), N_("sinking"), N_("any")),
)
"""Single words that a screen may show: resources, colours, rows, questions, options."""
SHIPS = {
    "red": N_("The red ship"),
    "blue": N_("The blue ship"),
    "yellow": N_("The yellow ship"),
    "green": N_("The green ship"),
}
ANY_SHIP = N_("The {colour} ship")
SINKING = (P_("ship", "red"), P_("ship", "blue"), P_("ship", "yellow"), P_("ship", "green"))
TOKENS = {
    "red": N_("a red token"),
    "blue": N_("a blue token"),
    "yellow": N_("a yellow token"),
    "green": N_("a green token"),
}
ANY_TOKEN = N_("a {colour} token")
GOODS = {
    "red": NN_("{count} red good", "{count} red goods"),
    "blue": NN_("{count} blue good", "{count} blue goods"),
    "yellow": NN_("{count} yellow good", "{count} yellow goods"),
    "green": NN_("{count} green good", "{count} green goods"),
}
PLACES = {
    "Osaka": N_("to Osaka"),
    "Oshima": N_("to Oshima"),
    "Anori": N_("to Anori"),
    "Enshunada": N_("to Enshunada"),
    "Edo": N_("to Edo"),
}
ICONS = NN_("{count} insurance icon", "{count} insurance icons")

TIES = N_("tied on points, whoever has the most tokens wins")
"""How a tie is broken."""


def components(box: Box, words: NullTranslations) -> Iterator[Component]:
    """The cards."""
    t = sdk.Speaker(words)
    for colour in box.colours.names:
        for value, copies in box.cards.copies.items():
            id, icons = box.notation.letters[colour] + value, box.insurance.icons[value]
            means = t.count(ICONS, icons) if icons else ""
            yield Component(t._("goods card"), id, copies, f"{t._(colour)} {value}", means)
