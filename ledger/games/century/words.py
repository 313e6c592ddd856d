"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/century.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.log import events as g
from ledger.kernel.log.events import Event
from ledger.kernel.text import sentences as words
from ledger.kernel.text.catalogue import translator
from ledger.kernel.text.sentences import N_

from . import events as e
from .box import CLOSED
from .phrases import SYMBOLS, Teller

WORDS = (
    *(N_("points"), N_("VP tiles"), N_("outposts built"), N_("bonus tiles")),
    *(N_("cards"), N_("cards in hand")),
    *(N_("yellow"), N_("red"), N_("green"), N_("brown"), *SYMBOLS),
    *(N_("market"), N_("sea"), N_("port"), N_("ship"), N_("hold"), N_("hand")),
    *(N_("deck"), N_("stack"), N_("discard pile"), N_("supply")),
    *(N_("start"), N_("turn"), N_("reward")),
)
"""Single words that a screen may show: resources, colours, symbols, tiles, piles, questions."""


def word(text: str, lang: str = "en") -> str:
    """Translate one of `WORDS`; any other text stays as it is."""
    return _catalogue(lang).gettext(text) if text in WORDS else text


def tell(event: Event, names: Sequence[str], lang: str = "en") -> str:
    """Tell an event in a sentence."""
    return words.tell(Teller(event, names, _catalogue(lang)), SENTENCES)


def _catalogue(lang: str) -> gettext.NullTranslations:
    return translator("ledger.games.century", "century", lang)


def _acquired(t: Teller, x: e.Acquired) -> str:
    if x.paid and x.got:
        return t._("{name} acquires the card {card} for {paid} and takes {got} from it")
    if x.paid:
        return t._("{name} acquires the card {card} for {paid}")
    if x.got:
        return t._("{name} acquires the card {card} for nothing and takes {got} from it")
    return t._("{name} acquires the card {card} for nothing")


def _rested(t: Teller, x: e.Rested) -> str:
    if not x.cards:
        return t._("{name} rests with all cards in hand")
    return t.n(
        "{name} rests and takes {cards} card back into the hand",
        "{name} rests and takes {cards} cards back into the hand",
        x.cards,
    )


def _sailed(t: Teller, x: e.Sailed) -> str:
    if x.start == x.to:
        return t._("{name} stays at {to}")
    cards = len(x.hand) + len(x.played)
    if not cards:
        return t._("{name} sails from {start} to {to} without discarding a card")
    return t.n(
        "{name} sails from {start} to {to} for {discards} card: {spent}",
        "{name} sails from {start} to {to} for {discards} cards: {spent}",
        cards,
    )


def _bonus(t: Teller, x: e.BonusTaken) -> str:
    if x.bonus == "move":
        return t._("{name} takes the bonus tile for an extra step")
    if x.bonus == "hold":
        return t._("{name} takes the bonus tile for a larger hold")
    return t.n(
        "{name} takes the bonus tile for {points} point",
        "{name} takes the bonus tile for {points} points",
        x.points,
    )


def _ended(t: Teller, x: g.Ended) -> str:
    if x.reason != REASON or not x.ranking:
        return t._("The game is broken off: {reason}")
    why = t._("There are enough VP tiles and the game ends")
    won = t.n(
        "{winners} wins (points: {scores})",
        "{winners} share the victory (points: {scores})",
        len(x.ranking[0]),
    )
    return f"{why}: {won}"


REASON = "tiles"
"""How a game ends that is played to its end."""

SENTENCES: dict[type[Event], Callable[[Teller, Any], str]] = {
    e.Dealt: lambda t, x: t.n(
        "{name} begins with the card {cards}",
        "{name} begins with the cards {cards}",
        len(x.cards),
    ),
    e.RowFilled: lambda t, x: t.n(
        "A merchant card is laid out: {cards}", "Merchant cards are laid out: {cards}", len(x.cards)
    ),
    e.Removed: lambda t, x: t.n(
        "A market tile with the symbol {symbol} goes back to the box: {tiles}",
        "Market tiles with the symbol {symbol} go back to the box: {tiles}",
        len(x.tiles),
    ),
    e.Shuffled: lambda t, x: t.n(
        "{mixed} market or sea tile is shuffled for the map",
        "{mixed} market and sea tiles are shuffled for the map",
        len(x.tiles),
    ),
    e.Mapped: lambda t, x: t._("The map is laid out: {map}"),
    e.PortFilled: lambda t, x: (
        t._("The port {port} is closed")
        if x.tile == CLOSED
        else t._("The VP tile {tile} is turned up on the port {port}")
    ),
    e.Embarked: lambda t, x: t._("{name} chooses {got} and puts the ship on {to}"),
    e.Returned: lambda t, x: t._("Nobody chose these starting cubes: {sets}"),
    e.Turned: lambda t, x: t._("It is {name}'s turn"),
    e.Acquired: _acquired,
    e.Gathered: lambda t, x: t._("{name} plays the card {card} and takes {got}"),
    e.Upgraded: lambda t, x: (
        t._("{name} plays the card {card} and upgrades {gave} to {got}")
        if x.steps
        else t._("{name} plays the card {card} and upgrades nothing")
    ),
    e.Traded: lambda t, x: t._("{name} plays the card {card} and trades {gave} for {got}"),
    e.Rested: _rested,
    e.Sailed: _sailed,
    e.TollPaid: lambda t, x: t._("{name} pays {other} for the ship met there: {cube}"),
    e.Built: lambda t, x: (
        t._("{name} builds an outpost on {cell} ({symbol}) for {gave}")
        if x.gave
        else t._("{name} builds an outpost on {cell} ({symbol}) for nothing")
    ),
    e.ColumnEmptied: lambda t, x: (
        t._("{name} has emptied column {column} of the board and chooses a reward")
        if x.rewards
        else t._("{name} has emptied column {column} of the board, but no reward is left")
    ),
    e.CardRewarded: lambda t, x: (
        t._("{name} takes the card {card} as a reward, and {got} from it")
        if x.got
        else t._("{name} takes the card {card} as a reward")
    ),
    e.BonusTaken: _bonus,
    e.Exchanged: lambda t, x: t._("{name} trades {gave} for {got} at the market {cell}"),
    e.Declined: lambda t, x: t._("{name} does not use the market"),
    e.TileTaken: lambda t, x: t.n(
        "{name} takes the VP tile {tile} from the port {port} for {gave}: {points} point",
        "{name} takes the VP tile {tile} from the port {port} for {gave}: {points} points",
        x.points,
    ),
    e.ClosedMoved: lambda t, x: t._("The closed port moves from {start} to {to}"),
    e.Overflowed: lambda t, x: t.n(
        "{who} has more cubes than room", "{who} have more cubes than room", len(x.seats)
    ),
    e.Discarded: lambda t, x: t._("{name} returns {back} to the supply"),
    e.Finished: lambda t, x: t._("Round {round} is over"),
    g.Opened: lambda t, x: t.n(
        "Century: Sand to Sea, {players} player: {seats}",
        "Century: Sand to Sea, {players} players: {seats}",
        len(x.seats),
    ),
    g.Ended: _ended,
}
