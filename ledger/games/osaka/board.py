"""The table as a player sees it: plain data, and a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .state import State


class View(msgspec.Struct):
    """What a seat may see."""

    turn: int


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see."""
    return View(s.turn)


def draw(view: View, width: int, names: Sequence[str]) -> Any:
    """Draw."""
    return str(view)
