"""Players' names in typed lines: finding them, and writing them so that they can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from ledger.kernel.errors import Ambiguous, Malformed
from ledger.kernel.log.seat_fields import NOBODY
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import inert_json
from ledger.kernel.text.suggest import did_you_mean

from .form_parts import RestOfLine
from .typed_words import Word, read_number

NO_ONE = "nobody"
"""The word for no player."""
_PLAIN_WORD = re.compile(r"[^\W\d][\w'-]*\Z")


def find_player(words: Sequence[Word], names: Sequence[str]) -> tuple[int | None, int]:
    """Return the seat that words start with, and how many of them are its name.

    It is a name, whatever its case and accents, or an unambiguous start of one; None if there is
    none. Raises `Ambiguous` if it could be several, and `Malformed` if a name in quotes is no
    player's.
    """
    first = words[0]
    if first.text.startswith('"'):
        name = _unquoted(first.text)
        if name in names:
            return names.index(name) + 1, 1
        raise no_player(Word(name, first.column), names)
    for spelt in (str.lower, unaccented):
        known = [spelt(n) for n in names]
        for count in range(min(len(words), most_words(known)), 0, -1):
            name = spelt(" ".join(w.text for w in words[:count]).rstrip(":"))
            hits = [i for i, n in enumerate(known, 1) if n == name]
            if len(hits) == 1:
                return hits[0], count
    short = unaccented(first.text.rstrip(":"))
    hits = [i for i, n in enumerate(names, 1) if unaccented(n).startswith(short)]
    if len(hits) > 1:
        which = ", ".join(names[i - 1] for i in hits)
        raise Ambiguous(
            "{typed!r} could be {which}; write more of the name",
            column=first.column,
            typed=first.text,
            which=which,
        )
    return (hits[0], 1) if hits else (None, 0)


def most_words(names: Sequence[str]) -> int:
    """Return the number of words in the longest name."""
    return max((name.count(" ") + 1 for name in names), default=0)


def no_player(word: Word, names: Sequence[str]) -> Malformed:
    """Return the error for a name that no player has."""
    return Malformed(
        "{text!r} isn't a player; the players are {names}",
        column=word.column,
        hint=did_you_mean(word.text, names),
        text=word.text,
        names=", ".join(names),
    )


def take_seat(line: RestOfLine, missing: str) -> int:
    """Take a player from the words of a move: a name, the number of a seat, or `nobody`.

    Raises `Malformed` if there is no word left or no such player, and `Ambiguous`.
    """
    if not line.words:
        line.take(missing)
    first, names = line.words[0], line.names
    seat, count = find_player(line.words, names)
    if seat is None:
        count, text = 1, unaccented(first.text)
        if text == NO_ONE:
            seat = NOBODY
        elif text.isdecimal() or not names:
            seat = read_number(first)
        else:
            raise no_player(first, names)
    for _ in range(count):
        line.take(missing)
    return seat


def write_player(seat: int, names: Sequence[str], taken: Collection[str]) -> str:
    """Write a player in a move, in quotes if the name could be read as something else.

    `taken` are the words, without accents, that mean something in moves. Without a name, it is the
    number of the seat.
    """
    if seat == NOBODY:
        return NO_ONE
    if not 0 < seat <= len(names):
        return str(seat)
    name = names[seat - 1]
    low = unaccented(name)
    alike = [n for n in names if n != name and unaccented(n) == low]
    if _PLAIN_WORD.match(name) and low not in taken and low != NO_ONE and not alike:
        return name
    return inert_json(json.dumps(name, ensure_ascii=False))


def _unquoted(text: str) -> str:
    try:
        back = json.loads(text)
    except ValueError:
        return text
    return back if isinstance(back, str) else text
