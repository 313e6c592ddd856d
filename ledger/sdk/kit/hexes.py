"""Hex maps in a box: which places are adjacent, how far apart they are, whether all connect."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from ledger.kernel.boxes.box import require

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place on a map: its column from the left, and its line from the top, in half hexes."""

    name: str
    column: int
    line: int

    def touches(self, other: Hex) -> bool:
        """Whether two places share an edge."""
        apart, away = abs(self.column - other.column), abs(self.line - other.line)
        return (apart, away) in ((0, 2), (1, 1))


def neighbours(hexes: Sequence[Hex]) -> dict[str, tuple[str, ...]]:
    """Return each place's neighbours.

    >>> neighbours([Hex(name="bay", column=0, line=0), Hex(name="hill", column=0, line=2)])
    {'bay': ('hill',), 'hill': ('bay',)}
    """
    return {a.name: tuple(b.name for b in hexes if a.touches(b)) for a in hexes}


def distances(hexes: Sequence[Hex]) -> dict[str, dict[str, int]]:
    """Return the number of steps from every place to every place that can be reached from it."""
    beside = neighbours(hexes)
    out = {}
    for start in beside:
        steps = {start: 0}
        queue = [start]
        for here in queue:
            for there in beside[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        out[start] = {c.name: steps[c.name] for c in hexes if c.name in steps}
    return out


def check_hexes(table: str, hexes: Sequence[Hex]) -> None:
    """Refuse a map unless each place has its own name and hex and a path to all the others.

    `table` is the name of the map's table in the box, for the message. Raises `WrongBox`.
    """
    _check_names(table, hexes)
    _check_places(table, hexes)
    first = hexes[0].name
    reached = distances(hexes)[first]
    far = [c.name for c in hexes if c.name not in reached]
    require(
        not far,
        "{table}: there is no path from {first} to {far}; every cell must be reachable",
        table=table,
        first=first,
        far=", ".join(far),
    )


def _check_names(table: str, hexes: Sequence[Hex]) -> None:
    names: dict[str, str] = {}
    for c in hexes:
        require(
            _NAME.fullmatch(c.name),
            "{table}: cell {name!r}: a name is a letter with letters or digits, like C3",
            table=table,
            name=c.name,
        )
        key = c.name.lower()
        require(
            key not in names,
            "{table}: two cells are called {name}; each needs its own name",
            table=table,
            name=names.get(key),
        )
        names[key] = c.name


def _check_places(table: str, hexes: Sequence[Hex]) -> None:
    places: dict[tuple[int, int], str] = {}
    a = hexes[0]
    for c in hexes:
        other = places.setdefault((c.column, c.line), c.name)
        require(
            other == c.name,
            "{table}: {other} and {name} are in the same place (column {column}, line {line})",
            table=table,
            other=other,
            name=c.name,
            column=c.column,
            line=c.line,
        )
        even = (c.column + c.line - a.column - a.line) % 2 == 0
        require(
            even,
            "{table}: {name} half overlaps its neighbours (column {column}, line {line}); "
            "next to {first} (column {first_column}, line {first_line}) "
            "it should be one line higher or lower",
            table=table,
            name=c.name,
            column=c.column,
            line=c.line,
            first=a.name,
            first_column=a.column,
            first_line=a.line,
        )
