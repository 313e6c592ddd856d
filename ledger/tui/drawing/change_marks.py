"""Marking what has changed on a board since an earlier position, in any game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style

from .paint import Row, Rows

MARK = Style(bold=True, underline=True, reverse=True)
"""How a change is marked; it can be seen even without colours."""
_WORD = re.compile(r"(?!#?[-=]+#?(?:\s|$))[^\s\u2500-\u257f|+]+")
_EDGES = re.compile("[╰┗].*?[╯┛]|[+][-].*?[-][+]|#=.*?=#")
"""The edges of panels; on the lower ones, boards say whose turn it is."""
_TURNS = ("▶", ">")
"""The marker that boards put before the name of the player whose turn it is."""
_NEXT_BOX = re.compile(r"[ ─-]*(?:││|╮╭|┃┃|┓┏|\|\||\+\+)[ ─-]*")
"""The border between words in two adjoining boxes, such as those in a row of cards."""
_LIST_GAP = 2
"""Words at most this far apart form a list, in which they shift as others come and go."""


class _Word(NamedTuple):
    """A piece, a number or a word on a board: the cells it takes up, and how it looks."""

    start: int
    end: int
    look: tuple[tuple[str, Style | None], ...]
    next_box: bool = False
    """Whether it is in the box after the previous word's, like cards in a row."""


class MarkedBoard:
    """A board for Rich, with its changes from another board marked, if one is given."""

    def __init__(self, before: RenderableType | None, after: RenderableType) -> None:
        self.before, self.after = before, after

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = console.render_lines(self.after, options, pad=False)
        if self.before is not None:
            rows = mark_changes(console.render_lines(self.before, options, pad=False), rows)
        for row in rows:
            yield from row
            yield Segment.line()


def mark_changes(before: Rows, after: Rows) -> Rows:
    """Return the later board, marking everything the earlier one doesn't show in that place."""
    old, new = _words(before), _words(after)
    out: Rows = []
    for i, twin in enumerate(_twins(old, new)):
        row = after[i]
        if i and (twin is None or new[i] != old[twin]):  # the first row says whose turn it is
            row = _marked(row, _changed([] if twin is None else old[twin], new[i]))
        out.append(row)
    return out


def _words(rows: Rows) -> list[list[_Word]]:
    """Return the words in each row, leaving out frames and whose turn it is."""
    texts = ["".join(segment.text for segment in row) for row in rows]
    out = []
    for row, text, below in zip(rows, texts, [*texts[1:], ""], strict=True):
        looks = [(sign, segment.style) for segment in row for sign in segment.text]
        at = [0]
        for sign in text:
            at.append(at[-1] + cell_len(sign))
        edges = (found.span() for found in _EDGES.finditer(text))
        feet = [(start, end) for start, end in edges if below[start : start + 1] != "|"]
        spans = [
            (start, end)
            for start, end in (found.span() for found in _WORD.finditer(text))
            if text[start:end] not in _TURNS and not any(a < start < b for a, b in feet)
        ]
        ends = [None, *(end for _, end in spans)]
        out.append(
            [
                _Word(
                    *(at[start], at[end], tuple(looks[start:end])),
                    before is not None and _NEXT_BOX.fullmatch(text, before, start) is not None,
                )
                for before, (start, end) in zip(ends, spans, strict=False)
            ]
        )
    return out


def _twins(old: Sequence[list[_Word]], new: Sequence[list[_Word]]) -> list[int | None]:
    """Return, for each new row, the index of the old row to compare it with, if there is one."""
    if len(old) == len(new):
        return list(range(len(new)))
    looks = [[tuple(w.look for w in row) for row in rows] for rows in (old, new)]
    twins: list[int | None] = [None] * len(new)
    for tag, a, b, c, d in SequenceMatcher(None, looks[0], looks[1], autojunk=False).get_opcodes():
        if tag in ("equal", "replace"):
            for i, j in zip(range(a, b), range(c, d), strict=False):
                twins[j] = i
    return twins


def _changed(old: Sequence[_Word], new: Sequence[_Word]) -> list[_Word]:
    """Return the words that weren't in their place before."""
    there = set(old)
    if all(word in there for word in new):
        return []
    out = []
    for some in _lists(new):
        first, last = some[0].start - _LIST_GAP, some[-1].end + _LIST_GAP
        lists = (x for x in _lists(old) if x[0].start <= last and x[-1].end >= first)
        near = [word for words in lists for word in words]
        then, now = ([word.look for word in words] for words in (near, some))
        kept: set[int] = set()
        for _, at, size in SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks():
            kept.update(range(at, at + size))
        out += [word for i, word in enumerate(some) if i not in kept and word not in there]
    return out


def _lists(words: Sequence[_Word]) -> list[list[_Word]]:
    """Group the words into lists."""
    out: list[list[_Word]] = []
    for word in words:
        if out and (word.next_box or word.start - out[-1][-1].end <= _LIST_GAP):
            out[-1].append(word)
        else:
            out.append([word])
    return out


def _marked(row: Row, words: Sequence[_Word]) -> Row:
    """Return a row with some of its words marked."""
    if not words:
        return row
    cuts = sorted({x for word in words for x in (word.start, word.end)})
    out: Row = []
    x = 0
    for part in Segment.divide(row, [*cuts, sum(s.cell_length for s in row)]):
        inside = any(word.start <= x < word.end for word in words)
        for segment in part:
            style = (segment.style or Style.null()) + MARK if inside else segment.style
            out.append(Segment(segment.text, style))
            x += segment.cell_length
    return out
