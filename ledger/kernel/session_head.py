"""The header of a session: which game, who plays, by what options."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from .errors import LedgerError, Malformed
from .events import Opened, Seat
from .game import Game, find_game, installed
from .notation import HEADER, clock_of, format_time, parse_time, read_list, read_names, unescape
from .table import open_game
from .text import unaccented
from .wording import did_you_mean, nearest

OTHER_KEYS = {
    **dict.fromkeys(("gra", "gioco", "title"), "game"),
    **dict.fromkeys(("player", "names", "gracze", "gracz", "giocatori", "giocatore"), "players"),
    **dict.fromkeys(
        ("color", "colors", "colour", "kolor", "kolory", "colore", "colori"), "colours"
    ),
    **dict.fromkeys(("options", "opcja", "opcje", "opzione", "opzioni"), "option"),
    **dict.fromkeys(("date", "day", "when", "time", "start"), "started"),
    **dict.fromkeys(
        ("data", "dzien", "kiedy", "poczatek", "giorno", "quando", "inizio"), "started"
    ),
    **dict.fromkeys(("where", "location", "miejsce", "gdzie", "luogo", "dove"), "place"),
    **dict.fromkeys(("zasady", "regole"), "rules"),
    **dict.fromkeys(("pudelko", "scatola"), "box"),
    **dict.fromkeys(("name", "nazwa", "nome"), "id"),
}
"""What people may call a line of the header in English, Polish and Italian."""


class SessionHead(NamedTuple):
    """What the header says, the line it ends with, the time of the set-up, and the clock then."""

    game: Game
    opened: Opened
    end: int
    at: str | None
    clock: str | None


def read_header(source: Sequence[str], game: Game | None) -> SessionHead:
    """Read `key: value` lines up to the first blank one; all wrong lines are told at once."""
    values: dict[str, str] = {}
    options: dict[str, Any] = {}
    where: dict[str, int] = {}
    wrong: list[LedgerError] = []
    end = 0
    for end, text in enumerate(source, 1):
        if not text.strip():
            if where:
                break
            continue
        if text.lstrip().startswith("#") and not where:
            continue
        key, colon, value = text.partition(":")
        key = key.strip().lower()
        if not colon or key not in HEADER or (key in where and key != "option"):
            error = _wrong_line(key if colon else None, value.strip(), where)
            error.line, error.column, error.source = end, len(text) - len(text.lstrip()) + 1, text
            wrong.append(error)
            if not colon:
                break
            continue
        where[key] = end
        if key == "option":
            name, _, raw = value.partition("=")
            try:
                options[name.strip()] = json.loads(raw)
            except (ValueError, RecursionError):
                options[name.strip()] = raw.strip()
        else:
            values[key] = value.strip()
    if wrong:
        wrong[0].more = wrong[1:]
        raise wrong[0]
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
        key = _key_of(e.message, where)
        if len(values.keys() & {"game", "players"}) < 2:
            e.column, e.source = 1, source[0]
            raise
        if e.message.startswith("there is no game"):
            e.hint = did_you_mean(values["game"], installed())
        elif key == "players" and "," not in values["players"]:
            e.hint = "names are separated by commas: `players: Ana, Bartek`"
        e.line = where.get(key, 1)
        e.source = source[e.line - 1]
        value = e.source.partition(":")[2]
        e.column = len(e.source) - len(value.lstrip()) + 1
        raise


def _wrong_line(key: str | None, value: str, where: Collection[str]) -> Malformed:
    """Say what is wrong with a line of the header."""
    if key is None:
        return Malformed(
            "this is no line of the header, which has lines like `game: osaka`",
            hint="a blank line stands between the header and the moves" if where else None,
        )
    if key in where:
        return Malformed(f"`{key}:` stands in the header twice; leave one out")
    other = OTHER_KEYS.get(unaccented(key)) or nearest(key, HEADER)
    return Malformed(
        f"the header has no `{key}:` line; it may have {', '.join(HEADER)}",
        hint=f"did you mean `{other}: {value}`?" if other else None,
    )


def _key_of(message: str, where: Collection[str]) -> str:
    """Return the key of the header of which an error speaks."""
    told = [k for k in HEADER if k in where and message.startswith(f"{k}:")]
    told += [k for k in where if k == "colours" and "colour" in message]
    told += [k for k in HEADER if k in where and k in message]
    return told[0] if told else "game"


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
