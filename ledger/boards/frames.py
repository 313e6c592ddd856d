"""Framed parts of a board: sections, tracks and rows of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from .picture import Pen, blank


def sections(pen: Pen, parts: Iterable[tuple[str, Sequence[Text]]], width: int) -> Iterator[Text]:
    """Stack the non-empty parts in one frame, each with its title above it."""
    f = pen.common.thin
    ends = f.tl + f.tr
    for title, body in parts:
        if not body:
            continue
        head = Text(f" {pen.fit(title, width - 6)} ", "bold")
        yield pen.border(head, Text(), ends, f.h, width, "dim")
        yield from (pen.framed(line, f.v, width, "dim") for line in body)
        ends = f.left + f.right
    yield blank(f.bl + f.h * (width - 2) + f.br, "dim")


def aligned(rows: Iterable[Sequence[Text]], gap: int = 2) -> list[Text]:
    """Lay out rows of cells as a table, each column as wide as its widest cell."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    for column in columns[:-1]:
        wide = max(cell.cell_len for cell in column) + gap
        for cell in column:
            cell.truncate(wide, pad=True)
    return [Text.assemble(*row) for row in zip(*columns, strict=True)]


def track(
    pen: Pen, titles: Sequence[str], width: int, least: int, place: Callable[[int, int], Text]
) -> Iterator[Text]:
    """Draw the spaces of a track side by side, or as a list if there is no room for that.

    `place` draws the contents of the space with an index, given its width, which is at least
    `least`.
    """
    f = pen.common.thin
    longest = max(map(cell_len, titles))
    inner, extra = divmod(width - 1 - len(titles), len(titles))
    if inner < max(least, longest):
        room = min(longest, max(width - 1 - least, 3))
        for i, title in enumerate(titles):
            yield blank(set_cell_size(title, room) + " ").append_text(place(i, least))
        return
    top, middle, low = blank(), blank(), blank()
    for i, title in enumerate(titles):
        wide = inner + (i < extra)
        lead = f.h if wide > cell_len(title) else ""
        top.append((f.down if i else f.tl) + lead, "dim").append(title, "bold")
        top.append(f.h * (wide - len(lead) - cell_len(title)), "dim")
        here = place(i, wide)
        here.pad_left((wide - here.cell_len) // 2)
        middle.append(f.v, "dim").append_text(here).append(" " * (wide - here.cell_len))
        low.append((f.up if i else f.bl) + f.h * wide, "dim")
    yield from (top.append(f.tr, "dim"), middle.append(f.v, "dim"), low.append(f.br, "dim"))


class CardFace(NamedTuple):
    """A card: its name, the styles of face and frame, and what is written at top and bottom."""

    name: str
    face: str
    line: str
    above: str = ""
    below: str = ""
    below_style: str = ""


def card_row(
    pen: Pen, title: str, cards: Sequence[CardFace], wide: int, width: int, least: int = 0
) -> list[Text]:
    """Draw cards of a given width side by side below a title, wrapping to more rows if needed.

    Each row is at least `least` and at most `width` cells wide.
    """
    each = max(1, width // wide)
    out: list[Text] = []
    for start in range(0, max(len(cards), 1), each):
        lines = blank(), blank(), blank()
        for card in cards[start : start + each]:
            _draw_card(pen, card, wide, *lines)
        out += lines
    room = min(max(least, cell_len(title), *(t.cell_len for t in out)), width)
    for t in out:
        t.append(" " * (room - t.cell_len))
    return [blank(set_cell_size(pen.fit(title, room), room), "bold"), *out]


def _draw_card(pen: Pen, card: CardFace, wide: int, top: Text, mid: Text, low: Text) -> None:
    f, line = pen.common.thin, card.line
    top.append(f.tl + f.h * (wide - 3 - cell_len(card.above)) + card.above + f.h + f.tr, line)
    mid.append(f.v, line).append(card.name.center(wide - 2), card.face).append(f.v, line)
    low.append(f.bl, line).append(card.below, card.below_style)
    low.append(f.h * (wide - 2 - cell_len(card.below)) + f.br, line)
