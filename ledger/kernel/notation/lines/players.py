"""Reading the player's name at the start of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from ledger.kernel.game.game import Game
from ledger.kernel.message import Message
from ledger.kernel.notation.words.keywords import RESERVED, in_english
from ledger.kernel.words import player_names
from ledger.kernel.words.player_names import find_player, most_words
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
    seat, count = find_player(words, names)
    return seat, words[count:]


def is_player(words: list[Word], names: Sequence[str], game: Game) -> bool:
    """Whether a line whose first word could be something else starts with a player's name.

    This is so if the next word can only come after a player.
    """
    known = [n.lower() for n in names]
    for count in range(1, min(len(words), most_words(known) + 1)):
        name = " ".join(w.text for w in words[:count]).rstrip(":").lower()
        if name in known:
            after = in_english(words[count], game).text.lower()
            verbs = {*game.rules.verbs, *(move.name for move in game.rules.by_command.values())}
            return bool({after, after.removesuffix("s"), after.removesuffix("es")} & verbs) or (
                after in (*RESERVED.values(), *game.words.slots)
            )
    return False


def no_player(word: Word, names: Sequence[str]) -> NoReturn:
    """Raise the error for a name that no player has."""
    error = player_names.no_player(word, names)
    if error.advice is None and _SIGN.match(word.text):
        error.advice = REMARK
    raise error
