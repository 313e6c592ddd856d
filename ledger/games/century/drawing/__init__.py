"""The board as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..box import Box
from ..rules import start
from ..setup import Setup
from ..view import View, view

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(seen: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    from ledger.sdk.drawing import Board

    from .board import CenturyPicture

    return Board(CenturyPicture, seen, width, names)


def picture(box: Box, width: int) -> RenderableType:
    """Draw the map of a box, without tiles."""
    from ledger.sdk.drawing import Board

    from .board import MapPicture

    before = start(Setup(box, box.players.counts[0]))
    return Board(MapPicture, view(before, None), width, ())
