"""Replies of a driver to a line: put into words on a screen, ignored when reading a file."""

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
    """A remark was added to the log at this line."""

    seq: int


class Draft(NamedTuple):
    """A set-up is complete, but should be checked by a person before it is recorded."""

    state: State


class Notice(NamedTuple):
    """Nothing was added to the log, for this reason."""

    why: Literal[
        "note_waits",
        "known_already",
        "result_is_right",
        "result_dropped",
        "not_recorded",
        "game_goes_on",
    ]


class Display(NamedTuple):
    """The output for a keyword that only displays something."""

    content: Sequence[Any]


Reply: TypeAlias = Change | NoteLine | Draft | Notice | Display | Question
"""A `Question` among the replies should be asked in full."""
