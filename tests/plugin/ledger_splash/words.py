"""Events in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.kernel.log.events import Event, tag

from . import events as e

SENTENCES: dict[type, str] = {
    e.Drew: "{who} draws {stones}",
    e.Turned: "It is {who}'s turn",
    e.Fished: "{who} fishes",
    e.Threw: "{who} throws {stone}",
    e.Ducked: "{who} ducks with {stone}",
    e.Stood: "{who} stands",
    e.Rolled: "{who} rolls {faces}",
    e.Scored2: "{who} scores {points}",
}


def tell(event: Event, names: Sequence[str], lang: str = "en") -> str:
    """Tell an event; English is all that Splash speaks."""
    if type(event) not in SENTENCES:
        return tag(type(event))
    data: dict[str, Any] = {k: getattr(event, k) for k in event.__struct_fields__}
    lists = {k: " ".join(x or "?" for x in v) for k, v in data.items() if k in ("stones", "faces")}
    return SENTENCES[type(event)].format(**{**data, **lists}, who=names[data["seat"] - 1])
