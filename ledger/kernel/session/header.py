"""The header of a session: which game, who plays, by what options."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.interface import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Opened, Seat
from ledger.kernel.play.opening import open_game
from ledger.kernel.text.accents import unaccented
from ledger.kernel.times import clock_of, format_time, parse_time

from .header_lines import HeaderLines
from .keywords import raise_all
from .words import read_list, read_names, unescape

_SOME_DAY = "2000-01-01T00:00:00.000Z"
"""Stands for a day that is wrong in the header, so that not every time is told to be wrong."""


class SessionHead(NamedTuple):
    """What the header says, the line it ends with, the time of the set-up, and the clock then.

    `wrong` are its errors; `sure`: the moves can be judged all the same.
    """

    game: Game
    opened: Opened
    end: int
    at: str | None
    clock: str | None
    wrong: list[LedgerError]
    sure: bool


def read_header(source: Sequence[str], game: Game | None) -> SessionHead:
    """Read `key: value` lines up to the first blank one; all wrong lines are told at once.

    Errors after which nobody knows what is played by whom are raised, with all others; what else
    is wrong is in the head's `wrong`.
    """
    lines = HeaderLines(source)
    values, wrong = lines.values, lines.wrong
    while True:
        if missing := [k for k in ("game", "players") if k not in values]:
            say = f"the header has no `{missing[0]}:` line"
            # a wrong line may be the one that is missing
            raise_all(wrong or [Malformed(say, line=1, column=1, source=source[0])])
        try:
            named = find_game(values["game"])
            if game is not None and named is not game:
                raise Malformed(f"this is a session of {named.meta.name}, not {game.meta.name}")
            opened, at = _opened(named, values, lines.options), _time(values)
            break
        except LedgerError as e:
            wrong.append(e)
            lines.leave_out(e)
    if lines.fatal:
        raise_all(wrong)
    clock = at or clock_of(opened.started) or (_SOME_DAY if wrong else None)
    return SessionHead(named, opened, lines.end, at, clock, wrong, lines.sure)


def _time(values: dict[str, str]) -> str | None:
    if "at" not in values:
        return None
    try:
        return format_time(parse_time(values["at"]))
    except ValueError:
        say = f"at: {values['at']} is no time; write it like 2026-03-01T18:30:00.000Z"
        raise Malformed(say) from None


def _opened(game: Game, values: dict[str, str], options: dict[str, Any]) -> Opened:
    names = read_names(values["players"])
    colours = read_list(values.get("colours", ""))
    if extra := [x for x in colours[len(names) :] if x]:
        raise Malformed(f"colours: {extra[0]} is one too many for {len(names)} players")
    seats = [Seat(name=n, colour=_colour(game, colours, i)) for i, n in enumerate(names)]
    box = None
    if "box" in values:
        try:
            box = json.loads(values["box"])
        except (ValueError, RecursionError) as e:
            raise Malformed(f"box: this is no JSON ({e})") from None
    texts = {k: unescape(values[k]) for k in ("id", "place", "round", "started") if k in values}
    opened = open_game(game, seats, options=options, box=box, **texts)
    if "rules" in values and values["rules"] != opened.rules:
        opened = msgspec.structs.replace(opened, rules=values["rules"])
    if "view" in values:
        if values["view"] not in map(str, range(len(seats) + 1)):
            say = (
                f"view: {values['view']} is no seat; write 1 to {len(seats)}, or 0 for a spectator"
            )
            raise Malformed(say)
        opened = msgspec.structs.replace(opened, view=int(values["view"]))
    return opened


def _colour(game: Game, colours: list[str], i: int) -> str | None:
    """Return a player's colour, in the game's own word for it."""
    if i >= len(colours) or colours[i] in ("", "-"):
        return None
    name = unescape(colours[i])
    english = game.vocabulary.get(unaccented(name))
    return english if english in game.player_colours(game.box) else name
