"""Finding the next turn, round, decision, scoring, event of the same type, or search hit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ledger.kernel.log.events import fields

from .model import END, Model

SLICE = 400
"""How many lines are searched before other work gets a turn."""


def by_turn(model: Model, way: int) -> int | None:
    """Return the end of the next or previous turn."""
    turns, pos = model.source.turns, model.pos
    at = model.source.turn_index(pos)
    if way > 0:
        if pos < turns[at].last:
            return turns[at].last
        if at + 1 < len(turns):
            return turns[at + 1].last
        return END if not model.source.done else None
    return turns[at - 1].last if at > 0 else (1 if pos > 1 else None)


def by_round(model: Model, way: int) -> int | None:
    """Return the end of the next or previous round."""
    found = model.curve.round_stop(model.pos, way)
    return 1 if found is None and way < 0 and model.pos > 1 else found


def by_decision(model: Model, way: int) -> int | None:
    """Return the next decision by the viewer's seat or, failing that, by the seat moving here."""
    seat = model.viewer or model.line.by
    lines, seq = model.lines, model.pos + way
    while 1 <= seq <= len(lines):
        line = lines[seq - 1]
        if line.by is not None and seat in (None, line.by) and _first(model, seq):
            return seq
        seq += way
    return None


def _first(model: Model, seq: int) -> bool:
    return seq == 1 or not model.lines[seq - 2].more


def by_scoring(model: Model, way: int) -> int | None:
    """Return the next event that changed a score, or whose type can change one."""
    scorings, pos = model.scorings, model.pos
    turn = model.source.turns
    i = bisect_left(scorings, pos)
    stops = scorings[i : i + 2] if way > 0 else scorings[max(i - 1, 0) : i + 1][::-1]
    for stop in stops:
        run = turn[model.source.turn_index(stop)]
        found = [seq for seq in _scored(model, run.first, run.last) if (seq - pos) * way > 0]
        if found:
            return found[0] if way > 0 else found[-1]
    return None


def _scored(model: Model, first: int, last: int) -> list[int]:
    """Return the lines in one turn that changed the scores, or may have."""
    if model.viewer is not None:
        kinds, lines = model.full.kinds, model.lines
        return [seq for seq in range(first, last + 1) if type(lines[seq - 1].data) in kinds]
    start = max(first - 1, 1)
    known = pairwise(model.scores(seq) for seq in range(start, last + 1))
    return [start + i for i, (before, after) in enumerate(known, 1) if before != after]


def by_type(model: Model, way: int) -> int | None:
    """Return the next event of the same type."""
    lines, kind = model.lines, type(model.line.data)
    seq = model.pos + way
    while 1 <= seq <= len(lines):
        if type(lines[seq - 1].data) is kind:
            return seq
        seq += way
    return None


def by_mark(model: Model, way: int = 1) -> int | None:
    """Return the next mark or note, wrapping around at the end."""
    stops = sorted({*model.marks, *(s for s in model.notes if s <= model.last)})
    if not stops:
        return None
    i = bisect_right(stops, model.pos) if way > 0 else bisect_left(stops, model.pos) - 1
    return stops[i % len(stops)]


def line_meant(model: Model, text: str) -> int | str:
    """Return the line meant by `120`, `t12` or `50%`, or a message saying what is wrong with it."""
    text = text.strip().lower()
    number, kind = text, "line"
    if text.startswith("t"):
        number, kind = text[1:], "turn"
    elif text.endswith("%"):
        number, kind = text[:-1], "part"
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return model.t("type a line (120), a turn (t12) or a percentage (50%)")
    n = int(number)
    if kind == "turn":
        found = model.source.turn_end(n)
        if found is None:
            if model.source.done:
                return model.t("there is no turn {n}", n=n)
            return model.t("there is no turn {n} yet: still reading", n=n)
        return found
    if kind == "part":
        return tenth(model, min(n, 100) / 10)
    if not 1 <= n <= model.last and model.source.done:
        return model.t("there is no line {n}: this log has 1 to {last}", n=n, last=model.last)
    return max(n, 1)


def tenth(model: Model, n: float) -> int:
    """Return the line n tenths of the way through what has been read."""
    return max(1, round(model.last * n / 10))


# --- search -----------------------------------------------------------------------------------


def holds(model: Model, seq: int, needle: str) -> bool:
    """Whether a line matches a search: its words, players, event type or rule ids."""
    line = model.lines[seq - 1]
    event = model.event(seq)
    if needle in line.type or needle in model.say(event).lower():
        return True
    if any(f.rule is not None and needle == f.rule.lower() for f in fields(type(event))):
        return True
    seats = {line.by, getattr(event, "seat", None)}
    who = (model.names[s - 1] for s in seats if isinstance(s, int) and 0 < s <= len(model.names))
    if any(needle in name.lower() for name in who):
        return True
    waived = line.waived if isinstance(line.waived, tuple) else ()
    notes = model.notes.get(seq, ())
    return any(needle in text.lower() for text in (*notes, *waived))


class Hits(NamedTuple):
    """All lines that match a search, as one viewer sees what has been read of the log."""

    needle: str
    viewer: int | None
    last: int
    lines: list[int]

    def fits(self, model: Model, needle: str) -> bool:
        """Whether these hits belong to this search."""
        return (self.needle, self.viewer, self.last) == (needle, model.viewer, model.last)

    def next(self, pos: int, way: int) -> int:
        """Return the next hit, wrapping around at the end of the log; 0 if there is none."""
        if not self.lines:
            return 0
        i = bisect_right(self.lines, pos) if way > 0 else bisect_left(self.lines, pos) - 1
        return self.lines[i % len(self.lines)]

    def position_text(self, model: Model, pos: int) -> str:
        """Return which hit a line is, such as "3 of 12"."""
        if pos not in self.lines:
            return ""
        return model.t("{n} of {hits}", n=self.lines.index(pos) + 1, hits=len(self.lines))


def search(model: Model, needle: str, way: int = 1) -> Iterator[int | Hits | None]:
    """Search from the cursor once around the log: yield the first hit at once, finally `Hits`.

    Now and then it yields None, so that other work gets a turn.
    """
    needle, start, last = needle.lower(), model.pos, model.last
    viewer = model.viewer
    found: list[int] = []
    for i in range(1, last + 1):
        seq = (start - 1 + i * way) % last + 1
        if holds(model, seq, needle):
            if not found:
                yield seq
            found.append(seq)
        if i % SLICE == 0:
            yield None
    yield Hits(needle, viewer, last, sorted(found))
