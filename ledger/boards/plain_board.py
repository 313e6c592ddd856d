"""A board for games that don't draw one: everything in the view, in rows and panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from rich.text import Text

from ledger.kernel.scene.plain_scene import HEAD, SEAT_HEAD
from ledger.kernel.words.sentences import N_

from .picture import Picture, blank


class PlainBoard(Picture):
    """What is on the table, then what is in front of each player."""

    asks = {"turn": N_("on turn")}  # noqa: RUF012

    def table(self) -> Iterable[Text]:
        """Everything in the view."""
        return self.facts(_rest(self.view, HEAD), self.width)

    def supply(self) -> str:
        """Nothing: what is left to draw is shown with everything else."""
        return ""

    def points(self, seat: Any) -> Text:
        """The score, if the viewer may know it."""
        score = getattr(seat, "score", None)
        return Text("" if score is None else f" {score} ", "bold")

    def inside(self, seat: Any, room: int) -> list[Text]:
        """What a player has."""
        return list(self.facts(_rest(seat, SEAT_HEAD), room))

    def facts(self, told: Mapping[str, Any], room: int) -> Iterator[Text]:
        """One line for each entry, or more if it is long."""
        for name, value in told.items():
            title = self.clean(name.replace("_", " ").capitalize())
            parts = [Text(part) for part in self.parts(value)]
            for line in self.listed(title, parts, room, self.tell("none")):
                yield blank().append_text(line)

    def parts(self, value: Any) -> list[str]:
        """A value as a list of words."""
        if isinstance(value, Mapping):
            return [f"{self.one(k)} {self.one(v)}" for k, v in value.items()]
        if isinstance(value, tuple | list):
            return [self.one(part) for part in value]
        return [self.one(value)]

    def one(self, value: Any) -> str:
        """A value as a single word."""
        if value is None:
            return "?"
        if isinstance(value, bool):
            return self.tell("yes") if value else self.tell("no")
        if isinstance(value, Mapping | tuple | list):
            return f"({', '.join(self.parts(value))})" if value else "-"
        return self.clean(str(value)) or "-"


def _rest(thing: Any, without: frozenset[str]) -> dict[str, Any]:
    facts = msgspec.structs.asdict(thing)
    return {name: value for name, value in facts.items() if name not in without}
