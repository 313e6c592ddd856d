"""One log becomes rows: a single fold over its live events fills every table."""

from __future__ import annotations

import functools
import re
from array import array
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from ..kernel.codec import Reading, headers, read, read_opened, split
from ..kernel.errors import LedgerError, Malformed
from ..kernel.events import (
    GENERIC,
    Ended,
    Line,
    Opened,
    Retracted,
    line_type,
    tag,
)
from ..kernel.fold import live
from ..kernel.game import Game, State
from ..kernel.played import Person
from ..store.library_people import keys_of

_START = b'{"type":'
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOVELESS = frozenset(line_type(cls) for cls in GENERIC)
_RETRACTED = line_type(Retracted)


_name = functools.cache(tag)


class Item(msgspec.Struct, kw_only=True):
    """A log to take in; what is known of it, so that only the rest is staged."""

    game_id: int
    log: str
    path: str
    revision: int = 1
    size: int | None = None
    head: str | None = None
    known_seq: int = 0
    known_head: str = ""


class Done(msgspec.Struct, kw_only=True):
    """How far a log is in; rows up to `cut` stood in the index already."""

    game_id: int
    game: str | None
    seq: int
    head: str
    cut: int


class Rows(NamedTuple):
    """Rows by table; events are lines of JSON."""

    events: list[bytes]
    deltas: list[tuple[Any, ...]]
    moves: list[tuple[Any, ...]]
    turns: list[tuple[Any, ...]]
    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    problems: list[dict[str, Any]]

    @classmethod
    def empty(cls) -> Rows:
        """Return no rows."""
        return cls([], [], [], [], [], [], [])


def take(item: Item, out: Rows) -> Done:
    """Read a log and add its rows; what is wrong with it becomes a row of `problems`."""

    def problem(kind: str, message: str, line: int | None = None) -> None:
        out.problems.append(
            {
                "game_id": item.game_id,
                "log": item.log,
                "line": line,
                "kind": kind,
                "message": message,
            }
        )

    done = Done(game_id=item.game_id, game=None, seq=0, head="", cut=0)
    try:
        data = Path(item.path).read_bytes()
    except OSError as e:
        problem("missing", f"this log cannot be read: {e.strerror}")
        return done
    if item.size is not None:
        data = data[: item.size]
    try:
        reading = read(data)
    except Malformed as e:
        return _unread(item, data, e, out, done, problem)
    if reading.error is not None:
        problem(reading.error.problem, reading.error.message, reading.error.line)
    elif item.head is not None and reading.head.digest != item.head:
        problem("digest", "this log is not the one on record")
    lines = reading.lines
    if not lines:
        return done
    done.game, done.seq, done.head = reading.opened.game, reading.head.seq, reading.head.digest
    done.cut = _cut(item, lines)
    try:
        kept = live(lines)
    except (ValueError, LookupError):
        problem("illegal", "a line takes back what is not there")
        kept = lines
    _stage_events(item, reading, data, kept, done.cut, out)
    marks = [len(rows) for rows in out]
    try:
        facts = _fold(item, reading, kept, done.cut, out)
    except Exception as e:  # forged events can break a fold in any way
        for rows, mark in list(zip(out, marks, strict=True))[1:]:
            del rows[mark:]  # type: ignore[attr-defined]
        why = e.message if isinstance(e, LedgerError) else "the events do not fit together"
        problem("illegal", f"{why}; `ledger verify` says where")
        facts = {}
    _facts(item, reading.opened, reading.game.meta.title, kept, facts, out)
    return done


def _cut(item: Item, lines: list[Line]) -> int:
    """Return up to which line the rows that are known still hold."""
    known = item.known_seq
    if not 0 < known <= len(lines) or lines[known - 1].digest != item.known_head:
        return 0
    return 0 if any(x.__class__ is _RETRACTED for x in lines[known:]) else known


def _unread(item: Item, data: bytes, error: Malformed, out: Rows, done: Done, problem: Any) -> Done:
    """List the lines of a log whose game is not installed; nothing else can be said of it."""
    try:
        raws = split(data)
        opened = read_opened(raws[0] if raws else b"")
        found = headers(data)
    except LedgerError:
        problem("unreadable", error.message, error.line)
        return done
    problem("unknown", error.message)
    done.game, done.seq = opened.game, len(found)
    done.head = found[-1].digest if found else ""
    for raw in raws[: len(found)]:
        out.events.append(b'{"game_id":%d,"live":true,' % item.game_id + raw[1:] + b"\n")
    _facts(item, opened, opened.game, [], {}, out)
    return done


def _stage_events(
    item: Item, reading: Reading, data: bytes, kept: list[Line], cut: int, out: Rows
) -> None:
    good = data[: reading.size]
    head = b'{"game_id":%d,"live":' % item.game_id
    if not cut and len(kept) == len(reading.lines) and not reading.game.upcasts:
        mark = head + b'true,"type":'
        out.events.append(mark + good[len(_START) :].replace(b"\n" + _START, b"\n" + mark))
        return
    alive = {line.seq for line in kept}
    kinds = {tag(c).encode() for c in reading.game.upcasts}
    for line, raw in zip(reading.lines[cut:], good.split(b"\n")[cut:], strict=False):
        if kinds and raw[9 : raw.find(b'"', 9)] in kinds:
            raw = msgspec.json.encode(line)  # an old event stands in the index as what it is today
        out.events.append(head + (b"true," if line.seq in alive else b"false,") + raw[1:] + b"\n")


