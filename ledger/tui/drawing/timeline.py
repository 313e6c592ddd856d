"""The whole game as a bar at the bottom of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from ledger.tui.model import Model

from .paint import Painter, Rows, ink


class Landmarks(NamedTuple):
    """Everything the timeline shows except cursor, marks and notes; outdated when `key` changes."""

    key: tuple[int, int, int, int | None]
    ticks: set[int]
    scorings: set[int]
    labels: str


def timeline(
    model: Model, paint: Painter, width: int, height: int, before: Landmarks | None = None
) -> tuple[Rows, Landmarks]:
    """Return the whole game as a bar: turns, scorings, marks, notes, and the cursor.

    Pass the landmarks it returns back as `before` to save work.
    """
    signs, last = paint.signs, model.last
    here = column(model.pos, last, width)
    landmarks = _landmarks(model, width, before)
    _, ticks, scorings, labels = landmarks
    cells = [(signs.past, "bold") if x <= here else (signs.rest, "dim") for x in range(width)]
    for x in ticks:
        cells[x] = (signs.past_tick, "bold") if x <= here else (signs.rest_tick, "dim")
    for x in scorings:
        cells[x] = (signs.scoring, "yellow")
    for stops, sign, style in (
        (model.notes, signs.note, "bold yellow"),
        (model.marks, signs.mark, "bold magenta"),
    ):
        for seq in stops:
            if seq <= last:
                cells[column(seq, last, width)] = (sign, style)
    cells[here] = (signs.cursor, "bold")
    bar = Text()
    for style, run in groupby(cells, key=lambda cell: cell[1]):
        bar.append("".join(sign for sign, _ in run), style)
    rows = [paint.row(bar, width)]
    if height > 1:
        rows.append(paint.row(ink(labels, "dim"), width))
    return rows, landmarks


def _landmarks(model: Model, width: int, before: Landmarks | None) -> Landmarks:
    """Return the columns of turn ends and scorings, and the turn numbers."""
    turns, scorings, last = model.source.turns, model.scorings, model.last
    key = (width, last, len(scorings), model.viewer)
    if before is not None and before.key == key:
        return before
    ticks = {column(t.last, last, width) for t in turns} if len(turns) * 3 <= width else set()
    found = {column(seq, last, width) for seq in _largest(model, scorings, width // 6)}
    return Landmarks(key, ticks, found, _turn_labels(model, width))


def _largest(model: Model, scorings: Sequence[int], most: int) -> Sequence[int]:
    """Return the highest-scoring turns, if there are too many scorings to tell apart."""
    if len(scorings) <= most:
        return scorings
    gains: dict[int, int] = {}
    before: tuple[int | None, ...] = ()
    for point in model.curve.points:
        pairs = zip(before, point.scores, strict=False)
        gains[point.seq] = max((abs((b or 0) - (a or 0)) for a, b in pairs), default=0)
        before = point.scores
    return sorted(scorings, key=lambda seq: gains.get(seq, 0), reverse=True)[:most]


def _turn_labels(model: Model, width: int) -> str:
    """Return the turn numbers below the bar, as many as fit."""
    out = [" "] * width
    free, turns = 0, model.source.turns
    step = _nice(len(turns), width)
    for run in turns:
        label = f"t{run.number}"
        at = min(column(run.last, model.last, width), width - len(label))
        if run.number and run.number % step == 0 and at >= free:
            out[at : at + len(label)] = label
            free = at + len(label) + 2
    return "".join(out)


def _nice(turns: int, width: int) -> int:
    """Return the step between turn numbers: 1, 2, 5, 10, 20, 50 and so on."""
    step, factors = 1, (2, 5, 10)
    i = 0
    while turns / step * 6 > width:
        step = factors[i % 3] * 10 ** (i // 3)
        i += 1
    return step


def column(seq: int, last: int, width: int) -> int:
    """Return the bar's column for a line."""
    return (seq - 1) * (width - 1) // max(last - 1, 1)


def line_at(x: int, last: int, width: int) -> int:
    """Return the line at a column of the bar."""
    return 1 + round(min(max(x, 0), width - 1) * (last - 1) / max(width - 1, 1))
