"""Plain reading of a session: feeding its driver line by line, up to the first error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game

from .header import SessionHead, read_header
from .session_driver import SessionDriver

D = TypeVar("D", bound=SessionDriver)


def split_source(text: str) -> list[str]:
    """Return the lines of a file."""
    # not splitlines(), which also splits at characters that may be part of a note
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff").rstrip("\r\n"))


def driver_of(head: SessionHead, source: Sequence[str], kind: type[D]) -> D:
    """Return the driver for the body of a session; if the file is only a header, nothing may be
    left out.
    """
    body = any(text.strip() for text in source[head.end :])
    return kind(head.game, head.opened, at=head.at, clock=head.clock, may_leave_out=body)


def read_source(source: Sequence[str], game: Game | None) -> SessionDriver:
    """Read a session to its end, and return the driver that holds the live game.

    Raises the first error, with its line but without hints.
    """
    head = read_header(source, game)
    if head.wrong:
        raise head.wrong[0]
    driver = driver_of(head, source, SessionDriver)
    driver.begin()
    feed_lines(driver, source, head.end)
    return driver


def feed_lines(driver: SessionDriver, source: Sequence[str], after: int) -> None:
    """Feed a driver the lines after a given one; an error is given the line it belongs to."""
    try:
        for number, text in enumerate(source[after:], after + 1):
            driver.take(number, text)
        driver.number = len(source)
        driver.finish()
    except LedgerError as e:
        e.line = e.line or driver.number
        raise
