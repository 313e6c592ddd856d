"""A board for games that don't draw one: everything in the view, in rows and panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec
from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.scene.plain_scene import HEAD, SEAT_HEAD
from ledger.kernel.words.sentences import N_

from .frames import aligned
from .picture import Picture, blank

MANY = 4
"""From this many equal things in a row on, they are counted."""


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
        """One line for each entry, or more if it is long or a table."""
        for name, value in told.items():
            words = self.tell(name.replace("_", " "))
            title = self.clean(words[:1].upper() + words[1:])
            yield from (blank().append_text(line) for line in self.shown(title, value, room))

    def shown(self, title: str, value: Any, room: int) -> list[Text]:
        """A value below or after its title."""
        if isinstance(value, msgspec.Struct):
            value = msgspec.structs.asdict(value)
        if isinstance(value, Mapping) and value:
            held = [*value.values()]
            if any(isinstance(x, Mapping | tuple | list) for x in held):
                return [Text(title, "bold"), *self.rows(value, room)]
            table = [*zip(*(self.column(k, v) for k, v in value.items()), strict=True)]
            above, below = aligned([(Text(f"{title} ", "bold"), *table[0]), (Text(), *table[1])])
            if above.cell_len <= room and below.cell_len <= room:
                return [above, below]
        return self.listed(title, self.parts(value), room, self.tell("none"))

    def rows(self, table: Mapping[Any, Any], room: int) -> Iterator[Text]:
        """A line for each key of a table whose entries are several things."""
        keys = [self.one(key) for key in table]
        wide = min(max(map(cell_len, keys)), max(room // 3, 4))
        for key, value in zip(keys, table.values(), strict=True):
            label = Text(f"  {self.fit(key, wide)}".ljust(wide + 3), "dim")
            parts = self.parts(value) or [Text(self.tell("none"), "dim")]
            yield from self.flow(label, parts, room, indent=label.cell_len)

    def column(self, key: Any, value: Any) -> tuple[Text, Text]:
        """An entry of a table: its key above its value."""
        return Text(self.one(key), "dim"), self.part(value)

    def parts(self, value: Any) -> list[Text]:
        """A value as a list of words; several unknown things, or equal ones, are counted."""
        if isinstance(value, Mapping):
            return [
                Text(f"{self.one(k)} ", "dim").append_text(self.part(v)) for k, v in value.items()
            ]
        if not isinstance(value, tuple | list):
            return [Text(self.one(value))]
        found = []
        for part, same in groupby(value):
            many = sum(1 for _ in same)
            if many < MANY or isinstance(part, int):
                found += [self.part(part)] * many
            else:
                found.append(self.part(part).append(f"{self.common.times}{many}"))
        return [part.copy() for part in found]

    def part(self, value: Any) -> Text:
        """A value as one of several: a name is that of a card or another piece, with an outline."""
        if value is None or isinstance(value, str):
            return Text("[", "dim").append(self.one(value), "default").append("]", "dim")
        return Text(self.one(value))

    def one(self, value: Any) -> str:
        """A value as a single word."""
        if isinstance(value, msgspec.Struct):
            value = msgspec.structs.asdict(value)
        if value is None:
            return "?"
        if isinstance(value, bool):
            return self.tell("yes") if value else self.tell("no")
        if isinstance(value, Mapping):
            parts = [f"{self.one(k)} {self.one(v)}" for k, v in value.items()]
            return f"({', '.join(parts)})" if value else "-"
        if isinstance(value, tuple | list):
            return f"({', '.join(map(self.one, value))})" if value else "-"
        return self.clean(str(value)) or "-"


def _rest(thing: Any, without: frozenset[str]) -> dict[str, Any]:
    facts = msgspec.structs.asdict(thing)
    return {name: value for name, value in facts.items() if name not in without}
