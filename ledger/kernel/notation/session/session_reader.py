"""Reading a session into a log; every error has a line and a column."""

from __future__ import annotations

from typing import NamedTuple

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.notation.diagnosis.diagnosis import Diagnosis
from ledger.kernel.play.table import Table

from .session_driver import SessionDriver
from .session_file import read_source, split_source


class Session(NamedTuple):
    """The part of a session file that could be read, and the error that stopped the reading.

    `remarks` are assumptions made about things that weren't recorded.
    """

    table: Table
    error: LedgerError | None = None
    remarks: tuple[str, ...] = ()


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table.

    If it has errors, raise the first one. Its `more` are errors in later lines, but only those that
    are wrong regardless of what the earlier lines meant.
    """
    return read_remarked(text, file=file, game=game).table


def read_remarked(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session file, like `read_session`, and also return the assumptions made."""
    source = split_source(text)
    try:
        return _session(read_source(source, game))
    except LedgerError as e:
        found = Diagnosis(source, game, e)
    found.try_earlier_boxes()
    raise _in_file(found.error, file)


def read_lenient(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session up to its first error, and turn every line from there on into a note.

    Raises the error if it is in the header or in the set-up, as there is no game then.
    """
    source = split_source(text)
    try:
        return _session(read_source(source, game))
    except LedgerError as e:
        found = Diagnosis(source, game, e)
    error = _in_file(found.error, file)
    table = found.table_with_notes()
    if table is None:
        raise error
    return Session(table, error, _remarks(found.driver))


def _session(driver: SessionDriver) -> Session:
    return Session(driver.playing, None, _remarks(driver))


def _in_file(error: LedgerError, file: str | None) -> LedgerError:
    for one in (error, *error.more):
        one.file = one.file or file
    return error


def _remarks(driver: SessionDriver | None) -> tuple[str, ...]:
    """Return the assumptions made: cards that nobody saw, a turn that hasn't started."""
    if driver is None or driver.table is None:
        return ()
    out = []
    if n := driver.unseen:
        one = "1 hidden card has no line: taken as not seen"
        out.append(one if n == 1 else f"{n} hidden cards have no line: taken as not seen")
    if stopped := driver.stopped:
        out.append(
            f"line {stopped}: left out, since what comes after it wasn't written down; "
            "the game is open before it"
        )
    return tuple(out)
