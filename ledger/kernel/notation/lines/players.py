"""Reading the player's name at the start of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from ledger.kernel.errors import Ambiguous, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.message import Message
from ledger.kernel.notation.words.keywords import RESERVED, in_english
from ledger.kernel.notation.words.quoting import unescape
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.suggest import did_you_mean
from ledger.kernel.words.typed_words import Word

REMARK = Message("start a remark with #")
_SIGN = re.compile(r"[^\w\"@?!]")


def take_player(words: list[Word], names: Sequence[str]) -> tuple[int | None, list[Word]]:
    """Split off the player at the start of a line: the name, or an unambiguous start of it.

    The seat is None if the line doesn't start with a player. Raises `Ambiguous` if it could be
    several, and `Malformed` if a name in quotes is no player's.
    """
    if not words:
        return None, words
    first = words[0]
    if first.text.startswith('"'):
        name = unescape(first.text)
        if name in names:
            return names.index(name) + 1, words[1:]
        no_player(Word(name, first.column), names)
    for spelt in (str.lower, unaccented):
        known = [spelt(n) for n in names]
        for count in range(min(len(words), _most_words(known)), 0, -1):
            name = spelt(" ".join(w.text for w in words[:count]).rstrip(":"))
            hits = [i for i, n in enumerate(known, 1) if n == name]
            if len(hits) == 1:
                return hits[0], words[count:]
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
    return (hits[0], words[1:]) if hits else (None, words)


def is_player(words: list[Word], names: Sequence[str], game: Game) -> bool:
    """Whether a line whose first word could be something else starts with a player's name.

    This is so if the next word can only come after a player.
    """
    known = [n.lower() for n in names]
    for count in range(1, min(len(words), _most_words(known) + 1)):
        name = " ".join(w.text for w in words[:count]).rstrip(":").lower()
        if name in known:
            after = in_english(words[count], game).text.lower()
            verbs = {*game.rules.verbs, *(move.name for move in game.rules.by_command.values())}
            return bool({after, after.removesuffix("s"), after.removesuffix("es")} & verbs) or (
                after in (*RESERVED.values(), *game.words.slots)
            )
    return False


def _most_words(names: Sequence[str]) -> int:
    """Return the number of words in the longest name."""
    return max((name.count(" ") + 1 for name in names), default=0)


def no_player(word: Word, names: Sequence[str]) -> NoReturn:
    """Raise the error for a name that no player has."""
    raise Malformed(
        "{text!r} isn't a player; the players are {names}",
        column=word.column,
        hint=did_you_mean(word.text, names) or (REMARK if _SIGN.match(word.text) else None),
        text=word.text,
        names=", ".join(names),
    )
