"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/istanbul.po` and `.mo`; a test says how to renew them.
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
from .box import Box
from .phrases import Teller

WORDS = (
    *(N_("rubies"), N_("lira"), N_("crystals"), N_("tiles"), N_("goods"), N_("tokens")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("brown")),
    *(N_("fabric"), N_("fruit"), N_("spice"), N_("jewellery")),
    *(N_("crystal"), N_("bazaar"), N_("mosque"), N_("die"), N_("dice")),
    *(N_("deck"), N_("stack"), N_("discard pile"), N_("supply")),
    *(N_("income"), N_("action"), N_("card"), N_("offer")),
)
"""Single words that a screen may show: resources, colours, wares, tiles, piles, questions."""


def word(text: str, lang: str = "en") -> str:
    """Translate one of `WORDS`; any other text stays as it is."""
    return _catalogue(lang).gettext(text) if text in WORDS else text


def tell(event: Event, names: Sequence[str], lang: str = "en", box: Box | None = None) -> str:
    """Tell an event in a sentence; `box` is one's own, if the game was played with it."""
    t = Teller(event, names, _catalogue(lang), _builtin() if box is None else box)
    return words.tell(t, SENTENCES)


def _catalogue(lang: str) -> gettext.NullTranslations:
    return translator("ledger.games.istanbul", "istanbul", lang)


def _builtin() -> Box:
    from . import GAME

    box: Box = GAME.box
    return box


def _rerolled(t: Teller, x: e.Rerolled) -> str:
    if not x.spent:
        return t.n(
            "{name} rolls die {dice} again: {faces}",
            "{name} rolls dice {dice} again: {faces}",
            len(x.dice),
        )
    return t.n(
        "{name} pays {spent} and rolls die {dice} again: {faces}",
        "{name} pays {spent} and rolls dice {dice} again: {faces}",
        len(x.dice),
    )


def _card_used(t: Teller, x: e.CardUsed) -> str:
    if x.paid:
        return t._("{name} uses the bazaar card {card}, paying {goods}")
    return t._("{name} uses the bazaar card {card}")


def _tile_taken(t: Teller, x: e.TileTaken) -> str:
    if not x.dice:
        return t._("{name} takes the mosque tile {tile}")
    return t.n(
        "{name} takes the mosque tile {tile} and {dice} assistant die",
        "{name} takes the mosque tile {tile} and {dice} assistant dice",
        x.dice,
    )


def _tile_returned(t: Teller, x: e.TileReturned) -> str:
    if not x.dice:
        return t._("{name} puts the mosque tile {tile} under the stack")
    return t.n(
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant die",
        "{name} puts the mosque tile {tile} under the stack and returns {dice} assistant dice",
        x.dice,
    )


def _ended(t: Teller, x: g.Ended) -> str:
    if x.reason != "rubies" or not x.ranking:
        return t._("The game is broken off: {reason}")
    why = t._("Enough rubies are collected and the game ends")
    won = t.n(
        "{winners} wins (rubies: {scores})",
        "{winners} share the victory (rubies: {scores})",
        len(x.ranking[0]),
    )
    return f"{why}: {won}"


SENTENCES: dict[type[Event], Callable[[Teller, Any], str]] = {
    e.Displayed: lambda t, x: t.n(
        "A mosque tile is turned face up: {turned}",
        "Mosque tiles are turned face up: {turned}",
        len(x.tiles),
    ),
    e.Gained: lambda t, x: t._("{name} takes {things}"),
    e.Levied: lambda t, x: t.n(
        "The supply is empty: {who} returns {thing}",
        "The supply is empty: {who} return {thing} each",
        len(x.seats),
    ),
    e.Missed: lambda t, x: t._("The supply is empty: {name} goes without {things}"),
    e.Turned: lambda t, x: t._("It is {name}'s turn"),
    e.TileUsed: lambda t, x: t._("{name} uses the mosque tile {tile}"),
    e.Rolled: lambda t, x: t._("{name} rolls {faces}"),
    e.Rerolled: _rerolled,
    e.Paired: lambda t, x: t._("{name} exchanges {goods} for {token}"),
    e.Mixed: lambda t, x: t._("{name} exchanges {goods} for {gained}"),
    e.Cashed: lambda t, x: t.n(
        "{name} uses {dice} coin die for lira", "{name} uses {dice} coin dice for lira", x.dice
    ),
    e.Visited: lambda t, x: t.n(
        "{name} goes to the bazaar with {dice} card die",
        "{name} goes to the bazaar with {dice} card dice",
        x.dice,
    ),
    e.Revealed: lambda t, x: t.n(
        "A bazaar card is revealed: {revealed}",
        "Bazaar cards are revealed: {revealed}",
        len(x.cards),
    ),
    e.Reshuffled: lambda t, x: t.n(
        "{shuffled} discarded bazaar card is shuffled into a new deck",
        "{shuffled} discarded bazaar cards are shuffled into a new deck",
        len(x.cards),
    ),
    e.CardUsed: _card_used,
    e.CardDeclined: lambda t, x: t._("{name} uses the bazaar card {card} without its condition"),
    e.Offered: lambda t, x: t.n(
        "{who} may use the bazaar card {offer}",
        "{who} may use the bazaar card {offer}",
        len(x.seats),
    ),
    e.Accepted: lambda t, x: (
        t._("{name} accepts the offer, paying {goods}")
        if x.paid
        else t._("{name} accepts the offer")
    ),
    e.Refused: lambda t, x: t._("{name} declines the offer"),
    e.Skipped: lambda t, x: t._("{name} can no longer accept the offer"),
    e.Cleared: lambda t, x: t.n(
        "The bazaar card {cards} is discarded",
        "The bazaar cards {cards} are discarded",
        len(x.cards),
    ),
    e.Spent: lambda t, x: t._("{name} pays {things}"),
    e.Bought: lambda t, x: t._("{name} pays {goods} for the mosque tile {tile}"),
    e.TileTaken: _tile_taken,
    e.TileReturned: _tile_returned,
    e.RubyBought: lambda t, x: t._("{name} pays {price} for a ruby {area}"),
    e.RubyTaken: lambda t, x: t._("{name} takes ruby no. {number} {area}"),
    e.MosqueRuby: lambda t, x: t.n(
        "{name} owns {tiles} mosque tile and takes a ruby of the mosque",
        "{name} owns {tiles} mosque tiles and takes a ruby of the mosque",
        x.tiles,
    ),
    e.Finished: lambda t, x: t._("{name} passes the dice on"),
    g.Opened: lambda t, x: t.n(
        "Istanbul: The Dice Game, {players} player: {seats}",
        "Istanbul: The Dice Game, {players} players: {seats}",
        len(x.seats),
    ),
    g.Ended: _ended,
}
