"""Maps, and the checks that a map must pass (CEN-A03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ledger.sdk import Sourced, require
from ledger.sdk.kit import Hex, check_hexes

SLOTS, PORTS = 20, 4
"""CEN-A01, CEN-A03: the number of slots and ports on every map."""


class Cell(Hex, frozen=True, forbid_unknown_fields=True):
    """A cell of the map, which holds one tile."""

    kind: Literal["slot", "port"]


class Map(Sourced, kw_only=True):
    """A map with its cells."""

    name: str = ""
    cells: tuple[Cell, ...]


def check_map(cells: Sequence[Cell]) -> None:
    """Reject a map that can't be played on; say what is wrong, where, and what would be right."""
    for kind, right in (("slot", SLOTS), ("port", PORTS)):
        n = sum(c.kind == kind for c in cells)
        require(
            n == right,
            "map: there are {n} slots; a map must have exactly {right}"
            if kind == "slot"
            else "map: there are {n} ports; a map must have exactly {right}",
            n=n,
            right=right,
        )
    for port in (c for c in cells if c.kind == "port"):
        beside = any(c.kind == "slot" and c.touches(port) for c in cells)
        require(
            beside, "map: port {name} touches no slot; put it beside at least one", name=port.name
        )
    check_hexes("map", cells)
