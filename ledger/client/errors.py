"""Turning a server's refusals into the errors that the rest of the program uses."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.kernel.errors import Conflict, LedgerError, Stale
from ledger.kernel.message import Message
from ledger.protocol.errors import Unreachable, error_of_kind
from ledger.protocol.schemas import ProblemDetails

MAX_TEXT = 4000
"""The maximum length of a server's message; more would only fill the screen."""
_decoder = msgspec.json.Decoder(ProblemDetails)


def error_of(base: str, status: int, body: bytes) -> LedgerError:
    """Return the error for a response that isn't a success."""
    try:
        problem = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Unreachable(
            "{base} answered {status}, but not the way a game server does",
            hint="is this the address that `ledger serve` printed?",
            base=base,
            status=status,
        )
    return error_from_problem(problem, status)


def error_from_problem(problem: ProblemDetails, status: int) -> LedgerError:
    """Return the error that a problem represents."""
    raised = error_of_kind(problem.kind, status)
    detail = _message(problem.detail, problem.detail_data)
    if raised is Stale and problem.version is not None:
        error: LedgerError = Stale(detail, seq=problem.version)
    else:
        raised = Conflict if raised is Stale else raised
        error = raised(
            detail,
            rule=problem.rule,
            line=problem.line,
            column=problem.column,
            source=None if problem.source is None else problem.source[:MAX_TEXT],
        )
    error.advice = None if problem.hint is None else _message(problem.hint, problem.hint_data)
    return error


def _message(text: str, data: Any) -> Message:
    """Return a server's message; its data is ignored if it doesn't match the text."""
    if len(text) > MAX_TEXT:
        return Message(f"{text[:MAX_TEXT]}…")
    try:
        message = Message.from_data(data)
        return message if str(message) == text else Message(text)
    except (ValueError, TypeError):
        return Message(text)
