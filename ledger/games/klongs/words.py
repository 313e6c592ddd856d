"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/klongs.po` and `.mo`; a test says how to renew them.
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
from .phrases import GOODS, Teller
from .rules.placing import WITHOUT

WORDS = (
    *(N_("points"), N_("boats in hand"), N_("traders in the pool"), N_("traders on the board")),
    *(N_("move cards"), N_("boats in the warehouse")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    *(N_("thief"), N_("guard"), N_("cook"), *GOODS),
    *(N_("hand"), N_("stack"), N_("warehouse"), N_("basket"), N_("parasol"), N_("mooring")),
    *(N_("place"), N_("market day"), N_("end of turn")),
)
"""Single words that a screen may show: resources, colours, boats, places, questions."""


def word(text: str, lang: str = "en") -> str:
    """Translate one of `WORDS`; any other text stays as it is."""
    return _catalogue(lang).gettext(text) if text in WORDS else text


def tell(event: Event, names: Sequence[str], lang: str = "en", box: Box | None = None) -> str:
    """Tell an event in a sentence; `box` is one's own, if the game was played with it."""
    t = Teller(event, names, _catalogue(lang), _builtin() if box is None else box)
    return words.tell(t, SENTENCES)


def _catalogue(lang: str) -> gettext.NullTranslations:
    return translator("ledger.games.klongs", "klongs", lang)


def _builtin() -> Box:
    from . import GAME

    box: Box = GAME.box
    return box


def _opened(t: Teller, x: g.Opened) -> str:
    if x.options.get("tactical"):
        return t.n(
            "Bangkok Klongs with two stacks, {players} player: {seats}",
            "Bangkok Klongs with two stacks, {players} players: {seats}",
            len(x.seats),
        )
    return t.n(
        "Bangkok Klongs, {players} player: {seats}",
        "Bangkok Klongs, {players} players: {seats}",
        len(x.seats),
    )


def _drew(t: Teller, x: e.Drew) -> str:
    if any(x.boats):
        if x.stack:
            return t._("{name} draws from stack {stack}: {boats}")
        return t._("{name} draws {boats}")
    if x.stack:
        return t.n(
            "{name} draws {drawn} boat from stack {stack}",
            "{name} draws {drawn} boats from stack {stack}",
            len(x.boats),
        )
    return t.n("{name} draws {drawn} boat", "{name} draws {drawn} boats", len(x.boats))


def _placed(t: Teller, x: e.Placed) -> str:
    if x.trader == WITHOUT:
        return t._("{name} places {boat} on {field} and leaves the seat empty")
    if x.trader:
        return t._("{name} places {boat} on {field}, with the trader from {trader}")
    return t._("{name} places {boat} on {field}")


def _passed(t: Teller, x: e.Passed) -> str:
    if not x.thieves:
        return t._("{name} has no boat that can be placed and passes")
    return t.n(
        "{name} has only {thieves} thief, which cannot be placed, and passes",
        "{name} has only {thieves} thieves, which cannot be placed, and passes",
        x.thieves,
    )


def _stolen(t: Teller, x: e.Stolen) -> str:
    if x.keep == "hand":
        told = t._("{name}'s thief takes {boat} from {field} to the hand")
    else:
        told = t._("{name}'s thief takes {boat} from {field} to the warehouse")
    back = t._("a trader goes back to {other}")
    return f"{told}; {back}" if x.owner else told


def _chased(t: Teller, x: e.Chased) -> str:
    if x.keep == "hand":
        return t._("{name}'s guard catches the thief on {field}: it goes to the hand")
    return t._("{name}'s guard catches the thief on {field}: it leaves the game")


def _day_began(t: Teller, x: e.DayBegan) -> str:
    if x.kind == "big":
        return t._("{cause} brings about the big market day, {begins} scores first")
    return t._("{cause} brings about a small market day and begins")


def _scored(t: Teller, x: e.Scored) -> str:
    if x.factor != 1:
        return t.n(
            "{name} scores {mooring} with {baskets} basket, times {factor}: {gains}",
            "{name} scores {mooring} with {baskets} baskets, times {factor}: {gains}",
            x.baskets,
        )
    return t.n(
        "{name} scores {mooring} with {baskets} basket: {gains}",
        "{name} scores {mooring} with {baskets} baskets: {gains}",
        x.baskets,
    )


def _stored(t: Teller, x: e.Stored) -> str:
    if x.owner:
        return t._(
            "{name} takes {boat} from {field} to the warehouse and the trader back to the pool"
        )
    return t._("{name} takes {boat} from {field} to the warehouse")


def _ended(t: Teller, x: g.Ended) -> str:
    why = {
        "big market day": t._("The big market day is over and the game ends"),
        "no boat can be placed": t._("No boat can be placed any more and the game ends"),
    }.get(x.reason)
    if why is None or not x.ranking:
        return t._("The game is broken off: {reason}")
    won = t.n(
        "{winners} wins (points: {scores})",
        "{winners} share the victory (points: {scores})",
        len(x.ranking[0]),
    )
    return f"{why}: {won}"


SENTENCES: dict[type[Event], Callable[[Teller, Any], str]] = {
    g.Opened: _opened,
    e.Drew: _drew,
    e.Turned: lambda t, x: t._("It is {name}'s turn"),
    e.Placed: _placed,
    e.Passed: _passed,
    e.Moved: lambda t, x: t._("{name} uses a move card: the boat on {field} goes to {to}"),
    e.Stolen: _stolen,
    e.Chased: _chased,
    e.Advanced: lambda t, x: t.n(
        "The Luk-Phat marker goes to field {step}: {name} gets {points} point",
        "The Luk-Phat marker goes to field {step}: {name} gets {points} points",
        x.points,
    ),
    e.DayBegan: _day_began,
    e.Scored: _scored,
    e.Stored: _stored,
    e.Declined: lambda t, x: t._("{name} does not want to score in this round"),
    e.Skipped: lambda t, x: t._("{name} has nothing to score in this round"),
    e.DayOver: lambda t, x: (
        t._("The big market day is over")
        if x.kind == "big"
        else t._("The small market day is over")
    ),
    e.TurnEnded: lambda t, x: t._("{name} ends the turn"),
    e.Valued: lambda t, x: t.n(
        "{name} gets {points} point for the warehouse",
        "{name} gets {points} points for the warehouse",
        x.points,
    ),
    g.Ended: _ended,
}
