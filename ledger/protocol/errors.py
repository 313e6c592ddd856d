"""Every kind of refusal by a server: its status, and the error that a client raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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
)

# --- raised by the server -------------------------------------------------------------------


class Unauthorized(LedgerError):
    """We don't know who is asking."""

    kind = "unauthorized"


class Forbidden(LedgerError):
    """The token's holder may not do this."""

    kind = "forbidden"


class UnsupportedMediaType(LedgerError):
    """The body's content type isn't JSON."""

    kind = "media-type"


class Closing(LedgerError):
    """The service is being stopped."""

    kind = "closing"


class Busy(LedgerError):
    """The server has too much to do, or is closing: try again later."""

    kind = "busy"


# --- raised by the client -------------------------------------------------------------------


class AccessDenied(LedgerError):
    """The server wants a token, or this one may not do that."""

    kind = "refused"


class Unreachable(LedgerError):
    """Nothing answers, or it isn't a game server."""

    kind = "unreachable"


# --- both -----------------------------------------------------------------------------------


class RefusalKind(NamedTuple):
    """The status that the server answers with, and the error that the client raises."""

    status: int
    raised: type[LedgerError]


REFUSALS: Mapping[str, RefusalKind] = {
    "malformed": RefusalKind(400, Malformed),
    "ambiguous": RefusalKind(400, Ambiguous),
    "unauthorized": RefusalKind(401, AccessDenied),
    "forbidden": RefusalKind(403, AccessDenied),
    "missing": RefusalKind(404, Missing),
    "method": RefusalKind(405, Malformed),
    "timeout": RefusalKind(408, Unreachable),
    "conflict": RefusalKind(409, Conflict),
    "too-large": RefusalKind(413, Malformed),
    "target-too-long": RefusalKind(414, Malformed),
    "media-type": RefusalKind(415, Malformed),
    "wrong-host": RefusalKind(421, AccessDenied),
    "illegal": RefusalKind(422, Illegal),
    "impossible": RefusalKind(422, Impossible),
    "too-many": RefusalKind(429, Busy),
    "headers-too-large": RefusalKind(431, Malformed),
    "fault": RefusalKind(500, Unreachable),
    "busy": RefusalKind(503, Busy),
    "closing": RefusalKind(503, Busy),
    "damaged": RefusalKind(503, Damaged),
    "failed": RefusalKind(503, Failed),
    "locked": RefusalKind(503, Locked),
}
"""If several kinds have the same status, the first is for answers that don't name a kind."""

_FIRST: Mapping[int, str] = {
    refusal.status: kind for kind, refusal in reversed(list(REFUSALS.items()))
}


def status_of_kind(kind: str) -> int:
    """Return the status for a kind of error; unknown kinds get the same as an illegal move."""
    return REFUSALS[kind].status if kind in REFUSALS else 422


def kind_of_status(status: int) -> str:
    """Return the kind for a framework's refusal, which has only a status."""
    return _FIRST.get(status, "error") if status < 500 else "error"


def error_of_kind(kind: str, status: int) -> type[LedgerError]:
    """Return the error to raise; kinds newer than this program go by their status."""
    known = REFUSALS.get(kind) or REFUSALS.get(_FIRST.get(status, ""))
    return known.raised if known else Unreachable
