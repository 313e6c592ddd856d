"""The texts of what lies on the table: colours, ships, tokens, goods and places."""

from __future__ import annotations

from ledger.sdk import N_, NN_, P_

WORDS = (
    *(N_("hand"), N_("coins"), N_("goods"), N_("insured"), N_("tokens"), N_("VP")),
    *(N_("red"), N_("blue"), N_("yellow"), N_("green")),
    *(N_("white"), N_("pink"), N_("gray"), N_("brown")),
    *(N_("Market"), N_("Farm"), N_("draw pile"), N_("discard pile")),
    *(N_("starting token"), N_("action"), N_("insurance")),
)
"""Single words that a screen may show: resources, colours, rows, questions."""
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
