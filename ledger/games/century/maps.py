"""Maps: cells of a hex grid, who touches whom, and what makes a map playable (CEN-A03)."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from ledger.sdk import Sourced, require

SLOTS, PORTS = 20, 4
"""CEN-A01, CEN-A03: what every map has."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place for a tile: its column from the left, its line from the top in half hexes."""

    name: str
    kind: Literal["slot", "port"]
    column: int
    line: int


class Map(Sourced, kw_only=True):
    """The cells of a map."""

    name: str = ""
    cells: tuple[Cell, ...]


def touch(a: Cell, b: Cell) -> bool:
    """Whether two cells share an edge."""
    apart, away = abs(a.column - b.column), abs(a.line - b.line)
    return (apart, away) in ((0, 2), (1, 1))


def neighbours(cells: tuple[Cell, ...]) -> dict[str, tuple[str, ...]]:
    """Return the cells that touch each cell."""
    return {a.name: tuple(b.name for b in cells if touch(a, b)) for a in cells}


def distances(cells: tuple[Cell, ...]) -> dict[str, dict[str, int]]:
    """Return the steps from every cell to every cell that can be reached (CEN-A38)."""
    beside = neighbours(cells)
    out = {}
    for start in beside:
        steps = {start: 0}
        queue = [start]
        for here in queue:
            for there in beside[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        out[start] = {c.name: steps[c.name] for c in cells if c.name in steps}
    return out


def check_map(map: Map) -> None:
    """Refuse a map that no game could be played on; say what, where and what would be right."""
    cells = map.cells
    names: dict[str, str] = {}
    for c in cells:
        fine = _NAME.fullmatch(c.name)
        require(fine, f"map: cell {c.name!r}: a name is a letter with letters or digits, like C3")
        key = c.name.lower()
        two = f"map: two cells are called {names.get(key)}; each needs a name of its own"
        require(key not in names, two)
        names[key] = c.name
    for kind, right in (("slot", SLOTS), ("port", PORTS)):
        n = sum(c.kind == kind for c in cells)
        require(n == right, f"map: there are {n} {kind}s; a map has exactly {right}")
    _check_places(cells)
    for port in (c for c in cells if c.kind == "port"):
        beside = any(c.kind == "slot" and touch(c, port) for c in cells)
        require(beside, f"map: port {port.name} touches no slot; put it beside at least one")
    first = cells[0].name
    reached = distances(cells)[first]
    far = [c.name for c in cells if c.name not in reached]
    say = f"map: no way leads from {first} to {', '.join(far)}"
    require(not far, f"{say}; every cell must be reached from every other")


def _check_places(cells: tuple[Cell, ...]) -> None:
    places: dict[tuple[int, int], str] = {}
    a = cells[0]
    for c in cells:
        where = f"column {c.column}, line {c.line}"
        other = places.setdefault((c.column, c.line), c.name)
        require(other == c.name, f"map: {other} and {c.name} lie on one place ({where})")
        even = (c.column + c.line - a.column - a.line) % 2 == 0
        half = f"map: {c.name} lies half over its neighbours ({where})"
        beside = f"beside {a.name} (column {a.column}, line {a.line})"
        require(even, f"{half}; {beside} it belongs one line higher or lower")
