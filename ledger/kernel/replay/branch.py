"""Changing the course of a game: taking moves back, and branching off."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import (
    Entry,
    Line,
    Opened,
    Origin,
    Sealed,
)

from .replay import live


def check_retraction(lines: Sequence[Line], to: int, seq: int) -> None:
    """Raise `Illegal` unless `to` is the end of an earlier group."""
    if not 1 <= to < seq:
        raise Illegal(
            "can't go back to line {to}: it has to be before line {last}", to=to, last=seq
        )
    if lines[to - 1].more:
        lo, hi = group_ends(lines, to)
        raise Illegal(
            "line {to} is in the middle of a move; go back to line {before} or {after}"
            if lo
            else "line {to} is in the middle of a move; go back to line {after}",
            to=to,
            before=lo,
            after=hi,
        )


def group_ends(lines: Sequence[Line], seq: int) -> tuple[int, int]:
    """Return the nearest ends of groups before a line (0 if none) and at or after it."""
    hi = next(x.seq for x in lines[seq - 1 :] if not x.more)
    lo = next((x.seq for x in reversed(lines[: seq - 1]) if not x.more), 0)
    return lo, hi


def branch(
    game: Game,
    lines: Sequence[Line],
    at: int,
    *,
    id: str | None = None,
    key: str | None = None,
) -> tuple[list[Line], bytes]:
    """Return a new log with the live game up to the end of a group, and its bytes.

    Its first line says where it branched off. Raises `Illegal` if `at` isn't the end of a group.
    """
    if not 1 <= at <= len(lines):
        raise Illegal("there is no line {at}: this log has 1 to {lines}", at=at, lines=len(lines))
    if lines[at - 1].more:
        lo, hi = group_ends(lines, at)
        raise Illegal(
            "line {at} is in the middle of a group (a move and what follows from it); the nearest "
            "groups end at lines {before} and {after}"
            if lo
            else "line {at} is in the middle of a group (a move and what follows from it); the "
            "nearest group ends at line {after}",
            at=at,
            before=lo,
            after=hi,
        )
    opened: Opened = lines[0].data
    origin = Origin(id=opened.id, at=at, head=lines[at - 1].digest)
    entries: list[list[Entry]] = []
    more = False
    for line in live(lines, at):
        if isinstance(line.data, Sealed):
            continue
        data = line.data
        if isinstance(data, Opened):
            data = msgspec.structs.replace(data, origin=origin, id=id)
        waived = line.waived if isinstance(line.waived, tuple) else ()
        entry = Entry(data=data, turn=line.turn, by=line.by, at=line.at, waived=waived)
        if more:
            entries[-1].append(entry)
        else:
            entries.append([entry])
        more = line.more
    head, raw = Head(), b""
    out: list[Line] = []
    for group in entries:
        stamped, text, head = stamp(head, group, key=None if out else key)
        out += stamped
        raw += text
    return out, raw
