"""The header of a session: which game, who plays, by what options."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from .errors import LedgerError, Malformed
from .events import Opened, Seat
from .game import Game, find_game
from .notation import HEADER, clock_of, format_time, parse_time, read_list, read_names, unescape
from .table import open_game


class SessionHead(NamedTuple):
    """What the header says, the line it ends with, the time of the set-up, and the clock then."""

    game: Game
    opened: Opened
    end: int
    at: str | None
    clock: str | None


def read_header(source: Sequence[str], game: Game | None) -> SessionHead:
    """Read `key: value` lines up to the first blank one."""
    values: dict[str, str] = {}
    options: dict[str, Any] = {}
    where: dict[str, int] = {}
    end = 0
    for end, text in enumerate(source, 1):
        if not text.strip():
            if values:
                break
            continue
        if text.lstrip().startswith("#") and not values:
            continue
        key, colon, value = text.partition(":")
        key = key.strip().lower()
        if not colon or key not in HEADER:
            raise Malformed(
                "the header has lines like `game: osaka`, then comes a blank line; known are "
                f"{', '.join(HEADER)}",
                line=end,
                column=1,
                source=text,
            )
        where[key] = end
        if key == "option":
            name, _, raw = value.partition("=")
            try:
                options[name.strip()] = json.loads(raw)
            except (ValueError, RecursionError):
                options[name.strip()] = raw.strip()
        else:
            values[key] = value.strip()
    try:
        for key in ("game", "players"):
            if key not in values:
                raise Malformed(f"the header has no `{key}:` line", line=1)
        named = find_game(values["game"])
        if game is not None and named is not game:
            raise Malformed(f"this is a session of {named.meta.name}, not {game.meta.name}")
        opened, at = _opened(named, values, options), _time(values)
        return SessionHead(named, opened, end, at, at or clock_of(opened.started))
    except LedgerError as e:
        key = next((k for k in HEADER if k in where and k in str(e)), "game")
        e.line = e.line or where.get(key, 1)
        e.source = source[e.line - 1]
        value = e.source.partition(":")[2]
        e.column = len(e.source) - len(value.lstrip()) + 1
        raise


def _time(values: dict[str, str]) -> str | None:
    if "at" not in values:
        return None
    try:
        return format_time(parse_time(values["at"]))
    except ValueError:
        raise Malformed(f"at: {values['at']} is not like 2026-03-01T18:30:00.000Z") from None


def _opened(game: Game, values: dict[str, str], options: dict[str, Any]) -> Opened:
    names = read_names(values["players"])
    colours = read_list(values.get("colours", ""))
    seats = [Seat(name=n, colour=_at(colours, i)) for i, n in enumerate(names)]
    box = None
    if "box" in values:
        try:
            box = json.loads(values["box"])
        except (ValueError, RecursionError) as e:
            raise Malformed(f"box: {e}") from None
    texts = {k: unescape(values[k]) for k in ("id", "place", "round", "started") if k in values}
    opened = open_game(game, seats, options=options, box=box, **texts)
    if "rules" in values and values["rules"] != opened.rules:
        opened = msgspec.structs.replace(opened, rules=values["rules"])
    if "view" in values:
        if values["view"] not in map(str, range(len(seats) + 1)):
            raise Malformed(f"view: a seat from 1 to {len(seats)}, or 0 for a spectator")
        opened = msgspec.structs.replace(opened, view=int(values["view"]))
    return opened


def _at(colours: list[str], i: int) -> str | None:
    return unescape(colours[i]) if i < len(colours) and colours[i] not in ("", "-") else None
