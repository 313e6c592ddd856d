"""Everything a server refuses: the kinds of problems, with their statuses and errors.

A refusal is sent as `application/problem+json` (RFC 9457), and `problem_details` writes its body.
`PROBLEMS` is the only table of kinds: documentation, server and client all use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from ledger.kernel.errors import (
    Ambiguous,
    BrokenGame,
    Conflict,
    Damaged,
    Failed,
    GameFault,
    Illegal,
    Impossible,
    LedgerError,
    Locked,
    Malformed,
    Missing,
    Stale,
    TookTooLong,
)
from ledger.kernel.message import Message, Text

from .schemas import ProblemDetails

PROBLEM_JSON = "application/problem+json"
PROBLEM_PAGES = "/problems/"
"""Where the service explains each kind: a problem's `type` is the address of a page there."""

# --- raised by the server -------------------------------------------------------------------


class Unauthorized(LedgerError):
    """The server doesn't know who is making the request."""

    kind = "unauthorized"


class Forbidden(LedgerError):
    """The token's holder may not do this."""

    kind = "forbidden"


class UnsupportedMediaType(LedgerError):
    """The content type of the body isn't JSON."""

    kind = "media-type"


class Closing(LedgerError):
    """The service is shutting down."""

    kind = "closing"


class Busy(LedgerError):
    """The server has too much to do, or is shutting down; try again later."""

    kind = "busy"


# --- raised by the client -------------------------------------------------------------------


class AccessDenied(LedgerError):
    """The server requires a token, or this one isn't allowed to do that."""

    kind = "refused"


class Unreachable(LedgerError):
    """Nothing responds, or it isn't a game server."""

    kind = "unreachable"


# --- both -----------------------------------------------------------------------------------


class ProblemKind(NamedTuple):
    """A kind of problem: its status, what the client raises, its title, and what it means."""

    status: int
    raised: type[LedgerError]
    title: str
    meaning: str


PROBLEMS: Mapping[str, ProblemKind] = {
    "malformed": ProblemKind(
        400,
        Malformed,
        "The request can't be read",
        "The address, a header or the body isn't what the API describes, or a move can't be read. "
        "`detail` says where; `line` and `column` point into a text such as SQL or a typed move.",
    ),
    "ambiguous": ProblemKind(
        400,
        Ambiguous,
        "The move can be read in more than one way",
        "A typed move fits more than one command. `hint` lists them; be more specific.",
    ),
    "unauthorized": ProblemKind(
        401,
        AccessDenied,
        "A token is missing or wrong",
        "There is no `Authorization: Bearer TOKEN` header, or its token is unknown, expired or "
        "revoked.",
    ),
    "expired": ProblemKind(
        401,
        AccessDenied,
        "The token has expired",
        "It used to be valid. Ask the person who gave it to you for a new one.",
    ),
    "revoked": ProblemKind(
        401,
        AccessDenied,
        "The token was revoked",
        "It was valid, but has been withdrawn. Ask the person who gave it to you for a new one.",
    ),
    "forbidden": ProblemKind(
        403,
        AccessDenied,
        "The token doesn't allow this",
        "The token is valid, but not for this: it is for another game or another seat, or this is "
        "a task for referees or admins. Requests from web pages of other sites get this too.",
    ),
    "missing": ProblemKind(
        404,
        Missing,
        "Not found",
        "The address, game, line, report or token that you asked for doesn't exist.",
    ),
    "method": ProblemKind(
        405,
        Malformed,
        "This address has no such method",
        "The header `Allow` lists those it has.",
    ),
    "timeout": ProblemKind(
        408,
        Unreachable,
        "The request didn't arrive in time",
        "The body came too slowly. Nothing was done; send it again.",
    ),
    "conflict": ProblemKind(
        409,
        Conflict,
        "It is already in use",
        "The idempotency key was used for something else, or a game with this id already exists.",
    ),
    "stale": ProblemKind(
        412,
        Stale,
        "The game has moved on",
        "The version in `If-Match` (or in the field `version`) isn't the game's last one. Nothing "
        "was done. `version` and the ETag say where the game is now: look, then decide again.",
    ),
    "too-large": ProblemKind(
        413, Malformed, "The body is too large", "`detail` says how large a body may be."
    ),
    "target-too-long": ProblemKind(
        414, Malformed, "The address is too long", "`detail` says how long an address may be."
    ),
    "media-type": ProblemKind(
        415, Malformed, "The body isn't JSON", "Send it with `Content-Type: application/json`."
    ),
    "wrong-host": ProblemKind(
        421,
        AccessDenied,
        "This service doesn't answer to that host name",
        "The header `Host` has a name that the service doesn't know: its operator can add names "
        "with `ledger serve --allow-host`.",
    ),
    "illegal": ProblemKind(
        422,
        Illegal,
        "It is against the rules",
        "The request can be read, but the rules of the game or of the service don't allow it. "
        "`rule` names the rule, `hint` what would be legal.",
    ),
    "impossible": ProblemKind(
        422,
        Impossible,
        "No arrangement of the pieces allows this",
        "A card or a chance result can't be where it is supposed to be.",
    ),
    "too-many": ProblemKind(
        429,
        Busy,
        "Too many requests",
        "This token or address asks too often, or has too much open at once. Nothing was done; "
        "wait as long as `Retry-After` says.",
    ),
    "headers-too-large": ProblemKind(
        431, Malformed, "The headers are too large", "`detail` says how large they may be."
    ),
    "fault": ProblemKind(
        500,
        Unreachable,
        "Something went wrong in the service",
        "This is a bug in the program; the service's log says more. A request that writes "
        "can be sent again with the same idempotency key.",
    ),
    "game-fault": ProblemKind(
        500,
        GameFault,
        "The code of a game failed",
        "The game's own code has a bug, or it can't be loaded. Nothing was done; what was played "
        "before can still be read, and other games continue. The service's log has the traceback, "
        "for the author of the game.",
    ),
    "busy": ProblemKind(
        503,
        Busy,
        "The service is too busy",
        "Nothing was done; try again after `Retry-After`.",
    ),
    "closing": ProblemKind(
        503,
        Busy,
        "The service is stopping, or a game is being reopened",
        "Nothing was done; try again in a moment.",
    ),
    "damaged": ProblemKind(
        503,
        Damaged,
        "The log of this game is damaged",
        "It was changed after it was written. Its intact part can be read, but nobody can play on.",
    ),
    "failed": ProblemKind(
        503,
        Failed,
        "The disk failed",
        "The service couldn't write. What was acknowledged is safe; nobody can play on until there "
        "is space again.",
    ),
    "locked": ProblemKind(
        503,
        Locked,
        "Somebody else is writing this game",
        "Another program has the game open for writing; try again later.",
    ),
}
"""If several kinds share a status, the first is used for responses that don't name a kind."""

