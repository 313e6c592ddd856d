"""The parts of the screen beside the board: ledger, players, timeline."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.log.events import Noted, Retracted, Sealed
from ledger.viewer.model import Model, ToldLine

from .change_text import change_text
from .paint import Painter, Row, Rows, ink, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

SPARK = 12
"""The narrowest width for a curve."""
NAME = 16


def ledger(
    model: Model, paint: Painter, width: int, first: int, height: int, needle: str = ""
) -> Rows:
    """Return one row per event; future events are dim, taken-back ones struck through."""
    last = min(first + height - 1, model.last)
    rows = [ledger_row(model, paint, told, width, needle) for told in model.rows(first, last)]
    return rows + [paint.blank(width)] * (height - len(rows))


def ledger_row(model: Model, paint: Painter, told: ToldLine, width: int, needle: str = "") -> Row:
    """Return an event's row: turn, line, seat, words; the change in bold, the new value dim."""
    line, signs = told.line, paint.signs
    seq, lines = line.seq, model.lines
    here = seq == model.pos
    out = ink(signs.here if here else " ", "bold")
    new = seq == 1 or lines[seq - 2].turn != line.turn
    out.append((f"t{line.turn}" if new else "").rjust(4), "dim")
    out.append(f" {seq:>{len(str(model.last))}} ", "bold" if here else "dim")
    seat = getattr(told.event, "seat", None) or line.by
    if isinstance(seat, int) and 0 < seat <= len(model.names):
        out.append(f"{seat} ", seat_style(seat))
    else:
        out.append("  ")
    if seq in model.marks:
        out.append(f"{signs.mark} ", "magenta")
    inner = not new and seq > 1 and lines[seq - 2].more and line.cmd > 0
    room = width - out.cell_len - 1
    about = change_text(told.event, told.changes, model.names, model.labels, signs.arrow)
    if notes := model.notes.get(seq):
        about = ink(f"{signs.note} {paint.clean(notes[-1])}  ", "yellow").append_text(about)
    if paint.ascii:
        about = _ascii(about, paint)
    most = room // 2 if room >= 60 else room * 2 // 5  # the words matter more than the numbers
    if about.cell_len > most:
        about.truncate(max(most - cell_len(signs.cut), 0))
        about.append(signs.cut, "dim")
    words = ("  " if inner else "") + paint.clean(told.words)
    wide = about.cell_len
    start = max(min(cell_len(words) + 2, room - wide), min(room * 55 // 100, room - wide))
    words = paint.fit(words, start - 2 if wide else room)
    gone = not model.counts(seq) and not isinstance(line.data, Retracted)
    quiet = isinstance(line.data, Noted | Sealed)
    style = "dim strike" if gone else "bold" if here else "dim" if seq > model.pos or quiet else ""
    text = ink(words, style)
    if needle and not gone:
        low = words.lower()
        at = low.find(needle)
        while at >= 0 and len(low) == len(words):
            text.stylize("underline yellow", at, at + len(needle))
            at = low.find(needle, at + 1)
    out.append_text(text)
    if wide:
        if seq > model.pos or gone:
            about.stylize("dim")
        out.append(" " * (start - cell_len(words))).append_text(about)
    return paint.row(out, width)


def _ascii(text: Text, paint: Painter) -> Text:
    """Return styled text in characters that the terminal has."""
    out = Text()
    for part in text.divide(sorted({x for s in text.spans for x in (s.start, s.end)})):
        out.append(paint.clean(part.plain), part.spans[0].style if part.spans else "")
    return out


def players(model: Model, paint: Painter, width: int) -> Rows:
    """Return the players: points, what they hold, and how the points grew."""
    signs = paint.signs
    names = [paint.fit(paint.clean(n), NAME) for n in model.names]
    first = max([cell_len("Players"), *(cell_len(n) + 4 for n in names)])
    kept = [(i, r) for i, r in enumerate(model.game.resources) if r.key != "points"]
    labels = [paint.fit(paint.clean(model.labels[r.key]), 9) for _, r in kept]
    wide = [max(cell_len(x), 4) + 2 for x in labels]
    while wide and first + 8 + sum(wide) > width:
        wide.pop()
    head = ink(f"{signs.rule} ", "dim").append("Players", "bold")
    head.append(" " * max(first - head.cell_len, 0)).append("points".rjust(8), "dim")
    for label, w in zip(labels, wide, strict=False):
        head.append(" " * (w - cell_len(label)) + label, "dim")
    room = width - head.cell_len - 2
    if room >= SPARK:
        room = min(room, 60)
        fewest = "" if model.game.meta.highest_wins else ", the fewest win"
        head.append("  ").append(f"points so far{fewest}", "dim")
    out = [paint.row(head, width)]
    asked = model.asked()
    changed = {(c.seat, c.resource) for c in model.row(model.pos).changes}
    known = model.scores()
    top = max([1, *(s for p in model.curve.points[-1:] for s in p.scores if s is not None)])
    holdings = dict(enumerate(model.held(), 1))
    for seat, name in enumerate(names, 1):
        line = ink(f"{signs.turn if seat == asked else ' '} ", "bold")
        line.append(f"{seat} {name}", seat_style(seat))
        line.append(" " * max(first - line.cell_len, 0))
        line.append(_amount(known[seat - 1] if seat <= len(known) else None).rjust(8), "bold")
        held = holdings.get(seat, ())
        for (i, resource), w in zip(kept if held else (), wide, strict=False):
            amount, fresh = held[i], (seat, resource.key) in changed
            line.append(_amount(amount).rjust(w), "bold" if fresh else "dim" if not amount else "")
        if room >= SPARK:
            curve = model.curve.series(seat, model.pos, room)
            line.append("  ").append(spark(curve, top, signs.bars), "cyan")
        out.append(paint.row(line, width))
    return out


def _amount(amount: int | None) -> str:
    return "?" if amount is None else str(amount)


def spark(values: Sequence[int | None], top: int, bars: str) -> str:
    """Return numbers as a row of bars, with gaps for unknown ones."""
    out = []
    for v in values:
        if v is None:
            out.append(" ")
        else:
            out.append(bars[min(max(v, 0) * (len(bars) - 1) // max(top, 1), len(bars) - 1)])
    return "".join(out)


class Landmarks(NamedTuple):
    """What the timeline shows besides cursor, marks and notes; out of date when `key` changes."""

    key: tuple[int, int, int, int | None]
    ticks: set[int]
    scorings: set[int]
    labels: str


def timeline(
    model: Model, paint: Painter, width: int, height: int, before: Landmarks | None = None
) -> tuple[Rows, Landmarks]:
    """Return the whole game as a bar: turns, scorings, marks, notes, and the cursor.

    The landmarks are returned too; pass them back as `before` to save work.
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
    found = {column(seq, last, width) for seq in scorings}
    return Landmarks(key, ticks, found, _turn_labels(model, width))


def _turn_labels(model: Model, width: int) -> str:
    """Return the turn numbers below the bar, as many as there is room for."""
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
    """Return the column of a line on the bar."""
    return (seq - 1) * (width - 1) // max(last - 1, 1)


def line_at(x: int, last: int, width: int) -> int:
    """Return the line at a column of the bar."""
    return 1 + round(min(max(x, 0), width - 1) * (last - 1) / max(width - 1, 1))
