"""The errors of a typed file: all that can be found are told at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ledger.kernel.errors import LedgerError

MOST = 50
"""Errors that are told of one file."""


class Faults:
    """The errors of a file. `patient`: reading goes on behind one, to find all of them."""

    def __init__(self, *, patient: bool) -> None:
        self.patient = patient
        self.found: list[LedgerError] = []

    def add(self, *errors: LedgerError) -> None:
        """Keep errors; who is not patient stops at the first."""
        for error in errors:
            if not self.patient:
                raise error
            self.found.append(error)

    @property
    def full(self) -> bool:
        """Whether enough is wrong to stop looking for more."""
        return len(self.found) > MOST

    def first(self) -> LedgerError:
        """Return the error that stands first, with all others."""
        every = [x for e in self.found for x in _apart(e)]
        first, *more = sorted(every, key=_place)
        first.more = more[:MOST]
        return first


def _apart(error: LedgerError) -> list[LedgerError]:
    """Return an error and those that came with it, each with its place."""
    for one in error.more:
        one.line, one.source = one.line or error.line, one.source or error.source
    out, error.more = [error, *error.more], []
    return out


def _place(error: LedgerError) -> tuple[int, int]:
    """Return where an error stands among others; what misses a next line, behind all of its own."""
    return error.line or 0, error.column or sys.maxsize


def raise_all(errors: Sequence[LedgerError]) -> None:
    """Raise the first of some errors of a line with all others, if there is any."""
    if errors:
        first, *rest = sorted(errors, key=lambda e: e.column or 0)
        first.more = rest
        raise first
