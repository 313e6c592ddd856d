"""What a game's code made, as JSON: what can't be written is the game's fault, not ours."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.kernel.faults import fault_of, what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.message import Message

MOST_BYTES = 16 * 1024 * 1024
"""How large anything may be that a game shows of one position: far more than any page can use."""
UNWRITABLE = (TypeError, ValueError, OverflowError, RecursionError)
"""What is raised for objects, large numbers, half characters and lists that contain themselves."""
_encode = msgspec.json.Encoder().encode


def game_json(game: Game, made: Any, most: int | None = MOST_BYTES) -> bytes:
    """Return what a game made as JSON; raise `GameFault` if it can't be written, or is too long.

    A text is encoded as it is.
    """
    try:
        data = made.encode() if isinstance(made, str) else _encode(made)
    except UNWRITABLE as e:
        what = Message(
            "something that it made can't be written as JSON: {reason}", reason=what_was_raised(e)
        )
        raise fault_of(game, what, place=None, cause=e) from e
    if most is not None and len(data) > most:
        what = Message(
            "something that it made takes {size:,} bytes; {limit:,} is the limit",
            size=len(data),
            limit=most,
        )
        raise fault_of(game, what, place=None)
    return data