_FIRST: Mapping[int, str] = {
    problem.status: kind for kind, problem in reversed(list(PROBLEMS.items()))
}


def status_of_kind(kind: str) -> int:
    """Return the status for a kind of error; one with no status of its own counts as illegal."""
    return PROBLEMS[kind].status if kind in PROBLEMS else 422


def kind_of_status(status: int) -> str:
    """Return the kind for a refusal by the framework, which only has a status."""
    return _FIRST.get(status, "error") if status < 500 else "error"


def error_of_kind(kind: str, status: int) -> type[LedgerError]:
    """Return the error a client raises; kinds that it doesn't know are judged by their status."""
    known = PROBLEMS.get(kind) or PROBLEMS.get(_FIRST.get(status, ""))
    return known.raised if known else Unreachable


def problem_details(error: LedgerError, *, version: int | None = None) -> ProblemDetails:
    """Return an error in the form it is sent in; `version` is that of the game in question."""
    detail, hint = error.text, error.advice
    if isinstance(error, TookTooLong):
        pass  # it names nothing hidden
    elif isinstance(error, GameFault | BrokenGame):  # the exception may reveal something hidden
        detail = Message(
            "the code of a game failed; the log of the service has the traceback"
            if error.game is None
            else "the code of the game {game!r} failed; the log of the service has the traceback",
            game=error.game,
        )
        hint = None
    if error.kind == Locked.kind:  # don't reveal the process
        detail = Message("somebody else is writing here right now")
    return problem_of_kind(
        error.kind,
        detail,
        status=status_of_kind(error.kind),
        rule=error.rule,
        hint=hint,
        line=error.line,
        column=error.column,
        source=error.source,
        version=error.seq if isinstance(error, Stale) else version,
    )


def _data(text: Text | None) -> dict[str, Any] | None:
    """Return a message as data if it has values; without any, the text is its own template."""
    data = text.to_data() if isinstance(text, Message) else None
    return data if data and data["values"] else None


def problem_of_kind(
    kind: str, detail: Text, *, status: int, hint: Text | None = None, **more: Any
) -> ProblemDetails:
    """Return a problem of a kind; one missing from the table is identified only by its status."""
    known = PROBLEMS.get(kind)
    return ProblemDetails(
        type=PROBLEM_PAGES + kind if known else "about:blank",
        title=known.title if known else HTTPStatus(status).phrase,
        status=status,
        detail=str(detail),
        kind=kind,
        hint=None if hint is None else str(hint),
        detail_data=_data(detail),
        hint_data=_data(hint),
        **more,
    )
