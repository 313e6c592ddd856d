"""Events in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger import sdk
from ledger.sdk import Sentences

from . import events as e


class Teller(sdk.Teller):
    """Tells stones that nobody saw; English is all that Splash speaks."""

    def several(self, values: Sequence[Any]) -> str:
        """Stones or faces."""
        return " ".join(x or "?" for x in values)


SENTENCES: Sentences = {
    e.Drew: "{name} draws {stones}",
    e.Turned: "It is {name}'s turn",
    e.Fished: "{name} fishes",
    e.Threw: "{name} throws {stone}",
    e.Ducked: "{name} ducks with {stone}",
    e.Stood: "{name} stands",
    e.Rolled: "{name} rolls {faces}",
    e.Scored2: "{name} scores {points}",
}
