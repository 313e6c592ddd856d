"""Writing a log as a session: what `ledger export --to session` prints."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import (
    Adjusted,
    Ended,
    Event,
    Line,
    Noted,
    Opened,
    Retracted,
    Sealed,
    groups,
)
from ledger.kernel.notation.lines.remarks import write_reader
from ledger.kernel.notation.words.quoting import escape, quote
from ledger.kernel.rules.chance import RecordedResult, outcomes
from ledger.kernel.times import short_time


def _box(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """Return the differences in a box, or all of it if it isn't fit for new games."""
    try:
        game.boxes.read_new(data)
    except LedgerError:
        return data
    return game.boxes.part_of(data)


def write_session(game: Game, lines: Sequence[Line], *, times: bool = True) -> str:
    """Write a log in session notation; reading it produces the same events."""
    opened: Opened = lines[0].data
    plain = [s.name for s in opened.seats]
    names = [quote(name, game, plain) for name in plain]
    at = lines[0].at
    head = [("game", opened.game), ("rules", opened.rules), ("players", ", ".join(names))]
    if any(s.colour is not None for s in opened.seats):
        head.append(("colours", ", ".join(_word(s.colour) for s in opened.seats)))
    if any(s.bot for s in opened.seats):
        head.append(("bots", ", ".join(_word(s.bot or None) for s in opened.seats)))
    if peeking := opened.seeing_all:
        head.append(("sees-all", ", ".join(map(str, peeking))))
    head += [("option", f"{k}={json.dumps(v)}") for k, v in opened.options.items()]
    if opened.box_data is not None:
        head.append(("box", json.dumps(_box(game, opened.box_data), ensure_ascii=False)))
    elif opened.box != game.boxes.standard_digest and opened.box in game.boxes.digests:
        head.append(("box", game.boxes.digests[opened.box]))
    for key in ("id", "place", "round", "started"):
        if (value := getattr(opened, key)) not in (None, msgspec.UNSET):
            head.append((key, escape(value)))
    if opened.view is not None:
        head.append(("view", str(opened.view)))
    if at is not None and times:
        head.append(("at", at))
    out = [f"{k}: {v}" for k, v in head] + [""]
    clock = at
    for group in groups(lines):
        stamp = ""
        if times and group[0].at is not None and group[0].cmd:
            stamp = short_time(clock, group[0].at)
            clock = group[0].at
        text = _write_group(game, group, names, plain)
        if text:
            out.append(stamp + text[0])
            out += text[1:]
    return "\n".join(out) + "\n"


def _write_group(
    game: Game, group: Sequence[Line], names: list[str], plain: list[str]
) -> list[str]:
    events: list[Event] = [line.data for line in group]
    first = events[0]
    who = f"{names[group[0].by - 1]} " if group[0].by else ""
    if isinstance(first, Noted):
        who = f"{names[first.seat - 1]} " if first.seat else ""
        reader = "" if first.to is msgspec.UNSET else write_reader(first.to, names)
        return [f"{who}{reader}# {escape(first.text)}".rstrip()]
    if isinstance(first, Retracted):
        return [f"{who}undo {first.to}"]
    if isinstance(first, Adjusted):
        patches = msgspec.json.encode(first.patches).decode().replace("#", "\\u0023")
        box = "from box " if first.from_box is True else ""
        return [f"{who}adjust {json.dumps(first.reason, ensure_ascii=False)} {box}{patches}"]
    if isinstance(first, Ended):
        reason = first.reason
        return [f"abandon {json.dumps(reason) if '#' in reason else escape(reason)}"]
    out: list[str] = []
    if isinstance(first, Sealed):
        return out  # reading seals a finished game anyway
    if not isinstance(first, Opened):
        command = game.rules.command_of(events)
        waived = "".join(f" !{r}" for r in group[0].waived or ())
        out.append(f"{names[command.seat - 1]} {game.words.write(command, plain)}{waived}")
    results = outcomes(events, named=True)
    own = outcomes(events[:1], named=True) if out else []
    if own and own[0].slot in game.words.inline_slots:
        out[0] += " -> " + " ".join(_value(game, own[0], v, names) for v in own[0].values)
        del results[0]
    for g in results:
        who = f"{names[g.seat - 1]} " if g.seat else ""
        out.append(f"{who}{g.slot} " + " ".join(_value(game, g, v, names) for v in g.values))
    if isinstance(events[-1], Ended):
        scores = (f"{n} {s}" for n, s in zip(names, events[-1].scores, strict=True))
        out.append("result " + ", ".join(scores))
    return out


def _value(game: Game, given: RecordedResult, value: str | None, names: list[str]) -> str:
    if value is None:
        return "?"
    if given.slot not in game.words.seat_slots:
        return value
    name = names[int(value) - 1]
    return name if name.startswith('"') or " " not in name else json.dumps(name)


def _word(name: str | None) -> str:
    if name is None:
        return "-"
    return name if re.fullmatch(r"\w[\w -]*\w|\w", name) else json.dumps(name)
