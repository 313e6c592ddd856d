"""The header of a session: game, players, options; and suggestions for wrong lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.boxes.partial_boxes import is_whole
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Opened, Seat
from ledger.kernel.message import Message
from ledger.kernel.notation.error_list import raise_all
from ledger.kernel.notation.words.keywords import HEADER
from ledger.kernel.notation.words.quoting import read_list, read_names, unescape
from ledger.kernel.play.opening import open_game
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.reasons import why
from ledger.kernel.text.suggest import nearest
from ledger.kernel.times import clock_of, format_time, parse_time

OTHER_KEYS = {
    **dict.fromkeys(("gra", "gioco", "title"), "game"),
    **dict.fromkeys(("player", "names", "gracze", "gracz", "giocatori", "giocatore"), "players"),
    **dict.fromkeys(
        ("color", "colors", "colour", "kolor", "kolory", "colore", "colori"), "colours"
    ),
    **dict.fromkeys(("bot", "boty"), "bots"),
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
"""Other names for the lines in the header, in English, Polish and Italian."""
_DECIDE = ("option", "box")
"""Lines that determine which moves are valid."""
_NEEDED = ("game", "players")
"""Lines without which no move can be read."""
_SOME_DAY = "2000-01-01T00:00:00.000Z"
"""Replaces a wrong date in the header, so that later times aren't all errors, too."""


class SessionHead(NamedTuple):
    """The contents of the header, its last line, the time of the set-up, and the clock at that
    point.

    `wrong` are its errors; `sure` says whether the moves can be checked in spite of them.
    """

    game: Game
    opened: Opened
    end: int
    at: str | None
    clock: str | None
    wrong: list[LedgerError]
    sure: bool


def read_header(source: Sequence[str], game: Game | None) -> SessionHead:
    """Read `key: value` lines up to the first blank one.

    If errors leave the game or the players unknown, raise the first one, with the others in its
    `more`. Otherwise all errors are in the `wrong` of the result.
    """
    lines = _HeaderLines(source)
    values, wrong = lines.values, lines.wrong
    while True:
        if missing := [k for k in ("game", "players") if k not in values]:
            say = Message("the header has no `{key}:` line", key=missing[0])
            # the wrong line may be the missing one
            raise_all(wrong or [Malformed(say, line=1, column=1, source=source[0])])
        try:
            named = find_game(values["game"])
            if game is not None and named is not game:
                raise Malformed(
                    "this is a session of {named}, not of {wanted}",
                    about="game",
                    named=named.meta.name,
                    wanted=game.meta.name,
                )
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
        raise Malformed(
            "at: {time} isn't a time; write it like 2026-03-01T18:30:00.000Z",
            about="at",
            time=values["at"],
        ) from None


def _opened(game: Game, values: dict[str, str], options: dict[str, Any]) -> Opened:
    names = read_names(values["players"])
    colours, bots = (_by_seat(values, key, len(names)) for key in ("colours", "bots"))
    peeking = _peeking(values, bots)
    seats = [
        Seat(
            name=name,
            colour=colour and _colour(game, colour),
            bot=bot or msgspec.UNSET,
            sees_all=n in peeking or msgspec.UNSET,
        )
        for n, (name, colour, bot) in enumerate(zip(names, colours, bots, strict=True), 1)
    ]
    box = _box(game, values["box"]) if "box" in values else None
    texts = {k: unescape(values[k]) for k in ("id", "place", "round", "started") if k in values}
    whole = box is not None and is_whole(game.boxes[game.boxes.standard_id], box)  # as in a log
    opened = open_game(game, seats, options=options, box=box, recorded=whole, **texts)
    if "rules" in values and values["rules"] != opened.rules:
        opened = msgspec.structs.replace(opened, rules=values["rules"])
    if "view" in values:
        if values["view"] not in map(str, range(len(seats) + 1)):
            raise Malformed(
                "view: {seat} isn't a seat; write 1 to {seats}, or 0 for a spectator",
                about="view",
                seat=values["view"],
                seats=len(seats),
            )
        opened = msgspec.structs.replace(opened, view=int(values["view"]))
    return opened


def _box(game: Game, text: str) -> dict[str, Any]:
    """Read a box: the id of one of the package's, or JSON."""
    if text in game.boxes:
        return {"base": text}
    try:
        box: Any = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise Malformed(
            "box: {why}; write a box as JSON, or the id of one: {known}",
            about="box",
            why=why(e),
            known=", ".join(game.boxes),
        ) from None
    if not isinstance(box, dict):
        raise Malformed("box: a box must be a table of tables", about="box")
    return box


def _by_seat(values: dict[str, str], key: str, seats: int) -> list[str | None]:
    """Return the value in a line for each seat; None for `-` or nothing."""
    said = read_list(values.get(key, ""))
    if extra := [x for x in said[seats:] if x]:
        raise Malformed(
            "{key}: with {seats} players, {extra} is one too many",
            about=key,
            key=key,
            seats=seats,
            extra=extra[0],
        )
    said += [""] * (seats - len(said))
    return [None if x in ("", "-") else unescape(x) for x in said[:seats]]


