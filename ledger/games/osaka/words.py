"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/osaka.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.log import events as g
from ledger.kernel.log.events import Event
from ledger.kernel.text import sentences as words
from ledger.kernel.text.catalogue import translator
from ledger.kernel.text.sentences import N_

from . import events as e
from .phrases import Teller

WORDS = (
    *(N_("hand"), N_("coins"), N_("goods"), N_("insured"), N_("tokens"), N_("VP")),
    *(N_("red"), N_("blue"), N_("yellow"), N_("green")),
    *(N_("white"), N_("pink"), N_("gray"), N_("brown")),
    *(N_("Market"), N_("Farm"), N_("draw pile"), N_("discard pile")),
    *(N_("starting token"), N_("action"), N_("insurance")),
)
"""Single words that a screen may show: resources, colours, rows, questions."""


def word(text: str, lang: str = "en") -> str:
    """Translate one of `WORDS`; any other text stays as it is."""
    return _catalogue(lang).gettext(text) if text in WORDS else text


def tell(
    event: Event, names: Sequence[str], lang: str = "en", places: Sequence[str] | None = None
) -> str:
    """Tell an event in a sentence; `places` names the route of a box of one's own."""
    told = _builtin_places() if places is None else places
    return words.tell(Teller(event, names, _catalogue(lang), told), SENTENCES)


def _catalogue(lang: str) -> gettext.NullTranslations:
    return translator("ledger.games.osaka", "osaka", lang)


@functools.cache
def _builtin_places() -> tuple[str, ...]:
    from . import GAME

    return tuple(p.name for p in GAME.box.route)


def _dealt(t: Teller, x: e.Dealt) -> str:
    if x.to == "market":
        return t.n("{cards} comes to the Market", "{cards} come to the Market", len(x.cards))
    return t.n("{cards} comes to the Farm", "{cards} come to the Farm", len(x.cards))


def _bought(t: Teller, x: e.Bought) -> str:
    if x.freed:
        return t._("{name} buys {cards} for {cost}, paying {paid}, and gets the piece back")
    return t._("{name} buys {cards} for {cost}, paying {paid}")


def _reserved(t: Teller, x: e.Reserved) -> str:
    farm = t._("{name} reserves {card} in the Farm")
    return t._("{name} reserves {card} in the Market") if x.row == "market" else farm


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


def _ended(t: Teller, x: g.Ended) -> str:
    if x.reason not in ("tokens", "all passed") or not x.ranking:
        return t._("The game is broken off: {reason}")
    passed = t._("Everybody has passed and the game ends")
    why = t._("Enough tokens are gained and the game ends") if x.reason == "tokens" else passed
    won = t.n(
        "{winners} wins ({scores})", "{winners} share the victory ({scores})", len(x.ranking[0])
    )
    return f"{why}: {won}"


SENTENCES: dict[type[Event], Callable[[Teller, Any], str]] = {
    e.Dealt: _dealt,
    e.Shown: lambda t, x: t._("{name} shows a starting hand of {cards}"),
    e.First: lambda t, x: (
        t._("{starter} is the first player, drawn by lot")
        if x.lot
        else t._("{starter} is the first player")
    ),
    e.Claimed: lambda t, x: t._("{name} takes {token} to start with"),
    e.Turned: lambda t, x: t._("It is {name}'s turn"),
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
    e.Sold: lambda t, x: t._("{name} sells {set} for {value}: {vp} VP"),
    e.Drew: _drew,
    e.Earned: lambda t, x: t._("{name} gains {token}"),
    e.Sank: _sank,
    e.Insured: lambda t, x: t._("{name} insures {goods}, discarding {cards}"),
    e.Declined: lambda t, x: t._("{name} insures nothing"),
    e.Lost: lambda t, x: t._("{name} loses {cards}"),
    e.Returned: lambda t, x: t._("{ship} goes back {place}"),
    e.Freed: lambda t, x: t._("{name} gets the reservation piece back"),
    e.Passed: lambda t, x: t._("{name} passes, as nothing can be done"),
    g.Opened: lambda t, x: t.n(
        "Traders of Osaka, {players} player: {seats}",
        "Traders of Osaka, {players} players: {seats}",
        len(x.seats),
    ),
    g.Ended: _ended,
}
