"""Two logs side by side: a board and a ledger for each, and one shared timeline."""

from __future__ import annotations

from rich.text import Text

from ledger.tui.comparison import Comparison
from ledger.tui.model import Model
from ledger.tui.screen_state import ScreenState

from .board import draw_viewed_board
from .frame import Frame, list_ledger
from .layout import NOWHERE, Layout, Rect
from .ledger_list import ledger
from .paint import Painter, Rows, ink
from .status_line import status_line
from .timeline import timeline

LEAST = 6
"""The fewest rows each ledger gets, including its heading."""


def draw_comparison(
    comparison: Comparison,
    screen: ScreenState,
    paint: Painter,
    size: tuple[int, int],
    before: Frame | None = None,
) -> Frame:
    """Return the screen: two columns, one timeline."""
    width, height = size
    half = (width - 1) // 2
    labels = 1 if height >= 30 else 0
    body = height - 2 - labels
    models = (comparison.model, comparison.other)
    known = (*(() if before is None else before.boards), None, None)[:2]
    boards = tuple(
        draw_viewed_board(m, paint, half, board) for m, board in zip(models, known, strict=True)
    )
    tallest = max(len(board.rows) for board in boards)
    tall = max(min(tallest, body - 1 - LEAST), 1)
    book = body - 1 - tall
    board_most = max(tallest - tall, 0)
    board_top = min(screen.board_top, board_most)
    other = comparison.other
    first = min(max(other.pos - book // 2, 1), max(other.last - book + 2, 1))
    listed = (
        list_ledger(comparison.model, screen, paint, half, book - 1),
        ledger(other, paint, half, first, book - 1, screen.needle),
    )
    sides = [
        _side(model, paint, half, board.rows[board_top : board_top + tall], tall, found.rows)
        for model, board, found in zip(models, boards, listed, strict=True)
    ]
    wall = paint.row(ink(paint.signs.wall, "dim"), 1)
    rest = paint.blank(width - 2 * half - 1)
    rows = [[*a, *wall, *b, *rest] for a, b in zip(*sides, strict=True)]
    rows = [paint.sized(row, width) for row in rows]
    marks = None if before is None else before.landmarks
    bar, marks = timeline(comparison.model, paint, width, 1 + labels, marks)
    status = status_line(comparison.model, screen, paint, width, comparison.parted())
    layout = Layout(
        Rect(0, 1, width, tall),
        Rect(0, 1 + tall, half, book),
        NOWHERE,
        Rect(0, body, width, 1 + labels),
        Rect(0, height - 1, width, 1),
    )
    return Frame(
        [*rows, *bar, paint.row(status, width)][:height],
        size, layout, board_top, board_most, listed[0].lines, 0, boards, marks,
    )  # fmt: skip


def _side(model: Model, paint: Painter, width: int, board: Rows, tall: int, listed: Rows) -> Rows:
    """Return one column: the log's name, its board, its ledger."""
    title = paint.fit(paint.clean(model.source.path.name), width - 24)
    head = Text().append(f" {title} ", "bold reverse")
    head.append(f" {model.pos}/{model.last} {model.t('turn {n}', n=model.line.turn)}", "dim")
    board = board + [paint.blank(width)] * (tall - len(board))
    return [paint.row(head, width), *board, paint.heading(model.t("Ledger"), width), *listed]
