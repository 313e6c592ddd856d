"""Turning a session file, typed at the table, into a log."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ledger.importers.parsing.decoding import decode
from ledger.kernel.errors import FORGED, GameFault, Illegal, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.notation.session.session_reader import read_lenient, read_remarked
from ledger.kernel.play.table import Table
from ledger.kernel.verify.blame import blamed

_ADJUST = re.compile(r"^\s*(?:@\S+\s+)?adjust\b", re.MULTILINE)


class Session(NamedTuple):
    """A session that was read, with remarks on what was assumed or kept as notes."""

    table: Table
    notes: tuple[Text, ...] = ()


def read_bytes(
    data: bytes, name: str, *, encoding: str | None = None, lenient: bool = False
) -> Session:
    """Read a session file in any encoding."""
    decoded = decode(data, name, encoding)
    try:
        table, notes = take_session(decoded.text, file=name, lenient=lenient)
        table.bytes()
    except UnicodeEncodeError:
        raise Malformed("it contains half a character (a lone surrogate)", file=name) from None
    return Session(table, notes if decoded.remark is None else (decoded.remark, *notes))


def take_session(
    text: str,
    *,
    file: str | None = None,
    lenient: bool = False,
    row: Callable[[int | None], int | None] | None = None,
) -> Session:
    """Read a session for a library.

    If `lenient`, a session with an error is read up to the error, and the rest is kept as notes.
    For a session made from a sheet, `row` returns the row that a line came from.
    """
    if not lenient:
        return import_session(text, file=file)
    table, error, remarks = read_lenient(text, file=file)
    if error is None:
        return Session(table, remarks)
    at = error.line if row is None else row(error.line)
    rule = f" [{error.rule}]" if error.rule else ""
    kept = Message(
        "line {n}: {error}{rule}; from there on, all lines were kept as notes"
        if row is None
        else "row {n}: {error}{rule}; from there on, all lines were kept as notes",
        n=at,
        error=error.text,
        rule=rule,
    )
    return Session(table, (*remarks, kept))


def import_session(text: str, *, file: str | None = None) -> Session:
    """Read a session, checking every move; errors point to the line and column."""
    try:
        with blamed():
            table, _, remarks = read_remarked(text, file=file)
            return Session(table, remarks)
    except UnicodeEncodeError:
        raise
    except (GameFault, *FORGED) as e:
        found = _ADJUST.search(text)
        if found is None or not isinstance(e.__cause__ or e, FORGED):
            raise
        # a position set by hand may be impossible
        line = text.count("\n", 0, found.end()) + 1
        raise Illegal(
            "no game can continue from this adjusted position", file=file, line=line
        ) from e
