"""Game ids, which must be valid as file names and in URLs."""

from __future__ import annotations

import re

from ledger.kernel.errors import Malformed

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


def is_id(text: str) -> bool:
    """Whether a string can be the id of a game."""
    return _ID.fullmatch(text) is not None


def check_id(game_id: str) -> str:
    """Return a game's id unchanged if it is valid.

    Raises `Malformed`, which says what a valid one looks like, if it isn't.
    """
    if not is_id(game_id):
        raise Malformed(
            "{game_id!r} can't be the id of a game: use 1 to 64 of a-z, 0-9, _ and "
            "-, starting with a letter or digit",
            game_id=game_id[:80],
        )
    return game_id
