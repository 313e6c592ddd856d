"""The words of a line of session notation: names, times, moves, quoting."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from .errors import Ambiguous, Illegal, LedgerError, Malformed
from .game import Command, Game
from .table import Table
from .text import unaccented

KEYWORDS = ("undo", "result", "abandon", "adjust")
FOREIGN = {"cofnij": "undo", "wynik": "result", "annulla": "undo", "risultato": "result"}
"""Keywords as Poles and Italians may type them."""
HEADER = (
    *("game", "players", "colours", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
_SEARCHED = 400
"""Legal moves among which the one that was meant is looked for."""
_NEAR = 0.75
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s#]\S*')
_PLAIN_NAME = re.compile(r"[^\W\d][\w.'-]*(?: [\w.'-]+)*\Z")
_TIME = re.compile(r"@(?:(\d{4}-\d\d-\d\d)T)?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?Z?\Z")


class Word(NamedTuple):
    """A word of a line and the column (from 1) where it starts."""

    text: str
    column: int


def split_words(text: str, column: int = 1) -> tuple[list[Word], str | None]:
    """Cut a line into words and the comment behind `#`."""
    words: list[Word] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "#":
            return words, text[at + 1 :].strip()
        else:
            m = _WORD.match(text, at)
            if m is None:  # an opening quote without its end
                m = re.compile(r"\S+").match(text, at)
            assert m is not None  # noqa: S101
            words.append(Word(m.group(), column + at))
            at = m.end()
    return words, None


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for one that stands in a game's vocabulary."""
    text = unaccented(word.text.rstrip(",:"))
    english = game.vocabulary.get(text) or FOREIGN.get(text)
    return Word(english, word.column) if english else word


def read_move(table: Table, text: str, seat: int | None = None) -> tuple[Command, tuple[str, ...]]:
    """Read one typed move (`ledger do`): the player's name may be left out."""
    names = [s.name for s in table.lines[0].data.seats]
    words, _ = split_words(text)
    found, rest = take_player(words, names)
    asked = table.game.awaiting(table.state)
    if not asked:
        raise Illegal("the game is over")
    who = found or seat or asked[0].seat
    plain, waive = take_waivers([in_english(w, table.game) for w in rest], table.game)
    if not plain:
        raise Malformed("a move is missing", source=text, column=1, hint=hint(table, asked[0].seat))
    try:
        return table.game.read(table.state, who, plain), waive
    except LedgerError as e:
        e.source = text
        e.hint = e.hint or hint(table, who, plain)
        raise


def take_player(words: list[Word], names: Sequence[str]) -> tuple[int | None, list[Word]]:
    """Take the player's name, or an unmistakable beginning of it, off the front of a line."""
    if not words:
        return None, words
    first = words[0]
    if first.text.startswith('"'):
        name = unescape(first.text)
        if name in names:
            return names.index(name) + 1, words[1:]
        raise Malformed(f"there is no player {name!r}", column=first.column)
    for count in range(len(words), 0, -1):
        name = " ".join(w.text for w in words[:count]).rstrip(":").lower()
        hits = [i for i, n in enumerate(names, 1) if n.lower() == name]
        if len(hits) == 1:
            return hits[0], words[count:]
    short = first.text.rstrip(":").lower()
    hits = [i for i, n in enumerate(names, 1) if n.lower().startswith(short)]
    if len(hits) > 1:
        which = ", ".join(names[i - 1] for i in hits)
        raise Ambiguous(f"{first.text!r} could be {which}", column=first.column)
    return (hits[0], words[1:]) if hits else (None, words)


def take_waivers(words: list[Word], game: Game) -> tuple[list[Word], tuple[str, ...]]:
    """Split off `!OSA-22`: rules that the table waived for this move."""
    plain = [w for w in words if not w.text.startswith("!")]
    for w in words:
        if w.text.startswith("!") and w.text[1:] not in game.rule_ids:
            raise Malformed(
                f"{game.meta.name} has no rule {w.text[1:]!r} that could be waived",
                column=w.column,
                hint=did_you_mean(w.text[1:], game.rule_ids),
            )
    return plain, tuple(w.text[1:] for w in words if w.text.startswith("!"))


def hint(table: Table, seat: int, typed: Sequence[Word] = (), most: int = 12) -> str:
    """Name the legal alternatives, the one that was probably meant first."""
    moves = []
    for command in table.game.legal(table.state, seat):
        moves.append(table.game.write(command))
        if len(moves) > _SEARCHED:
            break
    near = _nearest(" ".join(w.text for w in typed), moves)
    if near is not None and near == " ".join(w.text for w in typed):  # the right move, too early
        near = f"{table.lines[0].data.seats[seat - 1].name} {near}"
    meant = f"did you mean `{near}`? " if near else ""
    more = "; …" if len(moves) > most else ""
    return f"{meant}legal here: {'; '.join(moves[:most])}{more}" if moves else ""


