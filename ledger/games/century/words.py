"""Events in sentences: what fills their gaps, and what they say under a condition.

The catalogues are `locale/<lang>/LC_MESSAGES/century.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ledger import sdk
from ledger.sdk import N_, NN_, Ended, Opened, Sentences, plural, when

from . import events as e
from .box import CLOSED
from .texts import SYMBOLS, Speaker


class Teller(sdk.Teller, Speaker):
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


SENTENCES: Sentences = {
    when(e.PortFilled, tile=CLOSED): N_("The port {port} is closed"),
    when(e.Acquired, "paid", "got"): N_(
        "{name} acquires the card {card} for {paid} and takes {got} from it"
    ),
    when(e.Acquired, "paid"): N_("{name} acquires the card {card} for {paid}"),
    when(e.Acquired, "got"): N_(
        "{name} acquires the card {card} for nothing and takes {got} from it"
    ),
    when(e.Upgraded, "steps"): N_("{name} plays the card {card} and upgrades {gave} to {got}"),
    when(e.Rested, "cards"): plural(
        "{name} rests and takes {cards} (card|cards) back into the hand"
    ),
    when(e.Sailed, lambda x: x.start == x.to): N_("{name} stays at {to}"),
    when(e.Sailed, hand=(), played=()): N_(
        "{name} sails from {start} to {to} without discarding a card"
    ),
    when(e.Built, "gave"): N_("{name} builds an outpost on {cell} ({symbol}) for {gave}"),
    when(e.ColumnEmptied, "rewards"): N_(
        "{name} has emptied column {column} of the board and chooses a reward"
    ),
    when(e.CardRewarded, "got"): N_("{name} takes the card {card} as a reward, and {got} from it"),
    when(e.BonusTaken, bonus="move"): N_("{name} takes the bonus tile for an extra step"),
    when(e.BonusTaken, bonus="hold"): N_("{name} takes the bonus tile for a larger hold"),
    Opened: plural("Century: Sand to Sea, {players} (player|players): {seats}"),
    Ended: sdk.ended(
        {"tiles": N_("There are enough VP tiles and the game ends")},
        NN_("{winners} wins (points: {scores})", "{winners} share the victory (points: {scores})"),
    ),
}
"""What events say under a condition only, and how a game begins and ends."""
