"""The whole screen as a picture: a pure function of the model, the screen's state and the size."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import RenderableType

from ledger.kernel.errors import GameFault
from ledger.kernel.game.faults import blame
from ledger.kernel.log.events import whole_up_to
from ledger.kernel.text.narrate import view_at
from ledger.kernel.text.safe import safe
from ledger.viewer.model import Model
from ledger.viewer.screen_state import ScreenState

from . import panels
from .last_move import LastMove
from .layout import Layout, board_width, plan
from .overlay import detail, overlay
from .paint import Painter, Rows, ink
from .status_line import status_line


class DrawnBoard(NamedTuple):
    """A board in rows; it must be drawn again when `key` changes."""

    key: tuple[int, int, int | None, int, int]
    rows: Rows


class Frame(NamedTuple):
    """A picture of the screen: its rows, where each part is, and how far each can scroll.

    Passing a frame to the next drawing saves work and doesn't change the result.
    """

    rows: Rows
    size: tuple[int, int]
    layout: Layout
    board_top: int
    """The first row of the board that is shown."""
    board_most: int
    """How far the board can be scrolled."""
    list_top: int
    """The first line of the ledger that is shown."""
    overlay_most: int
    """How far the overlay can be scrolled."""
    boards: tuple[DrawnBoard, ...]
    landmarks: panels.Landmarks | None


def draw_board(model: Model, paint: Painter, width: int, before: DrawnBoard | None) -> DrawnBoard:
    """Return the board with the last move marked, or a line saying that it can't be drawn."""
    key = (model.pos, model.since, model.viewer, width, model.last)
    if before is not None and before.key == key:
        return before
    try:
        board = LastMove(*(_drawn(model, seq, width) for seq in (model.since, model.pos)))
        rows = paint.rows(board, width)
    except Exception as e:
        said = [ink("This position can't be drawn.", "bold red")]
        fault = blame(e, model.game, whole_up_to(model.lines, model.pos))
        if isinstance(fault, GameFault):
            said += [ink(safe(text)) for text in (fault.message, fault.hint) if text]
        rows = [row for text in said for row in paint.rows(text, width)]
    return DrawnBoard(key, rows)


def _drawn(model: Model, seq: int, width: int) -> RenderableType:
    view = view_at(model.game, model.state(seq), model.viewer, model.lines[seq - 1])
    return model.game.draw(view, width, model.names)


def first_listed(model: Model, screen: ScreenState, height: int) -> int:
    """Return the first line that the ledger shows; it moves only to keep the cursor in sight."""
    edge = 1 if height > 4 else 0
    most = max(model.last - height + 1, 1)
    top, pos = screen.list_top, model.pos
    if not screen.list_scrolled:
        first, last = top + edge, top + height - 1 - edge
        if pos == last + 1:
            top += 1
        elif pos == first - 1:
            top -= 1
        elif not first <= pos <= last:
            top = pos - height // 2
    return min(max(top, 1), most)


def draw_frame(
    model: Model,
    screen: ScreenState,
    paint: Painter,
    size: tuple[int, int],
    before: Frame | None = None,
    otherwise: str = "",
) -> Frame:
    """Return the screen, exactly `height` rows of exactly `width` cells.

    `otherwise` is what the status line says if there is nothing else to say.
    """
    width, height = size
    known = before.boards[0] if before is not None else None
    board = draw_board(model, paint, board_width(width, screen.zoom), known)
    layout = plan(width, height, len(board.rows), len(model.names), screen.zoom)
    body = layout.status.y - layout.timeline.height
    board_most = max(len(board.rows) - layout.board.height, 0)
    board_top, list_top, overlay_most = screen.board_top, screen.list_top, 0
    if screen.overlay:
        rows, overlay_most = overlay(screen.overlay, model, paint, width, body, screen.overlay_top)
    else:
        board_top = min(board_top, board_most)
        if layout.ledger.height:
            list_top = first_listed(model, screen, layout.ledger.height - 1)
        rows = _body(model, screen.needle, paint, layout, board.rows, board_top, list_top)
    landmarks = None
    if layout.timeline.height:
        known_marks = None if before is None else before.landmarks
        bar, landmarks = panels.timeline(model, paint, width, layout.timeline.height, known_marks)
        rows += bar
    rows.append(paint.row(status_line(model, screen, paint, width, otherwise), width))
    return Frame(
        rows[:height], size, layout, board_top, board_most, list_top, overlay_most,
        (board,), landmarks,
    )  # fmt: skip


def _body(
    model: Model, needle: str, paint: Painter, layout: Layout, board: Rows, top: int, first: int
) -> Rows:
    """Return board, ledger and players."""
    body = layout.status.y - layout.timeline.height
    shown = board[top : top + layout.board.height]
    shown += [paint.blank(layout.board.width)] * (layout.board.height - len(shown))
    below = len(board) - top - layout.board.height
    hidden = ""
    if below > 0 and layout.board.height:
        hidden = f"board: {below} more {paint.signs.more} J"
    elif top and layout.board.height:
        hidden = "board: K scrolls back up"
    people: Rows = []
    if layout.players.height:
        people = panels.players(model, paint, layout.players.width)
    rect = layout.ledger
    book: Rows = []
    if rect.height:
        book = [paint.heading("Ledger", rect.width, hidden, paint.clean(model.departures()))]
        book += panels.ledger(model, paint, rect.width, first, rect.height - 1, needle)
    if rect.x:
        wall = paint.row(ink(paint.signs.wall, "dim"), 1)
        left = shown + people
        left += detail(model, paint, rect.x - 1, body - len(left))
        return [[*a, *wall, *b] for a, b in zip(left, book, strict=True)]
    return (shown + book + people)[:body]
