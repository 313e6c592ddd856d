"""The board as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..box import Box, Options, entrances
from ..rules import start
from ..setup import make_setup
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

    setup = make_setup(box, max(box.players.counts), Options())
    doors = entrances(box, box.entrances.dark_from)
    empty = view(start(msgspec.structs.replace(setup, entrances=doors)), None)
    return Board(EmptyPicture, empty, width, ())
