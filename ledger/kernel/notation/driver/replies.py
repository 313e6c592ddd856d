"""What a driver answers to a line; a screen puts it into words, a file reader ignores it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from ledger.kernel.rules.command import State

from .questions import Question


class Change(NamedTuple):
    """The position has changed; these lines of the log are new."""

    first: int
    last: int


class NoteLine(NamedTuple):
    """A remark was added to the log, at this line."""

    seq: int


class Draft(NamedTuple):
    """A set-up is complete, but somebody should look at it before it is recorded."""

    state: State


class Notice(NamedTuple):
    """Nothing new is in the log, for a reason."""

    why: Literal[
        "note_waits",
        "known_already",
        "result_is_right",
        "result_dropped",
        "not_recorded",
        "game_goes_on",
    ]


class Display(NamedTuple):
    """What a screen made of a keyword that only shows something."""

    content: Sequence[Any]


Reply: TypeAlias = Change | NoteLine | Draft | Notice | Display | Question
"""A `Question` among the replies is to be asked in full."""
