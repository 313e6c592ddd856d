"""Sentences for events: how their gaps are filled, and how a game begins and ends.

The catalogues are `locale/<lang>/LC_MESSAGES/klongs.po` and `.mo`; `scripts/catalogues` updates
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger import sdk
from ledger.sdk import N_, Ended, Opened, Sentences, case, plural

from . import events as e
from .texts import ROLES, BoxSpeaker


class Teller(sdk.Teller, BoxSpeaker):
    """Puts boats, players and points into words."""

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
        """List boats, some of which may be unseen."""
        roles = {b.id: self._(ROLES[b.role]) for b in self.box.specials.boats}
        return self.each("?" if x is None else roles.get(x, x) for x in values)

    def gains(self, x: e.Scored) -> str:
        """Say who scores how much at a mooring place."""
        gains = [f"{self.name(i)} {n}" for i, n in enumerate(x.points, 1) if n]
        return ", ".join(gains) or self._("no points")


def _stolen(t: Teller, x: e.Stolen) -> str:
    """Say what a thief takes and, if there was a trader on the boat, who gets it back."""
    hand = N_("{name}'s thief takes {boat} from {field} into hand")
    warehouse = N_("{name}'s thief takes {boat} from {field} to the warehouse")
    told = t._(hand if x.keep == "hand" else warehouse)
    back = t._("a trader goes back to {other}")
    return f"{told}; {back}" if x.owner else told


SENTENCES: Sentences = {
    Opened: (
        case(
            plural("Bangkok Klongs with two stacks, {players} (player|players): {seats}"),
            lambda x: x.options.get("tactical"),
        ),
        plural("Bangkok Klongs, {players} (player|players): {seats}"),
    ),
    e.Stolen: _stolen,
    Ended: sdk.ended(
        {
            "big market day": N_("The big market day is over, so the game ends"),
            "no boat can be placed": N_("No more boats can be placed, so the game ends"),
        }
    ),
}
"""The sentences for the start and end of a game, and one that is put together from two parts.

All other events supply their own sentences.
"""
