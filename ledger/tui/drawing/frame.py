"""The whole screen as a picture: a pure function of the model, the screen's state and the size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from ledger.kernel.text.safe import safe
from ledger.tui.model import Model
from ledger.tui.screen_state import ScreenState

from .board import DrawnBoard, draw_viewed_board, legend_rows
from .layout import Layout, beside_board, board_width, has_room, plan
from .ledger_list import TALLEST, LedgerRows, ledger
from .overlay import change_lines, changes_panel, detail, overlay
from .paint import Painter, Row, Rows, ink
from .players import players
from .status_line import status_line
from .timeline import Landmarks, timeline


class Frame(NamedTuple):
    """A picture of the screen: its rows, where each part is, and how far each can scroll.

    Passing a frame to the next drawing saves work without changing the result.
    """

    rows: Rows
    size: tuple[int, int]
    layout: Layout
    board_top: int
    """The first visible row of the board."""
    board_most: int
    """How far the board can be scrolled."""
    listed_lines: tuple[int, ...]
    """The line that each row of the ledger belongs to; 0 for an empty row."""
    overlay_most: int
    """How far the overlay can be scrolled."""
    boards: tuple[DrawnBoard, ...]
    landmarks: Landmarks | None


def first_listed(model: Model, screen: ScreenState, height: int) -> int:
    """Return the first line the ledger shows, which changes only to keep the cursor in sight."""
    edge = 1 if height > 4 else 0
    top, pos = screen.list_top, model.pos
    most = max(model.last - (height // TALLEST if screen.list_scrolled else height) + 1, 1)
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

    `otherwise` is the status line's text if there is nothing else to say.
    """
    width, height = size
    known = before.boards[0] if before is not None else None
    board = draw_viewed_board(model, paint, board_width(width, screen.zoom), known)
    shown = board.rows
    if has_room(width, height, len(shown) + 1, len(model.names), screen.zoom):
        legend = legend_rows(model, paint, board_width(width, screen.zoom), whole=False)
        if has_room(width, height, len(shown + legend), len(model.names), screen.zoom):
            shown = shown + legend
    layout = plan(width, height, len(shown), len(model.names), screen.zoom)
    changes: list[Text] = []
    if screen.overlay == "changes" and layout.ledger.height:
        changes = change_lines(model, paint, layout.ledger.width - 2)
        layout = beside_board(layout, len(changes) + 1)
    body = layout.status.y - layout.timeline.height
    board_most = max(len(shown) - layout.board.height, 0)
    board_top, overlay_most = screen.board_top, 0
    listed_lines: tuple[int, ...] = ()
    if screen.overlay and not changes:
        rows, overlay_most = overlay(screen.overlay, model, paint, width, body, screen.overlay_top)
    else:
        if board_most and not screen.board_scrolled:
            board_top = top_for_player(model, shown, layout.board.height)
        board_top = min(board_top, board_most)
        book: Rows = []
        if changes:
            book, overlay_most = changes_panel(
                changes, model, paint, layout.ledger, screen.overlay_top
            )
        elif layout.ledger.height:
            found = list_ledger(model, screen, paint, layout.ledger.width, layout.ledger.height - 1)
            book, listed_lines = (
                [_heading(model, paint, layout, len(shown), board_top)],
                found.lines,
            )
            book += found.rows
        rows = _body(model, paint, layout, shown, board_top, book)
    landmarks = None
    if layout.timeline.height:
        known_marks = None if before is None else before.landmarks
        bar, landmarks = timeline(model, paint, width, layout.timeline.height, known_marks)
        rows += bar
    rows.append(paint.row(status_line(model, screen, paint, width, otherwise), width))
    return Frame(
        rows[:height], size, layout, board_top, board_most, listed_lines, overlay_most,
        (board,), landmarks,
    )  # fmt: skip


def top_for_player(model: Model, board: Rows, height: int) -> int:
    """Return the first board row to show so that the panel of the player to move is visible."""
    seats: Sequence[int | None] = model.answering() or [model.line.by]
    texts = ["".join(segment.text for segment in row) for row in board]
    bottoms = [x for seat in seats if seat is not None for x in _panel_bottom(model, texts, seat)]
    return max(max(bottoms, default=0) + 1 - height, 0)


def _panel_bottom(model: Model, texts: Sequence[str], seat: int) -> Iterator[int]:
    """Yield the last row of each panel whose frame shows a seat and its name."""
    name = re.escape(safe(model.names[seat - 1]))
    head = re.compile(rf"[╭┏+#][─━=-]+ (?:[▶>] )?{seat} {name}(?=\s)")
    for y, text in enumerate(texts):
        if found := head.search(text):
            corner = found.start()
            below = (n for n in range(y + 1, len(texts)) if texts[n][corner : corner + 1] in "╰┗+#")
            yield next(below, len(texts) - 1)


def list_ledger(
    model: Model, screen: ScreenState, paint: Painter, width: int, height: int
) -> LedgerRows:
    """Return the visible part of the ledger."""
    first = first_listed(model, screen, height)
    follow = not screen.list_scrolled
    return ledger(model, paint, width, first, height, screen.needle, keep_cursor=follow)


def _heading(model: Model, paint: Painter, layout: Layout, board: int, top: int) -> Row:
    """Return the ledger's heading, which also says how much of the board is hidden."""
    below = board - top - layout.board.height
    hidden = ""
    if below > 0 and layout.board.height:
        hidden = model.t("board: {n} more {sign} J", n=below, sign=paint.signs.more)
    elif top and layout.board.height:
        hidden = model.t("board: K scrolls back up")
    title = model.game.meta.titles.get(model.lang, model.game.meta.title)
    return paint.heading(
        paint.clean(title), layout.ledger.width, hidden, paint.clean(model.departures())
    )


def _body(model: Model, paint: Painter, layout: Layout, board: Rows, top: int, book: Rows) -> Rows:
    """Return the rows with the board, the ledger and the players."""
    body = layout.status.y - layout.timeline.height
    shown = board[top : top + layout.board.height]
    shown += [paint.blank(layout.board.width)] * (layout.board.height - len(shown))
    people: Rows = []
    if layout.players.height:
        people = players(model, paint, layout.players.width)
    rect = layout.ledger
    if rect.x:
        wall = paint.row(ink(paint.signs.wall, "dim"), 1)
        left = shown + people
        left += detail(model, paint, rect.x - 1, body - len(left))
        return [[*a, *wall, *b] for a, b in zip(left, book, strict=True)]
    return (shown + book + people)[:body]
