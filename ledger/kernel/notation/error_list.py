"""The errors in a typed file, collected so that all of them can be reported at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ledger.kernel.errors import LedgerError

MOST = 50
"""The maximum number of errors to report for one file."""


class Faults:
    """The errors in a file. Reading continues after an error, to find the others."""

    def __init__(self) -> None:
        self.found: list[LedgerError] = []

    def add(self, *errors: LedgerError) -> None:
        """Add errors."""
        self.found += errors

    @property
    def full(self) -> bool:
        """Whether there are enough errors to stop looking for more."""
        return len(self.found) > MOST

    def first(self) -> LedgerError:
        """Return the error that comes first in the file, with the others in its `more`."""
        every = [x for e in self.found for x in _apart(e)]
        first, *more = sorted(every, key=_place)
        first.more = more[:MOST]
        return first


def _apart(error: LedgerError) -> list[LedgerError]:
    """Separate an error from the errors in its `more`, each with its own line and source."""
    for one in error.more:
        one.line, one.source = one.line or error.line, one.source or error.source
    out, error.more = [error, *error.more], []
    return out


def _place(error: LedgerError) -> tuple[int, int]:
    """Return the sort key of an error; one without a column comes last on its line."""
    return error.line or 0, error.column or sys.maxsize


def raise_all(errors: Sequence[LedgerError]) -> None:
    """Raise the first of the errors in a line, if there are any, with the others in its `more`."""
    if errors:
        first, *rest = sorted(errors, key=lambda e: e.column or 0)
        first.more = rest
        raise first
