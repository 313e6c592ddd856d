"""Events in sentences, in every language that has a catalogue.

The catalogues are `locale/<lang>/LC_MESSAGES/klongs.po` and `.mo`; a test says how to renew them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger import sdk
from ledger.sdk import N_, NN_, Ended, Opened, Sentences, when

from . import events as e
from .box import Special
from .rules.placing import WITHOUT

GOODS = (
    *(N_("shrimp"), N_("flowers"), N_("avocado"), N_("pineapple")),
    *(N_("aubergine"), N_("fish"), N_("banana")),
)
ROLES = {"thief": N_("a thief"), "guard": N_("a guard"), "cook": N_("a cook-shop")}
WORDS = (
    *(N_("points"), N_("boats in hand"), N_("traders in the pool"), N_("traders on the board")),
    *(N_("move cards"), N_("boats in the warehouse")),
    *(N_("red"), N_("yellow"), N_("green"), N_("blue")),
    *(N_("thief"), N_("guard"), N_("cook"), *GOODS),
    *(N_("hand"), N_("stack"), N_("warehouse"), N_("basket"), N_("parasol"), N_("mooring")),
    *(N_("place"), N_("market day"), N_("end of turn")),
)
"""Single words that a screen may show: resources, colours, boats, places, questions."""


class Teller(sdk.Teller):
    """Puts boats, goods and points into the words of a language."""

    phrases = {  # noqa: RUF012
        "boat": lambda t, x: t.boat(x.boat),
        "drawn": lambda t, x: len(x.boats),
        "other": lambda t, x: t.name(x.owner),
        "cause": lambda t, x: t.name(x.trigger),
        "begins": lambda t, x: t.name(x.first),
        "step": lambda t, x: str(x.step),
        "gains": lambda t, x: t.gains(x),
    }

    def several(self, values: Sequence[str | None]) -> str:
        """Boats, some of them perhaps unseen."""
        roles = {b.id: b.role for b in self.box.specials.boats}
        return self.each("?" if x is None else self._(roles.get(x, x)) for x in values)

    def boat(self, id: str) -> str:
        """A boat, as what somebody places or takes."""
        b = next((b for b in self.box.kinds if b.id == id), None)
        if b is None:
            return self._("the boat {id}").format(id=id)
        if isinstance(b, Special):
            return self._(ROLES[b.role])
        baskets = self.count(NN_("{count} basket", "{count} baskets"), b.baskets)
        parts = [self._(b.good) if b.good in GOODS else b.good, baskets]
        if b.trader:
            parts.append(self._("neutral"))
        if b.parasol:
            parts.append("Luk-Phat")
        return self._("the boat {id} ({what})").format(id=id, what=", ".join(parts))

    def gains(self, x: e.Scored) -> str:
        """Who scores how much at a mooring place."""
        gains = [f"{self.name(i)} {n}" for i, n in enumerate(x.points, 1) if n]
        return ", ".join(gains) or self._("no points")


def _stolen(t: Teller, x: e.Stolen) -> str:
    if x.keep == "hand":
        told = t._("{name}'s thief takes {boat} from {field} to the hand")
    else:
        told = t._("{name}'s thief takes {boat} from {field} to the warehouse")
    back = t._("a trader goes back to {other}")
    return f"{told}; {back}" if x.owner else told


def _seen(x: e.Drew) -> bool:
    return any(x.boats)


SENTENCES: Sentences = {
    when(Opened, lambda x: x.options.get("tactical")): NN_(
        "Bangkok Klongs with two stacks, {players} player: {seats}",
        "Bangkok Klongs with two stacks, {players} players: {seats}",
    ),
    Opened: NN_(
        "Bangkok Klongs, {players} player: {seats}", "Bangkok Klongs, {players} players: {seats}"
    ),
    when(e.Drew, _seen, "stack"): N_("{name} draws from stack {stack}: {boats}"),
    when(e.Drew, _seen): N_("{name} draws {boats}"),
    when(e.Drew, "stack"): NN_(
        "{name} draws {drawn} boat from stack {stack}",
        "{name} draws {drawn} boats from stack {stack}",
    ),
    e.Drew: NN_("{name} draws {drawn} boat", "{name} draws {drawn} boats"),
    e.Turned: N_("It is {name}'s turn"),
    when(e.Placed, trader=WITHOUT): N_("{name} places {boat} on {field} and leaves the seat empty"),
    when(e.Placed, "trader"): N_("{name} places {boat} on {field}, with the trader from {trader}"),
    e.Placed: N_("{name} places {boat} on {field}"),
    when(e.Passed, "thieves"): NN_(
        "{name} has only {thieves} thief, which cannot be placed, and passes",
        "{name} has only {thieves} thieves, which cannot be placed, and passes",
    ),
    e.Passed: N_("{name} has no boat that can be placed and passes"),
    e.Moved: N_("{name} uses a move card: the boat on {field} goes to {to}"),
    e.Stolen: _stolen,
    when(e.Chased, keep="hand"): N_(
        "{name}'s guard catches the thief on {field}: it goes to the hand"
    ),
    e.Chased: N_("{name}'s guard catches the thief on {field}: it leaves the game"),
    e.Advanced: NN_(
        "The Luk-Phat marker goes to field {step}: {name} gets {points} point",
        "The Luk-Phat marker goes to field {step}: {name} gets {points} points",
    ),
    when(e.DayBegan, kind="big"): N_(
        "{cause} brings about the big market day, {begins} scores first"
    ),
    e.DayBegan: N_("{cause} brings about a small market day and begins"),
    when(e.Scored, factor=1): NN_(
        "{name} scores {mooring} with {baskets} basket: {gains}",
        "{name} scores {mooring} with {baskets} baskets: {gains}",
    ),
    e.Scored: NN_(
        "{name} scores {mooring} with {baskets} basket, times {factor}: {gains}",
        "{name} scores {mooring} with {baskets} baskets, times {factor}: {gains}",
    ),
    when(e.Stored, "owner"): N_(
        "{name} takes {boat} from {field} to the warehouse and the trader back to the pool"
    ),
    e.Stored: N_("{name} takes {boat} from {field} to the warehouse"),
    e.Declined: N_("{name} does not want to score in this round"),
    e.Skipped: N_("{name} has nothing to score in this round"),
    when(e.DayOver, kind="big"): N_("The big market day is over"),
    e.DayOver: N_("The small market day is over"),
    e.TurnEnded: N_("{name} ends the turn"),
    e.Valued: NN_(
        "{name} gets {points} point for the warehouse",
        "{name} gets {points} points for the warehouse",
    ),
    Ended: sdk.ended(
        {
            "big market day": N_("The big market day is over and the game ends"),
            "no boat can be placed": N_("No boat can be placed any more and the game ends"),
        },
        NN_("{winners} wins (points: {scores})", "{winners} share the victory (points: {scores})"),
    ),
}
