"""Maps, and what makes one playable (CEN-A03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ledger.sdk import Sourced, require
from ledger.sdk.kit import Hex, check_hexes

SLOTS, PORTS = 20, 4
"""CEN-A01, CEN-A03: what every map has."""


class Cell(Hex, frozen=True, forbid_unknown_fields=True):
    """A place for a tile."""

    kind: Literal["slot", "port"]


class Map(Sourced, kw_only=True):
    """The cells of a map."""

    name: str = ""
    cells: tuple[Cell, ...]


def check_map(cells: Sequence[Cell]) -> None:
    """Refuse a map that no game could be played on; say what, where and what would be right."""
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
