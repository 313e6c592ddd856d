"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/osaka.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from ledger import sdk
from ledger.sdk import N_, NN_, Ended, Opened, Sentences, when

from . import events as e
from .texts import ANY_SHIP, ANY_TOKEN, GOODS, PLACES, SHIPS, TOKENS


class Teller(sdk.Teller):
    """Tells ships, tokens, goods and places."""

    score = N_("{name} {points} VP")
    phrases = {  # noqa: RUF012
        "starter": lambda t, x: t.name(x.first),
        "paid": lambda t, x: " ".join(x.paid) or t._("nothing"),
        "token": lambda t, x: t.say(TOKENS.get(x.colour, ANY_TOKEN)).format_map(t),
        "set": lambda t, x: t.goods(x.colour, len(x.cards)),
        "ship": lambda t, x: t.say(SHIPS.get(x.colour, ANY_SHIP)).format_map(t),
        "spaces": lambda t, x: x.end - x.start,
        "place": lambda t, x: t.place(x.end),
        "shuffled": lambda t, x: sum(x.cards.values()),
        "colours": lambda t, x: [t.p("ship", colour) for colour in x.colours],
        "insurers": lambda t, x: [t.name(seat) for seat in x.asked],
    }

    def goods(self, colour: str, count: int) -> str:
        """A number of goods, as what is sold."""
        texts = GOODS.get(colour, NN_("{count} {colour} good", "{count} {colour} goods"))
        return self.count(texts, count, colour=colour)

    def place(self, index: int) -> str:
        """Where a ship goes."""
        if not 0 <= index < len(self.box.route):
            return self._("to space {index}").format(index=index)
        name = self.box.route[index].name
        return self.say(PLACES.get(name, N_("to {place}"))).format(place=name)


SINKS = NN_("The Black Tide sinks the {colours} ship", "The Black Tide sinks the {colours} ships")


def _sank_insurable(t: Teller, x: e.Sank) -> str:
    insurers = NN_("{insurers} can insure goods", "{insurers} can insure goods")
    return f"{t.say(SINKS)}; {t.say(insurers)}"


SENTENCES: Sentences = {
    when(e.Dealt, to="market"): NN_("{cards} comes to the Market", "{cards} come to the Market"),
    e.Dealt: NN_("{cards} comes to the Farm", "{cards} come to the Farm"),
    e.Shown: N_("{name} shows a starting hand of {cards}"),
    when(e.First, "lot"): N_("{starter} is the first player, drawn by lot"),
    e.First: N_("{starter} is the first player"),
    e.Claimed: N_("{name} takes {token} to start with"),
    e.Turned: N_("It is {name}'s turn"),
    when(e.Bought, "freed"): N_(
        "{name} buys {cards} for {cost}, paying {paid}, and gets the piece back"
    ),
    e.Bought: N_("{name} buys {cards} for {cost}, paying {paid}"),
    e.Sailed: NN_("{ship} sails {spaces} space {place}", "{ship} sails {spaces} spaces {place}"),
    when(e.Took, "freed"): N_("{name} takes the reserved {card} as coins"),
    e.Took: N_("{name} takes {card} as coins"),
    when(e.Reserved, row="market"): N_("{name} reserves {card} in the Market"),
    e.Reserved: N_("{name} reserves {card} in the Farm"),
    e.Restocked: NN_(
        "{cards} moves from the Farm to the Market", "{cards} move from the Farm to the Market"
    ),
    e.Reshuffled: NN_(
        "{shuffled} discarded card is shuffled into a new draw pile",
        "{shuffled} discarded cards are shuffled into a new draw pile",
    ),
    e.Sold: N_("{name} sells {set} for {value}: {vp} VP"),
    when(e.Drew, "substitutes"): N_(
        "{name} marks {substitutes} VP with substitutes, as no card is left"
    ),
    e.Drew: NN_(
        "{name} draws {count} card face down as VP", "{name} draws {count} cards face down as VP"
    ),
    e.Earned: N_("{name} gains {token}"),
    when(e.Sank, "asked"): _sank_insurable,
    e.Sank: SINKS,
    e.Insured: N_("{name} insures {goods}, discarding {cards}"),
    e.Declined: N_("{name} insures nothing"),
    e.Lost: N_("{name} loses {cards}"),
    e.Returned: N_("{ship} goes back {place}"),
    e.Freed: N_("{name} gets the reservation piece back"),
    e.Passed: N_("{name} passes, as nothing can be done"),
    Opened: NN_(
        "Traders of Osaka, {players} player: {seats}",
        "Traders of Osaka, {players} players: {seats}",
    ),
    Ended: sdk.ended(
        {
            "tokens": N_("Enough tokens are gained and the game ends"),
            "all passed": N_("Everybody has passed and the game ends"),
        },
        NN_("{winners} wins ({scores})", "{winners} share the victory ({scores})"),
    ),
}
