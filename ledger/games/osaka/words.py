"""Sentences for events, in every language that has a catalogue.

Most sentences are in `events.py`; `SENTENCES` has the rest, and `Teller` fills in their gaps. The
catalogues are `locale/<lang>/LC_MESSAGES/osaka.po` and `.mo`; `scripts/catalogues` updates them.
"""

from __future__ import annotations

from ledger import sdk
from ledger.sdk import N_, Ended, Opened, Sentences, case, plural

from . import events as e
from .texts import ANY_SHIP, ANY_TOKEN, GOODS, PLACES, SHIPS, TOKENS

ANY_GOODS = plural("{count} {colour} (good|goods)")
"""The goods sold in a colour found only in a custom box."""
INSURERS = plural("{insurers} can insure goods")
"""English uses the same wording for one player and for several; other languages don't."""


class Teller(sdk.Teller):
    """Fills in the gaps in sentences: ships, tokens, goods and places in words.

    `{name}`, `{seats}`, `{players}`, `{winners}` and `{scores}` come from `sdk.Teller`.
    """

    score = N_("{name} {points} VP")
    phrases = {  # noqa: RUF012
        "starter": lambda t, x: t.name(x.first),
        "paid": lambda t, x: " ".join(x.paid) or t._("nothing"),
        "token": lambda t, x: t.say(TOKENS.get(x.colour, ANY_TOKEN)).format_map(t),
        "set": lambda t, x: t.count(GOODS.get(x.colour, ANY_GOODS), len(x.cards), colour=x.colour),
        "ship": lambda t, x: t.say(SHIPS.get(x.colour, ANY_SHIP)).format_map(t),
        "spaces": lambda t, x: x.end - x.start,
        "place": lambda t, x: t.place(x.end),
        "shuffled": lambda t, x: sum(x.cards.values()),
        "colours": lambda t, x: [t.p("ship", colour) for colour in x.colours],
        "insurers": lambda t, x: [t.name(seat) for seat in x.asked],
    }

    def place(self, index: int) -> str:
        """Return the phrase for a ship's destination."""
        if not 0 <= index < len(self.box.route):
            return self._("to space {index}").format(index=index)
        name = self.box.route[index].name
        return self.say(PLACES.get(name, N_("to {place}"))).format(place=name)


def _ships_and_insurers(t: Teller, x: e.Sank) -> str:
    return f"{t.say(e.Sank.says)}; {t.say(INSURERS)}"


SENTENCES: Sentences = {
    e.Sank: (case(_ships_and_insurers, "asked"),),  # otherwise, the event's own sentence
    Opened: plural("Traders of Osaka, {players} (player|players): {seats}"),
    Ended: sdk.ended(
        {
            "tokens": N_("Someone has enough tokens, so the game ends"),
            "all passed": N_("Everybody has passed, so the game ends"),
        },
        plural("{winners} (wins|share the victory) ({scores})"),
    ),
}
"""The sentences that events don't supply themselves."""
