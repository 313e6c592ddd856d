"""The board as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..box import Box, Options, entrances
from ..rules import start
from ..setup import Setup
from ..view import View, view

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    from ledger.sdk.drawing import Board

    from .board import KlongsPicture

    return Board(KlongsPicture, view, width, names)


def picture(box: Box, width: int) -> RenderableType:
    """Draw the empty board of a box."""
    from ledger.sdk.drawing import Board

    from .board import EmptyPicture

    setup = Setup(box, max(box.players.counts), Options())
    setup.entrances = entrances(box, box.entrances.dark_from)
    return Board(EmptyPicture, view(start(setup), None), width, ())