def read_number(word: Word) -> int:
    """Read a number of a size that games have."""
    if not word.text.isdecimal() or len(word.text) > 9:
        raise Malformed(f"{word.text[:20]!r} is no number", column=word.column)
    return int(word.text)


def did_you_mean(typed: str, known: Iterable[str]) -> str | None:
    """Name the known word that was probably meant."""
    near = _nearest(typed, known)
    return f"did you mean {near}?" if near else None


def _nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the text that is much like a typed one, unless two are equally like it."""
    matcher = SequenceMatcher(b=typed.lower())
    best: tuple[float, str | None] = (_NEAR, None)
    for text in dict.fromkeys(known):
        matcher.set_seq1(text.lower())
        if matcher.real_quick_ratio() >= best[0] and matcher.quick_ratio() >= best[0]:
            ratio = matcher.ratio()
            if ratio > best[0]:
                best = (ratio, text)
            elif ratio == best[0]:
                best = (ratio, None)
    return best[1]


# --- names, texts, times --------------------------------------------------------------------


def read_list(text: str) -> list[str]:
    """Cut `Ana, "Bo, jr.", -` at its commas; quotes stay."""
    parts = re.finditer(r'\s*("(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)', text)
    return [m.group(1).strip() for m in parts]


def read_names(text: str) -> list[str]:
    """Read `Ana, "Bo, jr.", Celina`."""
    return [unescape(part) for part in read_list(text) if part]


def quote(name: str, game: Game, others: Sequence[str] = ()) -> str:
    """Write a player's name so that it can be read back, also beside the others."""
    low = name.lower()
    reserved = {*KEYWORDS, *game.slots, *HEADER}
    reserved |= {w for w, english in {**FOREIGN, **game.vocabulary}.items() if english in reserved}
    alike = [n for n in others if n != name and f"{n.lower()} ".startswith(f"{low} ")]
    if (
        _PLAIN_NAME.match(name)
        and not reserved & {*low.split(), *unaccented(name).split()}
        and not alike
    ):
        return name
    return json.dumps(name)


def escape(text: str) -> str:
    """Write a text so that it stays on its line."""
    quoted = json.dumps(text, ensure_ascii=False)
    plain = quoted == f'"{text}"' and text == text.strip()
    return text if plain else quoted


def unescape(text: str) -> str:
    """Read a text back."""
    text = text.strip()
    if text.startswith('"'):
        try:
            back = json.loads(text)
            return back if isinstance(back, str) else text
        except ValueError:
            pass
    return text


def parse_time(at: str) -> dt.datetime:
    """Read a full time."""
    time = dt.datetime.fromisoformat(at.replace("Z", "+00:00"))
    if time.tzinfo is None:  # the same everywhere, wherever it is read
        time = time.replace(tzinfo=dt.UTC)
    try:
        return time.astimezone(dt.UTC)
    except OverflowError as e:
        raise ValueError(str(e)) from None


def format_time(time: dt.datetime) -> str:
    """Write a full time: UTC with milliseconds."""
    return time.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def clock_of(started: str | None) -> str | None:
    """Return the time from which times of the day go on, if the start of a game is a time."""
    try:
        return None if started is None else format_time(parse_time(started))
    except ValueError:
        return None


def short_time(clock: str | None, at: str) -> str:
    """Write a time, without its date where the clock has just shown it."""
    time = parse_time(at)
    text = time.strftime("%H:%M:%S")
    if ms := time.microsecond // 1000:
        text += f".{ms:03d}"
    if clock is None or not dt.timedelta(0) <= time - parse_time(clock) < dt.timedelta(days=1):
        text = f"{time.date().isoformat()}T{text}"
    return f"@{text} "


def read_time(word: str, clock: str | None) -> str:
    """Return the full time of `@19:42`, going on from the clock."""
    m = _TIME.match(word)
    if m is None:
        raise Malformed(f"{word} is no time; write @19:42, @19:42:05 or @2026-03-01T19:42")
    date, hour, minute, second, ms = m.groups()
    try:
        day = dt.date.fromisoformat(date) if date else parse_time(clock).date() if clock else None
        if day is None:
            raise Malformed(
                f"{word} is on no known day: write `started: 2026-03-01` in the header, "
                "or the first time as @2026-03-01T19:42"
            )
        time = dt.datetime(
            day.year,
            day.month,
            day.day,
            int(hour),
            int(minute),
            int(second or 0),
            int((ms or "0").ljust(3, "0")) * 1000,
            tzinfo=dt.UTC,
        )
        if not date and clock is not None and time < parse_time(clock):
            time += dt.timedelta(days=1)
    except (ValueError, OverflowError) as e:
        raise Malformed(f"{word} is no time: {e}") from None
    return format_time(time)
