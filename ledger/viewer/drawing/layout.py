"""The whole screen from the model, by size. Where room is short, parts fold away in this order:
the numbers of the turns, the curves, the players, the lower part of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.errors import FORGED, LedgerError
from ledger.kernel.text.narrate import view_at
from ledger.viewer.model import Model

from . import panels
from .overlay import detail, overlay
from .paint import Painter, Rows, ink

if TYPE_CHECKING:
    from ledger.viewer.screen_state import Stage

WIDE = 150
"""From here on the ledger stands beside the board."""
LEAST = 5
"""Rows that the ledger keeps, heading included."""


class Rect(NamedTuple):
    """A part of the screen."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Layout(NamedTuple):
    """Where each part stands; for the mouse."""

    board: Rect
    ledger: Rect
    players: Rect
    timeline: Rect
    status: Rect


NOWHERE = Rect(0, 0, 0, 0)


def board_rows(model: Model, paint: Painter, width: int) -> Rows:
    """Return the board; a position that cannot be drawn says so."""
    key = (model.pos, model.viewer, width, model.last)
    if model.board is not None and model.board[0] == key:
        kept: Rows = model.board[1]
        return list(kept)
    try:
        view = view_at(model.game, model.state(), model.viewer, model.line)
        rows = paint.rows(model.game.draw(view, width, model.names), width)
    except (*FORGED, LedgerError):
        rows = [paint.row(ink("This position cannot be drawn.", "bold red"), width)]
    model.board = key, rows
    return list(rows)


def plan(width: int, height: int, board: int, seats: int, zoom: str = "") -> Layout:
    """Return where things go, for a board that needs so many rows."""
    labels = 1 if height >= 30 else 0
    bar = Rect(0, height - 2 - labels, width, 1 + labels) if height >= 6 else NOWHERE
    body = height - 1 - bar.height
    status = Rect(0, height - 1, width, 1)
    if zoom == "board":
        return Layout(Rect(0, 0, width, body), NOWHERE, NOWHERE, bar, status)
    if zoom == "ledger":
        return Layout(NOWHERE, Rect(0, 0, width, body), NOWHERE, bar, status)
    people = seats + 1
    if width >= WIDE:
        left = board_width(width)
        high = people if body - people >= min(board, 12) else 0
        tall = min(board, body - high)
        return Layout(
            Rect(0, 0, left, tall),
            Rect(left + 1, 0, width - left - 1, body),
            Rect(0, tall, left, high) if high else NOWHERE,
            bar,
            status,
        )
    high = people if body - people - LEAST >= board else 0
    tall = max(min(board, body - high - LEAST), min(body, 3))
    rest = body - tall - high
    if rest == 1:  # a heading with nothing under it
        tall, rest = tall + 1, 0
    return Layout(
        Rect(0, 0, width, tall),
        Rect(0, tall, width, rest) if rest else NOWHERE,
        Rect(0, body - high, width, high) if high else NOWHERE,
        bar,
        status,
    )


def board_width(width: int, zoom: str = "") -> int:
    """Return the width of the board on a screen."""
    return max(88, min(width - 70, 124)) if width >= WIDE and not zoom else width


def draw(stage: Stage, width: int, height: int) -> Rows:
    """Return the screen, exactly `height` rows of exactly `width` cells."""
    model, paint = stage.model, stage.paint
    board = board_rows(model, paint, board_width(width, stage.zoom))
    layout = plan(width, height, len(board), len(model.names), stage.zoom)
    stage.layout = layout
    body = layout.status.y - layout.timeline.height
    if stage.overlay:
        rows, stage.overlay_most = overlay(
            stage.overlay, model, paint, width, body, stage.overlay_top
        )
    else:
        rows = _body(stage, board, layout, width, body)
    if layout.timeline.height:
        rows += panels.timeline(model, paint, width, layout.timeline.height)
    rows.append(paint.row(status(stage, width), width))
    return rows[:height]


def _body(stage: Stage, board: Rows, layout: Layout, width: int, body: int) -> Rows:
    model, paint = stage.model, stage.paint
    stage.board_most = max(len(board) - layout.board.height, 0)
    top = stage.board_top = min(stage.board_top, stage.board_most)
    shown = board[top : top + layout.board.height]
    shown += [paint.blank(layout.board.width)] * (layout.board.height - len(shown))
    below = len(board) - top - layout.board.height
    hidden = ""
    if below > 0 and layout.board.height:
        hidden = f"board: {below} more {paint.signs.more} J"
    elif top and layout.board.height:
        hidden = "board: K scrolls back"
    people: Rows = []
    if layout.players.height:
        people = panels.players(model, paint, layout.players.width)
    rect = layout.ledger
    book: Rows = []
    if rect.height:
        book = [paint.heading("Ledger", rect.width, hidden)]
        count = rect.height - 1
        first = stage.list_first(count)
        book += panels.ledger(model, paint, rect.width, first, count, stage.needle)
    if rect.x:
        wall = paint.row(ink(paint.signs.wall, "dim"), 1)
        left = shown + people
        left += detail(model, paint, rect.x - 1, body - len(left))
        return [[*a, *wall, *b] for a, b in zip(left, book, strict=True)]
    return (shown + book + people)[:body]


def status(stage: Stage, width: int) -> Text:
    """Return the last line: where we are, whose eyes, and what there is to say."""
    model, paint = stage.model, stage.paint
    dot = f" {paint.signs.dot} "
    if stage.prompt is not None:
        return _prompt(stage, width)
    line = model.line
    where = [f"{model.pos}/{model.last}", f"turn {line.turn}"]
    if (number := model.round()) and width >= 60:
        where.append(f"round {number}")
    where.append(paint.fit(paint.clean(model.eyes()), 16))
    if width >= 110:
        where.insert(0, paint.fit(paint.clean(stage.name), 32))
    if stage.playing:
        where.append(f"{paint.signs.turn} {stage.speed:g}/s")
    elif stage.following:
        where.append("live" if stage.at_end else "live, paused")
    left = ink(" " + dot.join(where) + " ", "reverse")
    news, style = stage.news()
    right = ink("? help ", "dim")
    if news:
        told = paint.clean(news)
        if cell_len(told) > width - left.cell_len - right.cell_len - 4:
            # the place is short, so that what there is to say is not
            left, right = ink(f" {where[0] if width < 110 else where[1]} ", "reverse"), ink("", "")
        told = paint.fit(told, max(width - left.cell_len - right.cell_len - 4, 0))
        left.append("  ").append(told, style)
    gap = width - left.cell_len - right.cell_len
    if gap > 0:
        left.append(" " * gap).append_text(right)
    return left


def _prompt(stage: Stage, width: int) -> Text:
    """Return the question, with the cursor where the next sign goes."""
    prompt, paint = stage.prompt, stage.paint
    assert prompt is not None  # noqa: S101
    out = ink(f" {prompt.label} ", "reverse").append(" ")
    room = max(width - out.cell_len - 1, 4)
    before = paint.clean(prompt.text[: prompt.cursor])
    while cell_len(before) > room - 1:
        before = before[max(len(before) // 8, 1) :]
    at = paint.clean(prompt.text[prompt.cursor : prompt.cursor + 1]) or " "
    out.append(before).append(at, "reverse")
    return out.append(paint.clean(prompt.text[prompt.cursor + 1 :]))
