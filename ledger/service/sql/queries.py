"""Questions of strangers in SQL: what may be asked, and what an answer may tell.

Each question runs in a process of its own that has little and can be killed.
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
    "`ledger tables` lists them": Message("`show tables` lists them"),
    "`ledger reports` lists them": Message("GET /api/v1/reports lists them"),
}
"""Hints of the command line by their templates, and how they read over HTTP."""


class Queries(ABC):
    """Something that can be asked in SQL; safe to use from threads."""

    @abstractmethod
    def _answer(self, request: SandboxRequest) -> SandboxReply:
        """Ask the file that is meant, as it is now."""

    @abstractmethod
    def _look_again(self) -> None:
        """Forget what is thought of the file: it is broken or gone, but only a cache."""

    def ask(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        limit: int = 1000,
        seconds: float = SECONDS,
        left_out: str | None = None,
    ) -> SandboxReply:
        """Answer a question, or say what is wrong with it and nothing else.

        `left_out` is another one, about which plays the answer leaves out.
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
        """Answer a named question."""
        try:
            found = find_report(name)
            values = found.values({k: _value(v) for k, v in (given or {}).items()})
        except UnknownReport as e:
            raise _public_error(Missing(e.text, hint=e.advice)) from None
        except Malformed as e:
            raise _public_error(e) from None
        return self.ask(found.sql, values, limit, left_out=found.left_out_query())


def public_reports() -> list[Report]:
    """Return every named question that comes with the program or a game."""
    return list(shipped().values())


def _value(text: str) -> Any:
    """Read the value of a parameter: a number, true, false, null, or a text."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
    return found if found is None or isinstance(found, bool | int | float) else text


def unavailable() -> Failed:
    """Say that it is our fault, and nothing about where or why: the log of the service has that."""
    return Failed(
        "questions can't be answered at the moment", hint="tell the people who run this service"
    )


def _public_error(error: LedgerError) -> LedgerError:
    """Return an error as it may leave: without the command line's words and without a file."""
    hint = error.advice
    if hint is not None:
        hint = _HINTS.get(hint.template, hint)
    return type(error)(
        error.text, line=error.line, column=error.column, source=error.source, hint=hint
    )
