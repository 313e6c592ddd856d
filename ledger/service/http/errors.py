"""Every answer that isn't a success: its status and its body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from ledger.kernel.errors import LedgerError
from ledger.protocol.errors import kind_of_status, status_of_kind
from ledger.protocol.schemas import Error, Refusal

JSON = "application/json"
STATUS_MEANING = {
    400: "The request can't be read",
    401: "A token is missing, wrong or expired",
    403: "The token doesn't allow this",
    404: "Not found",
    408: "The body didn't arrive in time",
    409: "The game has moved on, or the key was already used for something else",
    413: "The body is too large",
    414: "The address is too long",
    415: "The body isn't JSON",
    421: "This service doesn't answer to that host name",
    422: "It is against the rules",
    429: "Too many requests",
    431: "The headers are too large",
    503: "Not now: the disk failed, somebody else is writing, or the service is stopping",
}


PUBLIC_ERRORS = (414, 421, 429, 431, 503)
"""Refusals of any request."""
READ_ERRORS = (400, 401, 403, 404, *PUBLIC_ERRORS)
QUERY_ERRORS = (*READ_ERRORS, 422)
WRITE_ERRORS = (*QUERY_ERRORS, 408, 409, 413, 415)
Documented = tuple[type | None, str] | tuple[type | None, str, str]
"""What a body is, what it means, and its media type when that is not JSON."""
NOT_MODIFIED: Mapping[int, Documented] = {304: (None, "The client already has this version")}


def documented(
    refused: Sequence[int] = READ_ERRORS, own: Mapping[int, Documented] | None = None
) -> dict[int, ResponseSpec]:
    """Return the answers that a route documents: refusals, and `own` ones by their status."""
    every: dict[int, Documented] = {
        status: (Refusal, STATUS_MEANING[status]) for status in sorted(refused)
    }
    return {
        status: ResponseSpec(
            kind,
            description=meaning,
            media_type=media[0] if media else JSON,
            generate_examples=False,
        )
        for status, (kind, meaning, *media) in (every | dict(own or {})).items()
    }


def refusal(e: LedgerError) -> tuple[int, Refusal]:
    """Return the status and the body for an error; never a path of this machine."""
    message = e.message
    if e.kind == "locked":  # which process that is, is nobody else's business
        message = "somebody else is writing here right now"
    error = Error(
        kind=e.kind, message=message, rule=e.rule, hint=e.hint, line=e.line, column=e.column
    )
    return status_of_kind(e.kind), Refusal(error=error, version=getattr(e, "seq", None))


def _answer(status: int, body: Refusal, headers: Mapping[str, str]) -> Response[bytes]:
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if status == 503:
        more = {"Retry-After": "1"}
    return Response(
        msgspec.json.encode(body), status_code=status, media_type=JSON, headers={**headers, **more}
    )


def on_error(_: Request[Any, Any, Any], e: LedgerError) -> Response[bytes]:
    """Answer an error of ours."""
    status, body = refusal(e)
    return _answer(status, body, {})


def on_http_error(_: Request[Any, Any, Any], e: HTTPException) -> Response[bytes]:
    """Answer what the framework refuses."""
    message = e.detail
    if isinstance(e, ValidationException):
        message = _invalid(e)
    kind = kind_of_status(e.status_code)
    headers = {k: v for k, v in (e.headers or {}).items() if k.lower() == "allow"}
    return _answer(e.status_code, Refusal(error=Error(kind=kind, message=message)), headers)


def _invalid(e: ValidationException) -> str:
    """Say what is wrong with the address or the headers of a request."""
    extra = e.extra if isinstance(e.extra, list) else []
    if any(isinstance(x, dict) and x.get("key") == "data" for x in extra):
        return "the request needs a body: a JSON object"
    parts = [f"{x.get('key', '')}: {x.get('message', '')}" for x in extra if isinstance(x, dict)]
    return "; ".join(parts) or e.detail


def on_crash(_: Request[Any, Any, Any], e: Exception) -> Response[bytes]:
    """Answer a fault of ours; what it was stands in the server's log only."""
    import sys
    import traceback

    traceback.print_exception(e, file=sys.stderr)
    error = Error(kind="fault", message="something went wrong in the service; its log says more")
    return _answer(500, Refusal(error=error), {})
