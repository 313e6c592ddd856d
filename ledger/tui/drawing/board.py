"""The board with the last move marked, and a legend of its symbols."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import RenderableType

from ledger.boards.draw import draw_board
from ledger.boards.picture import Board
from ledger.kernel.errors import BY_CODE, GameFault, TooMuch
from ledger.kernel.log.events import whole_up_to
from ledger.kernel.narration.narrate import view_at
from ledger.kernel.text.safe import safe
from ledger.kernel.verify.blame import blame
from ledger.tui.model import Model

from .change_marks import MarkedBoard
from .paint import Painter, Rows, ink


class DrawnBoard(NamedTuple):
    """A board as rows; it must be drawn again when `key` changes."""

    key: tuple[int, int, int | None, int, int]
    rows: Rows


def draw_viewed_board(
    model: Model, paint: Painter, width: int, before: DrawnBoard | None
) -> DrawnBoard:
    """Return the board with the last move marked, or a line saying that it can't be drawn."""
    key = (model.pos, model.since, model.viewer, width, model.last)
    if before is not None and before.key == key:
        return before
    try:
        board = MarkedBoard(*(drawn_at(model, seq, width) for seq in (model.since, model.pos)))
        rows = paint.rows(board, width)
    except BY_CODE as e:
        said = [ink(model.t("This position can't be drawn."), "bold red")]
        fault = blame(e, model.game, whole_up_to(model.lines, model.pos))
        if isinstance(fault, GameFault | TooMuch):
            said += [ink(safe(model.message(text))) for text in (fault.text, fault.advice) if text]
        rows = [row for text in said for row in paint.rows(text, width)]
    return DrawnBoard(key, rows)


def legend_rows(model: Model, paint: Painter, width: int, *, whole: bool) -> Rows:
    """Return the legend of the board's symbols: all of them, or those it doesn't explain itself."""
    try:
        board = drawn_at(model, model.pos, width)
        return paint.rows(board.legend(whole=whole), width) if isinstance(board, Board) else []
    except BY_CODE:  # a bug in the game, reported in place of the board
        return []


def drawn_at(model: Model, seq: int, width: int) -> RenderableType:
    """Return the board as it was after a line."""
    model.game.boxes.check_usable(model.lines[0].data)
    line = model.lines[seq - 1]
    over = seq < model.last and model.lines[seq].turn != line.turn
    view = view_at(model.game, model.state(seq), model.viewer, line)
    return draw_board(model.game, view, width, model.names, model.lang, turn_over=over)
