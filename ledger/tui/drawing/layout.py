"""Where each part of the screen goes.

When space is short, parts disappear in this order: the turn numbers, the curves, the table of
players, the least important part of the board.
"""

from __future__ import annotations

from typing import NamedTuple

WIDE = 150
"""From this width on, the ledger is next to the board."""
LEAST = 5
"""The fewest rows the ledger gets, including its heading."""
TALL_LEDGER, TALL_DETAIL = 10, 20
"""A legend is added to the board only if this many rows remain for the ledger or event details."""


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
    """Where each part is, for drawing and for mouse clicks."""

    board: Rect
    ledger: Rect
    players: Rect
    timeline: Rect
    status: Rect


NOWHERE = Rect(0, 0, 0, 0)


def plan(width: int, height: int, board: int, seats: int, zoom: str = "") -> Layout:
    """Return where each part goes; `board` is how many rows the board needs."""
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
    least = LEAST if body - LEAST >= board else LEAST - 2
    tall = max(min(board, body - high - least), min(body, 3))
    rest = body - tall - high
    if rest == 1:  # a heading with nothing below it
        tall, rest = tall + 1, 0
    return Layout(
        Rect(0, 0, width, tall),
        Rect(0, tall, width, rest) if rest else NOWHERE,
        Rect(0, body - high, width, high) if high else NOWHERE,
        bar,
        status,
    )


def has_room(width: int, height: int, board: int, seats: int, zoom: str = "") -> bool:
    """Whether a board with this many rows leaves enough room for everything else."""
    rest = plan(width, height, board, seats, zoom)
    left = rest.timeline.y - board
    if zoom:
        return zoom == "board" and left >= 0
    return left - rest.players.height >= (TALL_DETAIL if width >= WIDE else TALL_LEDGER)


def beside_board(layout: Layout, rows: int) -> Layout:
    """Return a layout whose ledger has this many rows if possible, without the players."""
    board, ledger = layout.board, layout.ledger
    if ledger.x or not ledger.height:
        return layout
    body = layout.timeline.y or layout.status.y
    high = min(max(rows, body - board.height), body * 2 // 3)
    tall = min(board.height, body - high)
    return layout._replace(
        board=board._replace(height=tall),
        ledger=Rect(0, tall, ledger.width, body - tall),
        players=NOWHERE,
    )


def board_width(width: int, zoom: str = "") -> int:
    """Return the width of the board on a screen of this width."""
    return max(88, min(width - 70, 124)) if width >= WIDE and not zoom else width
