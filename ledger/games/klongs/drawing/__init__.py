"""The board as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..box import Box, Options
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
    doors = {f: kind for kind in ("light", "dark") for f in getattr(box.entrances, kind)}
    empty = view(start(msgspec.structs.replace(setup, doors=doors)), None)
    return Board(EmptyPicture, empty, width, ())
