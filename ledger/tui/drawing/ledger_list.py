"""The ledger: every event in words, with what it changed."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ledger.kernel.log.events import Noted, Retracted, Sealed
from ledger.kernel.text.tones import seat_style
from ledger.tui.model import Model, NarratedLine

from .change_text import change_text
from .paint import Painter, Rows, ink

TALLEST = 3
"""The maximum number of rows for a long sentence."""
ROOMY = 12
"""From this height on, every sentence is shown in full; below it, only the one at the cursor."""
SHORTEST = 10
"""Changes that would have to be cut to less than this are left out."""


class LedgerRows(NamedTuple):
    """A part of the ledger: its rows, and the line that each row belongs to."""

    rows: Rows
    lines: tuple[int, ...]


def ledger(
    model: Model,
    paint: Painter,
    width: int,
    first: int,
    height: int,
    needle: str = "",
    *,
    keep_cursor: bool = True,
) -> LedgerRows:
    """Return the events starting at a line, or at a later one to keep the cursor in sight."""
    last = min(first + height - 1, model.last)
    by_seq = {row.line.seq: row for row in model.rows(first, last)}
    tall = {seq: 1 if height < ROOMY and seq != model.pos else TALLEST for seq in by_seq}
    blocks = {
        seq: event_rows(model, paint, row, width, needle, tall[seq]) for seq, row in by_seq.items()
    }
    if keep_cursor and model.pos in blocks:
        needed = sum(len(blocks[seq]) for seq in range(first, model.pos + 1))
        while needed > height and first < model.pos:
            needed -= len(blocks.pop(first))
            first += 1
    rows = [(row, seq) for seq, block in blocks.items() for row in block][:height]
    blank = [(paint.blank(width), 0)] * (height - len(rows))
    rows_and_lines = [*rows, *blank]
    return LedgerRows([row for row, _ in rows_and_lines], tuple(seq for _, seq in rows_and_lines))


def event_rows(
    model: Model, paint: Painter, row: NarratedLine, width: int, needle: str = "", tall: int = 1
) -> Rows:
    """Return an event: turn, line, seat, and the sentence; changes go in the remaining space.

    Future events are dim, and those taken back are struck through.
    """
    line, lines = row.line, model.lines
    seq = line.seq
    here = seq == model.pos
    new = seq == 1 or lines[seq - 2].turn != line.turn
    head = _head(model, paint, row, new=new)
    inner = not new and seq > 1 and lines[seq - 2].more and line.cmd > 0
    room = max(width - head.cell_len - 1, 1)
    gone = not model.counts(seq) and not isinstance(line.data, Retracted)
    quiet = isinstance(line.data, Noted | Sealed)
    style = "dim strike" if gone else "bold" if here else "dim" if seq > model.pos or quiet else ""
    words = ink(paint.clean(row.words), style)
    if needle and not gone:
        _show_hits(words, needle)
    indent = "  " if inner else ""
    parts = _wrapped(paint, words, room, indent, tall)
    about = _changes(model, paint, row)
    if seq > model.pos or gone:
        about.stylize("dim")
    _append_changes(paint, parts, about, room, own_row=len(parts) < tall)
    margin = " " * head.cell_len
    heads = [head, *(ink(margin) for _ in parts[1:])]
    return [paint.row(a.append_text(b), width) for a, b in zip(heads, parts, strict=True)]


def _head(model: Model, paint: Painter, row: NarratedLine, *, new: bool) -> Text:
    """Return what comes before the sentence: cursor, turn, line, seat, mark."""
    line, signs = row.line, paint.signs
    here = line.seq == model.pos
    out = ink(signs.here if here else " ", "bold")
    out.append((f"t{line.turn}" if new else "").rjust(4), "dim")
    out.append(f" {line.seq:>{len(str(model.last))}} ", "bold" if here else "dim")
    seat = getattr(row.event, "seat", None) or line.by
    if isinstance(seat, int) and 0 < seat <= len(model.names):
        out.append(f"{seat} ", seat_style(model.game.pictures.seat_tones, seat))
    else:
        out.append("  ")
    if line.seq in model.marks:
        out.append(f"{signs.mark} ", "magenta")
    return out


def _show_hits(words: Text, needle: str) -> None:
    """Underline the search hits."""
    low = words.plain.lower()
    at = low.find(needle)
    while at >= 0 and len(low) == len(words.plain):
        words.stylize("underline yellow", at, at + len(needle))
        at = low.find(needle, at + 1)


def _wrapped(paint: Painter, words: Text, room: int, indent: str, tall: int) -> list[Text]:
    """Wrap a sentence to at most `tall` rows; the last one is cut if the sentence doesn't fit."""
    inner = max(room - len(indent), 1)
    if words.cell_len <= inner:
        return [ink(indent).append_text(words)]
    rows = list(words.wrap(paint.console, inner)) if tall > 1 else [words]
    if len(rows) > tall:
        rest = words.copy()
        rest = rest[sum(len(row) + 1 for row in rows[: tall - 1]) :]
        rows = [*rows[: tall - 1], rest]
    cut = paint.signs.cut
    if rows[-1].cell_len > inner:
        rows[-1].truncate(max(inner - cell_len(cut), 0))
        rows[-1].rstrip()
        rows[-1].append(cut)
    for row in rows:
        row.rstrip()
    return [ink(indent).append_text(row) for row in rows]


def _changes(model: Model, paint: Painter, row: NarratedLine) -> Text:
    """Return the notes on a line, and what it changed."""
    signs = paint.signs
    about = change_text(row.event, row.changes, model.names, model.heads, signs.arrow)
    if notes := model.notes.get(row.line.seq):
        about = ink(f"{signs.note} {paint.clean(notes[-1])}  ", "yellow").append_text(about)
    return _ascii(about, paint) if paint.ascii else about


def _append_changes(
    paint: Painter, parts: list[Text], about: Text, room: int, *, own_row: bool
) -> None:
    """Put changes after a sentence if there is room, or in a row of their own."""
    if not about:
        return
    left = room - parts[-1].cell_len - 2
    if about.cell_len > left and own_row:
        parts.append(ink("  "))
        left = room - 4
    if about.cell_len > left:
        if left < SHORTEST:
            return
        about.truncate(left - cell_len(paint.signs.cut))
        about.append(paint.signs.cut, "dim")
    last = parts[-1]
    aligned = min(room * 55 // 100, room - about.cell_len) if last.plain.strip() else 0
    start = max(last.cell_len + 2, aligned)
    last.append(" " * (start - last.cell_len)).append_text(about)


def _ascii(text: Text, paint: Painter) -> Text:
    """Return styled text in characters that the terminal can show."""
    out = Text()
    for part in text.divide(sorted({x for s in text.spans for x in (s.start, s.end)})):
        out.append(paint.clean(part.plain), part.spans[0].style if part.spans else "")
    return out
