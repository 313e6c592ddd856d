"""A server's refusals as the errors that the rest of the program uses."""

from __future__ import annotations

import msgspec

from ledger.kernel.errors import Conflict, LedgerError, Stale
from ledger.protocol.errors import Unreachable, error_of_kind
from ledger.protocol.schemas import Refusal

_decoder = msgspec.json.Decoder(Refusal)


def error_of(base: str, status: int, body: bytes) -> LedgerError:
    """Return the error for an answer that isn't a success."""
    try:
        refusal = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Unreachable(
            f"{base} answered {status}, but not the way a game server does",
            hint="is this the address that `ledger serve` printed?",
        )
    return error_from_refusal(refusal, status)


def error_from_refusal(refusal: Refusal, status: int) -> LedgerError:
    """Return the error for a refusal."""
    said = refusal.error
    if said.kind == Conflict.kind and refusal.version is not None:
        error: LedgerError = Stale(said.message, seq=refusal.version)
    else:
        raised = error_of_kind(said.kind, status)
        error = raised(said.message, rule=said.rule, line=said.line, column=said.column)
    error.hint = said.hint
    return error