def _peeking(values: dict[str, str], bots: Sequence[str | None]) -> set[int]:
    """Return the seats of bots that were shown everything."""
    known = {str(n): n for n, bot in enumerate(bots, 1) if bot}
    said = [word for word in read_list(values.get("sees-all", "")) if word]
    for word in said:
        if word not in known:
            raise Malformed(
                "sees-all: {word!r} isn't the seat of a bot; write {known}",
                about="sees-all",
                word=word,
                known=", ".join(known) or Message("none"),
            )
    return {known[word] for word in said}


def _colour(game: Game, name: str) -> str:
    """Return a player's colour in the game's own spelling."""
    english = game.words.vocabulary.get(unaccented(name))
    return english if english in game.boxes.player_colours(game.boxes.standard) else name


class _HeaderLines:
    """The contents of the header, key by key; a line with a wrong key counts as the one it
    resembles.

    `end` is the last line of the header. `sure` is true if nothing that the moves depend on is
    wrong; `fatal` is true if the game or the players are unknown.
    """

    def __init__(self, source: Sequence[str]) -> None:
        self.source = source
        self.values: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.where: dict[str, int] = {}
        self.wrong: list[LedgerError] = []
        self.end = 0
        self.sure, self.fatal = True, False
        self._option_at: dict[str, int] = {}
        for number, text in enumerate(source, 1):
            self.end = number
            if not text.strip():
                if self.where:
                    break
            elif (self.where or not text.lstrip().startswith("#")) and not self._line(text):
                break

    def _line(self, text: str) -> bool:
        """Read a line; return False if the header ends before it."""
        key, colon, value = text.partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon:
            key, _, value = text.strip().partition(" ")
            meant = None if self._is_player(key) else _meant(key)
            self._refuse(text, _no_line(meant, value, bool(self.where)))
            if meant is None:
                self.end -= 1
                return False
        elif key in self.where and key != "option":
            self._refuse(text, Malformed("`{key}:` is in the header twice; remove one", key=key))
            self._doubt(key)
            return True
        elif key in HEADER:
            meant = key
        else:
            meant = _meant(key)
            self._refuse(text, _no_key(key, meant, value))
            self.sure = self.sure and meant is not None
        if meant is not None and (meant == "option" or meant not in self.where):
            self._take(meant, value)
        return True

    def _take(self, key: str, value: str) -> None:
        self.where[key] = self.end
        if key != "option":
            self.values[key] = value
            return
        name, _, raw = (x.strip() for x in value.partition("="))
        self._option_at[name] = self.end
        try:
            self.options[name] = json.loads(raw)
        except (ValueError, RecursionError):
            self.options[name] = raw

    def leave_out(self, error: LedgerError) -> None:
        """Add to an error the line that it is about, and continue without that line."""
        key, _, option = (error.about or "game").partition(" ")
        if key == "players" and "," not in self.values["players"]:
            error.advice = Message("put commas between names: `players: Ana, Bartek`")
        error.line = self._option_at[option] if option else self.where.get(key, 1)
        error.source = self.source[error.line - 1]
        value = error.source.partition(":")[2]
        error.column = len(error.source) - len(value.lstrip()) + 1
        self._doubt(key)
        if key == "option":
            self.options.clear()
        self.values.pop(key, None)

    def _doubt(self, key: str) -> None:
        self.sure = self.sure and key not in _DECIDE
        self.fatal = self.fatal or key in _NEEDED

    def _refuse(self, text: str, error: Malformed) -> None:
        error.line, error.source = self.end, text
        error.column = len(text) - len(text.lstrip()) + 1
        self.wrong.append(error)

    def _is_player(self, word: str) -> bool:
        names = read_names(self.values.get("players", ""))
        return unaccented(word.rstrip(":")) in [unaccented(n.split()[0]) for n in names if n]


def _meant(key: str) -> str | None:
    """Return the header key that was probably meant, or None."""
    plain = unaccented(key)
    return plain if plain in HEADER else OTHER_KEYS.get(plain) or nearest(key, HEADER)


def _no_line(meant: str | None, value: str, begun: bool) -> Malformed:
    """Return the error for a line without a colon."""
    blank = Message("leave a blank line between the header and the moves") if begun else None
    return Malformed(
        "this isn't a header line; those look like `game: osaka`",
        hint="did you mean `{meant}: {value}`?" if meant else blank,
        meant=meant,
        value=value,
    )


def _no_key(key: str, meant: str | None, value: str) -> Malformed:
    """Return the error for a key that doesn't exist."""
    return Malformed(
        "`{key}:` isn't a header line; use {header}",
        hint="did you mean `{meant}: {value}`?" if meant else None,
        meant=meant,
        value=value,
        key=key,
        header=", ".join(HEADER),
    )
