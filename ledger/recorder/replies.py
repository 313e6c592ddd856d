"""What the recorder replies to a line; the screen decides how it looks."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Text
from ledger.kernel.rules.command import State


class Say(NamedTuple):
    """A line of text."""

    text: Text
    style: str = "none"
    indent: int = 0


class Ask(NamedTuple):
    """A question too long for the prompt, meant only for people."""

    text: str


class Board(NamedTuple):
    """The position as a picture."""

    state: State


class Rows(NamedTuple):
    """Lines of the log in words."""

    first: int
    last: int


class Fault(NamedTuple):
    """What was wrong with the line; nothing was recorded."""

    error: LedgerError


Reply: TypeAlias = Say | Ask | Board | Rows | Fault
