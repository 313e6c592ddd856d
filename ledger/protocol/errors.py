"""What a server refuses: every kind of refusal, its status, and the error that a client raises."""

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
    """Whoever asks may not do this."""

    kind = "forbidden"


class UnsupportedMediaType(LedgerError):
    """The body says itself that it isn't JSON."""

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
    """Nothing answers, or nothing that speaks like a game server."""

    kind = "unreachable"


# --- both -----------------------------------------------------------------------------------


class RefusalKind(NamedTuple):
    """The status that the server answers with, and what the client raises."""

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
"""Where several kinds have one status, the first stands for what has no kind of its own."""

_FIRST: Mapping[int, str] = {
    refusal.status: kind for kind, refusal in reversed(list(REFUSALS.items()))
}


def status_of_kind(kind: str) -> int:
    """Return the status for a kind of error; what has none is refused like an illegal move."""
    return REFUSALS[kind].status if kind in REFUSALS else 422


def kind_of_status(status: int) -> str:
    """Return the kind for what a framework refuses with nothing but a status."""
    return _FIRST.get(status, "error") if status < 500 else "error"


def error_of_kind(kind: str, status: int) -> type[LedgerError]:
    """Return what a client raises; kinds that are newer than this program go by their status."""
    known = REFUSALS.get(kind) or REFUSALS.get(_FIRST.get(status, ""))
    return known.raised if known else Unreachable
