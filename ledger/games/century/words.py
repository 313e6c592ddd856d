"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/century.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ledger import sdk
from ledger.sdk import N_, NN_, Ended, Opened, Sentences, when

from . import events as e
from .box import CLOSED, CUBES, SEA

SYMBOLS = (N_("ginger"), N_("chili"), N_("tea"), N_("cloves"))
"""The trade symbols of our box."""
WORDS = (
    *(N_("points"), N_("VP tiles"), N_("outposts built"), N_("bonus tiles")),
    *(N_("cards"), N_("cards in hand")),
    *(N_("yellow"), N_("red"), N_("green"), N_("brown"), *SYMBOLS),
    *(N_("market"), N_("sea"), N_("port"), N_("ship"), N_("hold"), N_("hand")),
    *(N_("deck"), N_("stack"), N_("discard pile"), N_("supply")),
    *(N_("start"), N_("turn"), N_("reward")),
)
"""Single words that a screen may show: resources, colours, symbols, tiles, piles, questions."""
ASKS = {
    "start": N_("to choose cubes and place a ship"),
    "turn": N_("on turn"),
    "reward": N_("to choose a reward"),
    "market": N_("may use the market"),
    "hold": N_("to put cubes back"),
}
"""What each question asks the player to do."""
CUBE = {
    "yellow": NN_("{count} yellow cube", "{count} yellow cubes"),
    "red": NN_("{count} red cube", "{count} red cubes"),
    "green": NN_("{count} green cube", "{count} green cubes"),
    "brown": NN_("{count} brown cube", "{count} brown cubes"),
}


class Teller(sdk.Teller):
    """Tells cubes, symbols and tiles."""

    phrases = {  # noqa: RUF012
        "other": lambda t, x: t.name(x.opponent),
        "who": lambda t, x: [t.name(seat) for seat in x.seats],
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

    def several(self, values: Sequence[Any]) -> str:
        """A field that holds several things."""
        return self.each(map(str, values))

    def cubes(self, colour: str, count: int) -> str:
        """A number of cubes, as what somebody takes or pays."""
        return self.count(CUBE[colour], count) if colour in CUBE else f"{count} {colour}"

    def amounts(self, cubes: Mapping[str, int]) -> str:
        """Cubes of several colours, from the lowest level to the highest."""
        order = dict.fromkeys((*CUBES, *cubes))
        return self.each([self.cubes(k, cubes[k]) for k in order if cubes.get(k)])

    def tile(self, cell: str, tile: str) -> str:
        """A tile on its place of the map."""
        return f"{cell} {self._('sea') if tile == SEA else tile}"


SENTENCES: Sentences = {
    e.Dealt: NN_("{name} begins with the card {cards}", "{name} begins with the cards {cards}"),
    e.RowFilled: NN_(
        "A merchant card is laid out: {cards}", "Merchant cards are laid out: {cards}"
    ),
    e.Removed: NN_(
        "A market tile with the symbol {symbol} goes back to the box: {tiles}",
        "Market tiles with the symbol {symbol} go back to the box: {tiles}",
    ),
    e.Shuffled: NN_(
        "{mixed} market or sea tile is shuffled for the map",
        "{mixed} market and sea tiles are shuffled for the map",
    ),
    e.Mapped: N_("The map is laid out: {map}"),
    when(e.PortFilled, tile=CLOSED): N_("The port {port} is closed"),
    e.PortFilled: N_("The VP tile {tile} is turned up on the port {port}"),
    e.Embarked: N_("{name} chooses {got} and puts the ship on {to}"),
    e.Returned: N_("Nobody chose these starting cubes: {sets}"),
    e.Turned: N_("It is {name}'s turn"),
    when(e.Acquired, "paid", "got"): N_(
        "{name} acquires the card {card} for {paid} and takes {got} from it"
    ),
    when(e.Acquired, "paid"): N_("{name} acquires the card {card} for {paid}"),
    when(e.Acquired, "got"): N_(
        "{name} acquires the card {card} for nothing and takes {got} from it"
    ),
    e.Acquired: N_("{name} acquires the card {card} for nothing"),
    e.Gathered: N_("{name} plays the card {card} and takes {got}"),
    when(e.Upgraded, "steps"): N_("{name} plays the card {card} and upgrades {gave} to {got}"),
    e.Upgraded: N_("{name} plays the card {card} and upgrades nothing"),
    e.Traded: N_("{name} plays the card {card} and trades {gave} for {got}"),
    when(e.Rested, "cards"): NN_(
        "{name} rests and takes {cards} card back into the hand",
        "{name} rests and takes {cards} cards back into the hand",
    ),
    e.Rested: N_("{name} rests with all cards in hand"),
    when(e.Sailed, lambda x: x.start == x.to): N_("{name} stays at {to}"),
    when(e.Sailed, hand=(), played=()): N_(
        "{name} sails from {start} to {to} without discarding a card"
    ),
    e.Sailed: NN_(
        "{name} sails from {start} to {to} for {discards} card: {spent}",
        "{name} sails from {start} to {to} for {discards} cards: {spent}",
    ),
    e.TollPaid: N_("{name} pays {other} for the ship met there: {cube}"),
    when(e.Built, "gave"): N_("{name} builds an outpost on {cell} ({symbol}) for {gave}"),
    e.Built: N_("{name} builds an outpost on {cell} ({symbol}) for nothing"),
    when(e.ColumnEmptied, "rewards"): N_(
        "{name} has emptied column {column} of the board and chooses a reward"
    ),
    e.ColumnEmptied: N_("{name} has emptied column {column} of the board, but no reward is left"),
    when(e.CardRewarded, "got"): N_("{name} takes the card {card} as a reward, and {got} from it"),
    e.CardRewarded: N_("{name} takes the card {card} as a reward"),
    when(e.BonusTaken, bonus="move"): N_("{name} takes the bonus tile for an extra step"),
    when(e.BonusTaken, bonus="hold"): N_("{name} takes the bonus tile for a larger hold"),
    e.BonusTaken: NN_(
        "{name} takes the bonus tile for {points} point",
        "{name} takes the bonus tile for {points} points",
    ),
    e.Exchanged: N_("{name} trades {gave} for {got} at the market {cell}"),
    e.Declined: N_("{name} does not use the market"),
    e.TileTaken: NN_(
        "{name} takes the VP tile {tile} from the port {port} for {gave}: {points} point",
        "{name} takes the VP tile {tile} from the port {port} for {gave}: {points} points",
    ),
    e.ClosedMoved: N_("The closed port moves from {start} to {to}"),
    e.Overflowed: NN_("{who} has more cubes than room", "{who} have more cubes than room"),
    e.Discarded: N_("{name} returns {back} to the supply"),
    e.Finished: N_("Round {round} is over"),
    Opened: NN_(
        "Century: Sand to Sea, {players} player: {seats}",
        "Century: Sand to Sea, {players} players: {seats}",
    ),
    Ended: sdk.ended(
        {"tiles": N_("There are enough VP tiles and the game ends")},
        NN_("{winners} wins (points: {scores})", "{winners} share the victory (points: {scores})"),
    ),
}
