"""Strangers' SQL queries: what they may ask, and what a reply may reveal.

Each query runs in a process of its own that has few resources and can be killed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.index.query.sandbox import ROWS, SandboxReply, SandboxRequest
from ledger.index.reports.report import Report, UnknownReport, find_report
from ledger.index.reports.report import reports as shipped
from ledger.kernel.errors import Failed, Illegal, LedgerError, Malformed, Missing
from ledger.kernel.message import Message

SECONDS = 10.0
MEMORY = 1024**3
MAX_SQL = 20_000
MAX_ANSWER = 8 * 1024**2

_HINTS = {
    "pass it with --param {missing}=…": Message("give it in `params`"),
    "--timeout allows more time": None,
    "`ledger query --tables` lists them": Message("`show tables` lists them"),
    "`ledger report` lists them": Message("GET /api/v1/reports lists them"),
}
"""Hints from the command line by their templates, and how they read over HTTP."""


class Queries(ABC):
    """Something that can be queried in SQL; safe to use from any thread."""

    @abstractmethod
    def _answer(self, request: SandboxRequest) -> SandboxReply:
        """Run a query on the current file."""

    @abstractmethod
    def _look_again(self) -> None:
        """Discard what is known about the file: it is broken or gone, but only a cache."""

    def ask(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        limit: int = 1000,
        seconds: float = SECONDS,
        left_out: str | None = None,
    ) -> SandboxReply:
        """Run a query; raise an error that says what is wrong with it and nothing else.

        `left_out` is a second query, for the plays that the first leaves out.
        """
        if len(sql) > MAX_SQL:
            raise Malformed(
                "this statement has {count:,} characters; the limit is {limit:,}",
                count=len(sql),
                limit=MAX_SQL,
            )
        request = SandboxRequest(
            sql=sql,
            left_out=left_out,
            params=dict(params or {}),
            limit=max(min(limit, ROWS), 1),
            seconds=min(seconds, SECONDS),
            memory=MEMORY,
            most=MAX_ANSWER,
        )
        try:
            msgspec.json.encode(request)
        except (UnicodeEncodeError, OverflowError, TypeError, RecursionError):
            raise Malformed("this question contains characters that can't be written") from None
        try:
            try:
                return self._answer(request)
            except (Failed, OSError):
                self._look_again()
                return self._answer(request)
        except (Malformed, Illegal) as e:
            raise _public_error(e) from None
        except (Failed, OSError) as e:
            raise unavailable() from e

    def report(
        self, name: str, given: Mapping[str, str] | None = None, limit: int = 1000
    ) -> SandboxReply:
        """Run a named report with these parameters."""
        try:
            found = find_report(name)
            values = found.values({k: _value(v) for k, v in (given or {}).items()})
        except UnknownReport as e:
            raise _public_error(Missing(e.text, hint=e.advice)) from None
        except Malformed as e:
            raise _public_error(e) from None
        return self.ask(found.sql, values, limit, left_out=found.left_out_query())


def public_reports() -> list[Report]:
    """Return every report that comes with the program or a game."""
    return list(shipped().values())


def _value(text: str) -> Any:
    """Read the value of a parameter: a number, true, false, null, or a string."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
    return found if found is None or isinstance(found, bool | int | float) else text


def unavailable() -> Failed:
    """Return the error for a fault of ours, without saying where or why: the service's log has
    that.
    """
    return Failed(
        "questions can't be answered at the moment", hint="tell the people who run this service"
    )


def _public_error(error: LedgerError) -> LedgerError:
    """Return an error fit for clients: without the command line's words and without a file."""
    hint = error.advice
    if hint is not None:
        hint = _HINTS.get(hint.template, hint)
    return type(error)(
        error.text, line=error.line, column=error.column, source=error.source, hint=hint
    )