def _fold(item: Item, reading: Reading, kept: list[Line], cut: int, out: Rows) -> dict[str, Any]:
    """Fold a log once; rows come as tuples without the game, times as they are written."""
    game, id, opened = reading.game, item.game_id, reading.opened
    keys = [r.key for r in game.resources]
    table, holdings, command_of, write = game.table, game.holdings, game.command_of, game.write
    state = game.start(opened)
    before = [(0,) * len(keys)] * len(opened.seats)
    seats = range(1, len(before) + 1)
    deltas: list[tuple[Any, ...]] = []
    moves: list[tuple[Any, ...]] = []
    turns: list[tuple[Any, ...]] = []
    clock = kept[0].at
    turn, turn_start, turn_moves, group_start = kept[0].turn, 0, 0, 0
    for i, line in enumerate(kept):
        if line.turn != turn:
            turns.append(_turn(game, id, kept[turn_start:i], turn_moves, state))
            turn, turn_start, turn_moves = line.turn, i, 0
        if i:
            event = line.data
            table[event.__class__](state, event)
        now = holdings(state)
        if now != before:
            seq = line.seq
            for seat, old, new in zip(seats, before, now, strict=True):
                if old != new:
                    for key, a, b in zip(keys, old, new):  # noqa: B905 # half the time
                        if a != b:
                            deltas.append((id, seq, turn, seat, key, b - a, b))
            before = now
        if line.more:
            continue
        first = kept[group_start]
        if first.__class__ not in _MOVELESS:
            command = command_of([x.data for x in kept[group_start : i + 1]])
            turn_moves += 1
            at = first.at
            moves.append(
                (id, first.cmd, first.seq, line.seq, first.turn, command.seat,
                 _name(command.__class__), write(command), at, clock,
                 None if first.waived is UNSET else ",".join(first.waived))
            )  # fmt: skip
            clock = at
        group_start = i + 1
    turns.append(_turn(game, id, kept[turn_start:], turn_moves, state))
    array("q", [row[5] for row in deltas])  # a number that no column can hold breaks the fold
    array("q", [row[6] for row in deltas])
    array("q", [x for row in turns for x in row[-1] if x is not None])
    out.deltas.extend([row for row in deltas if row[1] > cut] if cut else deltas)
    out.moves.extend([row for row in moves if row[2] > cut] if cut else moves)
    out.turns.extend(turns)
    return {"turns": turn, "rounds": turns[-1][3], "moves": len(moves)}


def _turn(game: Game, id: int, lines: list[Line], moves: int, state: State) -> tuple[Any, ...]:
    """Return a turn that is over, with the scores at its end."""
    first, last = lines[0], lines[-1]
    turn = first.turn
    return (
        id, turn, _seat(lines) if turn else None, game.round(state), first.seq, last.seq,
        moves, len(lines), first.at, last.at, list(game.scores(state)),
    )  # fmt: skip


def _seat(lines: list[Line]) -> int | None:
    """Return whose turn it is: the first seat that an event of the turn names."""
    for line in lines:
        if (seat := getattr(line.data, "seat", None)) is not None:
            return seat  # type: ignore[no-any-return]
    return None


def seconds(at: str | None) -> float | None:
    """Return a time of a log as a number."""
    if at is None:
        return None
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return None


def _facts(
    item: Item, opened: Opened, title: str, kept: list[Line], facts: dict[str, Any], out: Rows
) -> None:
    ended = next((x.data for x in reversed(kept) if isinstance(x.data, Ended)), None)
    scored = ended is not None and any(s is not None for s in ended.scores)
    times = [x.at for x in (kept[0], kept[-1])] if kept else [None, None]
    a, b = seconds(times[0]), seconds(times[1])
    began = _seat([x for x in kept if x.turn == first]) if (first := _first_turn(kept)) else None
    date = opened.started or times[0] or ""
    out.games.append(
        {
            "game_id": item.game_id,
            "log": item.log,
            "kind": "log",
            "game": opened.game,
            "title": title,
            "edition": opened.rules,
            "players": len(opened.seats),
            "date": found[0] if (found := _DATE.match(date)) else None,
            "date_text": opened.started,
            "started": times[0] or opened.started,
            "ended": times[1],
            "minutes": None if a is None or b is None else (b - a) / 60,
            "events": len(kept),
            **facts,
            "finished": scored,
            "reason": ended.reason if ended else None,
            "place": opened.place,
            "options": opened.options,
            "box": opened.box,
            "view": opened.view,
        }
    )
    for i, seat in enumerate(opened.seats):
        place = _place(ended, i + 1) if ended is not None and scored else None
        out.seats.append(
            {
                "game_id": item.game_id,
                "game": opened.game,
                "seat": i + 1,
                "name": seat.name,
                "colour": seat.colour,
                "score": ended.scores[i] if ended is not None and i < len(ended.scores) else None,
                "place": place,
                "won": None if place is None else place == 1,
                "began": None if began is None else began == i + 1,
                "key": next(iter(keys_of(Person(name=seat.name))), None),
            }
        )


def _first_turn(kept: list[Line]) -> int | None:
    return next((x.turn for x in kept if x.turn), None)


def _place(ended: Ended, seat: int) -> int | None:
    better = 0
    for tied in ended.ranking:
        if seat in tied:
            return better + 1
        better += len(tied)
    return None
