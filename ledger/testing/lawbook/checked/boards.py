"""The laws about the picture of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.cells import cell_len

from ledger.boards.draw import board_of, draw_board
from ledger.kernel.game.game import Game
from ledger.testing.screens import screen

from .breach import Breach, during

_WIDE = 400
"""Columns of a terminal wide enough to show a whole board, including what sticks out."""
_MAY_BE_CUT = 40
"""A terminal with fewer columns than this is allowed to cut off what doesn't fit."""


def a_board_fits(
    game: Game,
    state: Any,
    viewer: int | None,
    names: Sequence[str],
    width: int,
    encoding: str = "utf-8",
) -> Iterator[Breach]:
    """A board isn't empty, fits its width, and only uses characters that its encoding has."""
    with during("making a view", game.view):
        view = game.view(state, viewer)
    at = (board_of(game), game.view)
    terminal = width if width < _MAY_BE_CUT else _WIDE
    with during("drawing a board", *at):
        text = screen(draw_board(game, view, width, names), terminal, encoding=encoding)
    wide = max(map(cell_len, text.rstrip().splitlines() or [""]))
    if wide > width:
        message = f"the board is {wide} columns wide where there are {width}"
        new = ("laws",) if terminal == _WIDE else ()
        yield Breach("board", message, f"at most {width} columns", at, new=new)
    if not text.strip():
        yield Breach("board", "the board is empty", "something to see", at)
    if encoding != "utf-8" and not text.isascii():
        odd = sorted({x for x in text if not x.isascii()})
        message = f"a terminal in {encoding} gets {odd}"
        yield Breach("board", message, "plain letters there", at)


def a_scene_can_be_made(game: Game, state: Any, viewer: int | None, names: Sequence[str]) -> None:
    """Create the scene of a position; raise `Broken` if that fails."""
    with during("making a scene", game.pictures.scene, game.view):
        game.scene(game.view(state, viewer), names)
