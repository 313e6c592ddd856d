"""What a server refuses, as the errors that everybody knows."""

from __future__ import annotations

import msgspec

from ledger.kernel.errors import (
    Ambiguous,
    Conflict,
    Damaged,
    Failed,
    Illegal,
    Impossible,
    LedgerError,
    Locked,
    Malformed,
    Missing,
    Stale,
)
from ledger.protocol.schemas import Error, Refusal


class AccessDenied(LedgerError):
    """The server wants a token, or this one may not do that."""

    kind = "refused"


class Unreachable(LedgerError):
    """Nobody answers, or nobody who speaks as a server of games does."""

    kind = "unreachable"


class Busy(LedgerError):
    """The server has too much to do, or is closing: later perhaps."""

    kind = "busy"


_KINDS: dict[str, type[LedgerError]] = {
    kind.kind: kind
    for kind in (Malformed, Illegal, Impossible, Ambiguous, Conflict, Missing, Locked, Failed)
} | {Damaged.kind: Damaged, "unauthorized": AccessDenied, "forbidden": AccessDenied}

_STATUS: dict[int, type[LedgerError]] = {
    400: Malformed,
    401: AccessDenied,
    403: AccessDenied,
    404: Missing,
    405: Malformed,
    409: Conflict,
    413: Malformed,
    415: Malformed,
    421: AccessDenied,
    422: Illegal,
    429: Busy,
    503: Busy,
}
"""For kinds of refusals that are newer than this program."""

_decoder = msgspec.json.Decoder(Refusal)


def error_of(base: str, status: int, body: bytes) -> LedgerError:
    """Return the error that an answer other than a success stands for."""
    try:
        refusal = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Unreachable(
            f"{base} answered {status}, but not as a server of games does",
            hint="is this the address that `ledger serve` told?",
        )
    return error_from_refusal(refusal, status)


def error_from_refusal(refusal: Refusal, status: int) -> LedgerError:
    """Return the error that a refusal stands for."""
    told: Error = refusal.error
    if told.kind == Conflict.kind and refusal.version is not None:
        error: LedgerError = Stale(told.message, seq=refusal.version)
    else:
        kind = _KINDS.get(told.kind) or _STATUS.get(status, Unreachable)
        error = kind(told.message, rule=told.rule, line=told.line, column=told.column)
    error.hint = told.hint
    return error
