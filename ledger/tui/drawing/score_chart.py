"""How the scores grew: a chart several rows high, with each curve labelled at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rich.text import Text

from ledger.kernel.text.tones import seat_style
from ledger.tui.model import Model

from .paint import Painter, ink

LOWEST = 4
"""The fewest rows a chart needs."""
NAME = 12
EVERY = 8
"""The number of columns between seat numbers on a curve."""
Cells: TypeAlias = list[list[tuple[str, str]]]


def score_chart(model: Model, paint: Painter, width: int, height: int) -> list[Text]:
    """Return the scores from the start to the cursor; each curve carries its seat's number."""
    known = [s for p in model.curve.points for s in p.scores if s is not None]
    if not known or height < LOWEST:
        return []
    low, high = min(0, *known), max(1, *known)

    def row_of(score: int) -> int:
        return (height - 1) - (score - low) * (height - 1) // (high - low)

    now = {seat: v for seat, v in enumerate(model.scores(), 1) if v is not None}
    keys: dict[int, Text] = {}
    for seat, score in now.items():
        label = f" {seat} {paint.fit(paint.clean(model.names[seat - 1]), NAME)} {score}"
        style = seat_style(model.game.pictures.seat_tones, seat)
        keys.setdefault(min(row_of(score), height - 1), Text()).append(label, style)
    margin = max(len(str(v)) for v in (low, high))
    room = width - margin - 1 - max((key.cell_len for key in keys.values()), default=0)
    if room < EVERY:
        return []
    cells: Cells = [[(" ", "")] * room for _ in range(height)]
    for seat in range(1, len(model.names) + 1):
        scores = _stretched(model.curve.series(seat, model.pos, room), room)
        rows = [None if score is None else row_of(score) for score in scores]
        _draw(cells, rows, seat, seat_style(model.game.pictures.seat_tones, seat), paint)
    scale = {0: str(high), height - 1: str(low)}
    return [
        ink(scale.get(y, "").rjust(margin) + paint.signs.wall, "dim")
        .append_tokens(row)
        .append_text(keys.get(y, Text()))
        for y, row in enumerate(cells)
    ]


def _stretched(curve: Sequence[int | None], room: int) -> list[int | None]:
    """Stretch a curve to the full width."""
    return [curve[x * len(curve) // room] for x in range(room)] if curve else []


def _draw(cells: Cells, rows: Sequence[int | None], seat: int, style: str, paint: Painter) -> None:
    """Draw a curve: a line with the seat's number on it here and there, and steps between rows."""
    level, number = paint.signs.past, str(seat)[-1]
    for x, y in enumerate(rows):
        if y is None:
            continue
        before = rows[x - 1] if x else None
        if before is not None and before != y:
            for between in range(min(before, y) + 1, max(before, y)):
                if cells[between][x][0] == " ":
                    cells[between][x] = (paint.signs.wall, style)
        numbered = x % EVERY == 2 * seat % EVERY
        if cells[y][x][0] in (" ", paint.signs.wall) or numbered:
            cells[y][x] = (number if numbered else level, style)
