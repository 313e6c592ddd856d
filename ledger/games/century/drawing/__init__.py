"""The board as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..box import LETTERS, Box
from ..view import Cell, Plan, View

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    from ledger.sdk.drawing import Board

    from .board import CenturyPicture

    return Board(CenturyPicture, view, width, names)


def picture(box: Box, width: int) -> RenderableType:
    """Draw the map of a box, without tiles."""
    from ledger.sdk.drawing import Board

    from .board import MapPicture

    cells = tuple(Cell(c.name, c.kind, c.column, c.line) for c in box.map.cells)
    return Board(MapPicture, Plan(cells, LETTERS), width, ())
