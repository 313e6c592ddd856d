"""Sentences for events, in every language that has a catalogue.

The sentences are in `events.py`, apart from the two in `SENTENCES`; `Teller` fills in their gaps.
The catalogues are `locale/<lang>/LC_MESSAGES/istanbul.po` and `.mo`; `scripts/catalogues` updates
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ledger import sdk
from ledger.sdk import N_, Ended, Opened, Sentences, plural

from .commands import Reroll
from .rules.actions import MIXED
from .state import State
from .texts import AREAS, BoxSpeaker


class Teller(sdk.Teller, BoxSpeaker):
    """Fills in the gaps in sentences: goods, dice, tiles and cards in words."""

    phrases = {  # noqa: RUF012
        "things": lambda t, x: t.things(x.what, x.count),
        "thing": lambda t, x: t.things(x.what, 1),
        "token": lambda t, x: t.things(x.colour, 1),
        "gained": lambda t, x: t.amounts(Counter(MIXED.get(x.goods, x.take)).items()),
        "goods": lambda t, x: t.paid(x.paid),
        "price": lambda t, x: t.things("lira", x.lira) if x.lira and not x.paid else t.paid(x.paid),
        "spent": lambda t, x: t.amounts(x.spent.items()),
        "faces": lambda t, x: ", ".join(map(t.face, x.faces)),
        "area": lambda t, x: t.say(AREAS.get(x.area, N_("of the {area} area"))).format(area=x.area),
        "described": lambda t, x: t.tile(x.tile),
        "turned": lambda t, x: [t.tile(id) for id in x.tiles],
        "revealed": lambda t, x: ", ".join(map(t.revealed, x.cards)),
        "shuffled": lambda t, x: len(x.cards),
        "offer": lambda t, x: t.offer(x.card),
    }

    several = sdk.Teller.each
    """Put a field with several values into words in the same way as any other list."""


def offered(t: Teller, s: State) -> str:
    """Return what is asked of a player who may use the others' part of a card (IST-53)."""
    text = t._("{name} revealed the bazaar card {card}: accept or refuse")
    return text.format(name=t.name(s.active), card=t.offer(s.card))


def rerolled(t: Teller, s: State, x: Reroll) -> str:
    """Return what it means to roll dice again, before anybody knows what comes up (IST-17)."""
    dice = t.each(f"{i} ({t.face(s.dice[i - 1])})" for i in x.dice)
    return t.count(
        REROLLED,
        len(x.dice),
        name=t.name(x.seat),
        price=t.amounts(s.setup.reroll.items()),
        dice=dice,
    )


REROLLED = plural("{name} pays {price} and rolls (die|dice) {dice} again")
QUESTIONS: dict[str, str | Callable[[Teller, State], str]] = {
    "income": N_("choose which tile to use next"),
    "action": N_("take an action or end your turn"),
    "card": N_("choose a bazaar card"),
    "offer": offered,
}
"""What players are asked."""
PREVIEWS = {Reroll: rerolled}
"""What a command does whose event begins with a result of chance."""
SENTENCES: Sentences = {
    Opened: plural("Istanbul: The Dice Game, {players} (player|players): {seats}"),
    Ended: sdk.ended({"rubies": N_("Someone has enough rubies, so the game ends")}, "rubies"),
}
"""The sentences for the start and end of a game."""
