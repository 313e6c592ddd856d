"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/osaka.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from ledger import sdk
from ledger.sdk import N_, NN_, P_, Ended, Opened, Sentence

from . import events as e

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
SINKING = (P_("ship", "red"), P_("ship", "blue"), P_("ship", "yellow"), P_("ship", "green"))
TOKENS = {
    "red": N_("a red token"),
    "blue": N_("a blue token"),
    "yellow": N_("a yellow token"),
    "green": N_("a green token"),
}
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


class Teller(sdk.Teller):
    """Tells ships, tokens, goods and places."""

    score = N_("{name} {points} VP")
    phrases = {  # noqa: RUF012
        "starter": lambda t, x: t.name(x.first),
        "paid": lambda t, x: " ".join(x.paid) or t._("nothing"),
        "token": lambda t, x: t.token(x.colour),
        "set": lambda t, x: t.goods(x.colour, len(x.cards)),
        "ship": lambda t, x: t.ship(x.colour),
        "spaces": lambda t, x: str(x.end - x.start),
        "place": lambda t, x: t.place(x.end),
        "shuffled": lambda t, x: str(sum(x.cards.values())),
        "colours": lambda t, x: t.each(t.p("ship", colour) for colour in x.colours),
        "insurers": lambda t, x: t.each(map(t.name, x.asked)),
    }

    def ship(self, colour: str) -> str:
        """A ship, at the start of a sentence."""
        text = SHIPS.get(colour, N_("The {colour} ship"))
        return self._(text).format(colour=colour)

    def token(self, colour: str) -> str:
        """One token, as what somebody gets."""
        text = TOKENS.get(colour, N_("a {colour} token"))
        return self._(text).format(colour=colour)

    def goods(self, colour: str, count: int) -> str:
        """A number of goods, as what is sold."""
        texts = GOODS.get(colour, NN_("{count} {colour} good", "{count} {colour} goods"))
        return self.n(*texts, count).format(count=count, colour=colour)

    def place(self, index: int) -> str:
        """Where a ship goes."""
        if not 0 <= index < len(self.box.route):
            return self._("to space {index}").format(index=index)
        name = self.box.route[index].name
        text = PLACES.get(name, N_("to {place}"))
        return self._(text).format(place=name)


def _dealt(t: Teller, x: e.Dealt) -> str:
    if x.to == "market":
        return t.n("{cards} comes to the Market", "{cards} come to the Market", len(x.cards))
    return t.n("{cards} comes to the Farm", "{cards} come to the Farm", len(x.cards))


def _bought(t: Teller, x: e.Bought) -> str:
    if x.freed:
        return t._("{name} buys {cards} for {cost}, paying {paid}, and gets the piece back")
    return t._("{name} buys {cards} for {cost}, paying {paid}")


def _reserved(t: Teller, x: e.Reserved) -> str:
    if x.row == "market":
        return t._("{name} reserves {card} in the Market")
    return t._("{name} reserves {card} in the Farm")


def _drew(t: Teller, x: e.Drew) -> str:
    if x.substitutes:
        return t._("{name} marks {substitutes} VP with substitutes, as no card is left")
    return t.n(
        "{name} draws {count} card face down as VP",
        "{name} draws {count} cards face down as VP",
        x.count,
    )


def _sank(t: Teller, x: e.Sank) -> str:
    text = t.n(
        "The Black Tide sinks the {colours} ship",
        "The Black Tide sinks the {colours} ships",
        len(x.colours),
    )
    more = t.n("{insurers} can insure goods", "{insurers} can insure goods", len(x.asked))
    return f"{text}; {more}" if x.asked else text


SENTENCES: dict[type, Sentence] = {
    e.Dealt: _dealt,
    e.Shown: N_("{name} shows a starting hand of {cards}"),
    e.First: lambda t, x: (
        t._("{starter} is the first player, drawn by lot")
        if x.lot
        else t._("{starter} is the first player")
    ),
    e.Claimed: N_("{name} takes {token} to start with"),
    e.Turned: N_("It is {name}'s turn"),
    e.Bought: _bought,
    e.Sailed: lambda t, x: t.n(
        "{ship} sails {spaces} space {place}",
        "{ship} sails {spaces} spaces {place}",
        x.end - x.start,
    ),
    e.Took: lambda t, x: (
        t._("{name} takes the reserved {card} as coins")
        if x.freed
        else t._("{name} takes {card} as coins")
    ),
    e.Reserved: _reserved,
    e.Restocked: lambda t, x: t.n(
        "{cards} moves from the Farm to the Market",
        "{cards} move from the Farm to the Market",
        len(x.cards),
    ),
    e.Reshuffled: lambda t, x: t.n(
        "{shuffled} discarded card is shuffled into a new draw pile",
        "{shuffled} discarded cards are shuffled into a new draw pile",
        sum(x.cards.values()),
    ),
    e.Sold: N_("{name} sells {set} for {value}: {vp} VP"),
    e.Drew: _drew,
    e.Earned: N_("{name} gains {token}"),
    e.Sank: _sank,
    e.Insured: N_("{name} insures {goods}, discarding {cards}"),
    e.Declined: N_("{name} insures nothing"),
    e.Lost: N_("{name} loses {cards}"),
    e.Returned: N_("{ship} goes back {place}"),
    e.Freed: N_("{name} gets the reservation piece back"),
    e.Passed: N_("{name} passes, as nothing can be done"),
    Opened: lambda t, x: t.n(
        "Traders of Osaka, {players} player: {seats}",
        "Traders of Osaka, {players} players: {seats}",
        len(x.seats),
    ),
    Ended: sdk.ended(
        {
            "tokens": N_("Enough tokens are gained and the game ends"),
            "all passed": N_("Everybody has passed and the game ends"),
        },
        NN_("{winners} wins ({scores})", "{winners} share the victory ({scores})"),
    ),
}
