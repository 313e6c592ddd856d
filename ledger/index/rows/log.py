"""Turning one log into rows; folding its live events once fills every table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ledger.index.types import LogToLoad, Rows, StagedLog
from ledger.kernel.errors import BY_CODE, FORGED, GameFault, LedgerError, Malformed
from ledger.kernel.log.codec import headers, read_opened, split
from ledger.kernel.log.events import Line, Retracted, line_type, tag
from ledger.kernel.message import Message, Text
from ledger.kernel.replay.log_reader import Reading, read
from ledger.kernel.replay.replay import live
from ledger.kernel.text import reasons
from ledger.kernel.verify.blame import blame, blamed

from .facts import add_facts
from .fold import add_folded, facts_from_lines, last_round

_START = b'{"type":'
_RETRACTED = line_type(Retracted)


def add_log(item: LogToLoad, out: Rows) -> StagedLog:
    """Read a log and add its rows; anything wrong with it becomes a row of `problems`."""

    def problem(kind: str, message: Text, line: int | None = None) -> None:
        out.problems.append(
            {
                "game_id": item.game_id,
                "log": item.log,
                "line": line,
                "kind": kind,
                "message": str(message),
            }
        )

    done = StagedLog(game_id=item.game_id, game=None, seq=0, head="", cut=0)
    try:
        data = Path(item.path).read_bytes()
    except OSError as e:
        problem("missing", Message("this log can't be read: {reason}", reason=reasons.why(e)))
        return done
    if item.size is not None:
        data = data[: item.size]
    try:
        with blamed():
            reading = read(data)
    except (GameFault, Malformed) as e:
        return _unread(item, data, e, out, done, problem)
    if reading.error is not None:
        problem(reading.error.problem, reading.error.text, reading.error.line)
    elif item.head is not None and reading.head.digest != item.head:
        problem("digest", Message("this log isn't the one on record"))
    lines = reading.lines
    if not lines:
        return done
    done.game, done.seq, done.head = reading.opened.game, reading.head.seq, reading.head.digest
    done.cut = _cut(item, lines)
    try:
        kept = live(lines)
    except FORGED:
        problem("illegal", Message("a line takes back something that isn't there"))
        kept = lines
    if not item.brief:
        _stage_events(item, reading, data, kept, done.cut, out)
    marks = [len(rows) for rows in out]
    facts = facts_from_lines(reading, kept) if item.brief else {}
    try:
        if not item.brief:
            facts = add_folded(reading, kept, done.cut, out)
        elif "rounds" not in facts:
            facts["rounds"] = last_round(reading, kept)
    except BY_CODE as e:  # forged events can break a fold in any way, and so can bugs in a game
        for rows, mark in list(zip(out, marks, strict=True))[1:]:
            del rows[mark:]  # type: ignore[attr-defined]
        found = blame(e, reading.game, lines)
        if isinstance(found, GameFault):
            problem(found.kind, found.text)
        else:
            unfit = Message("the events don't fit together")
            reason = e.text if isinstance(e, LedgerError) else unfit
            problem("illegal", Message("{reason}; `ledger verify` says where", reason=reason))
        facts = facts_from_lines(reading, kept)
    key = reading.lines[0].digest
    try:
        sides = reading.game.sides(reading.opened)
    except BY_CODE:  # its box can't be read: there is a problem about that already
        sides = None
    add_facts(item, key, reading.opened, reading.game.meta, kept, facts, out, sides)
    return done


def _cut(item: LogToLoad, lines: list[Line]) -> int:
    """Return the line up to which the rows already in the index are still right."""
    known = item.known_seq
    if not 0 < known <= len(lines) or lines[known - 1].digest != item.known_head:
        return 0
    return 0 if any(x.__class__ is _RETRACTED for x in lines[known:]) else known


def _unread(
    item: LogToLoad, data: bytes, error: LedgerError, out: Rows, done: StagedLog, problem: Any
) -> StagedLog:
    """Add a log's lines without folding them: its game isn't installed or can't be loaded."""
    try:
        raws = split(data)
        opened = read_opened(raws[0] if raws else b"")
        found = headers(data)
    except LedgerError:
        problem("unreadable", error.text, error.line)
        return done
    problem("unknown" if error.kind == Malformed.kind else error.kind, error.text)
    done.game, done.seq = opened.game, len(found)
    done.head = found[-1].digest if found else ""
    for raw in raws[: 0 if item.brief else len(found)]:
        out.events.append(b'{"game_id":%d,"live":true,' % item.game_id + raw[1:] + b"\n")
    add_facts(item, found[0].digest if found else None, opened, None, [], {}, out)
    return done


def _stage_events(
    item: LogToLoad, reading: Reading, data: bytes, kept: list[Line], cut: int, out: Rows
) -> None:
    good = data[: reading.size]
    head = b'{"game_id":%d,"live":' % item.game_id
    if not cut and len(kept) == len(reading.lines) and not reading.game.rules.upcasts:
        mark = head + b'true,"type":'
        out.events.append(mark + good[len(_START) :].replace(b"\n" + _START, b"\n" + mark))
        return
    alive = {line.seq for line in kept}
    kinds = {tag(c).encode() for c in reading.game.rules.upcasts}
    for line, raw in zip(reading.lines[cut:], good.split(b"\n")[cut:], strict=False):
        if kinds and raw[9 : raw.find(b'"', 9)] in kinds:
            raw = msgspec.json.encode(
                line
            )  # the index has events of older versions in their present form
        out.events.append(head + (b"true," if line.seq in alive else b"false,") + raw[1:] + b"\n")
