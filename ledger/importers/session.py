"""A session file, typed by a person at the table, becomes a log."""

from __future__ import annotations

import re

from ledger.kernel.errors import Illegal
from ledger.kernel.session_read import read_session
from ledger.kernel.table import Table

_ADJUST = re.compile(r"^\s*(?:@\S+\s+)?adjust\b", re.MULTILINE)


def import_session(text: str, *, file: str | None = None) -> Table:
    """Read a session; every move is checked, errors point at line and column."""
    try:
        return read_session(text, file=file)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as e:
        found = _ADJUST.search(text)
        if found is None:
            raise
        # a hand-made position can be one that no game has
        line = text.count("\n", 0, found.end()) + 1
        raise Illegal("no game goes on from this adjusted position", file=file, line=line) from e
