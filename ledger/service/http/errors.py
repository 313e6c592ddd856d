"""Every response that isn't a success: its status and its body."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.openapi.datastructures import ResponseSpec

from ledger.kernel.errors import GameFault, LedgerError, TookTooLong
from ledger.kernel.faults import traceback_text
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import game_fault, value_fault
from ledger.kernel.message import Message
from ledger.protocol.errors import (
    PROBLEM_JSON,
    PROBLEMS,
    kind_of_status,
    problem_details,
    problem_of_kind,
)
from ledger.protocol.schemas import ProblemDetails

from .page_responses import page_response, takes_html

JSON = "application/json"
STATUS_MEANING = {
    status: "; or: ".join(
        f"{problem.title} (`{kind}`)"
        for kind, problem in PROBLEMS.items()
        if problem.status == status
    )
    for status in sorted({problem.status for problem in PROBLEMS.values()})
}


PUBLIC_ERRORS = (414, 421, 429, 431, 503)
"""Refusals that any request may meet."""
READ_ERRORS = (400, 401, 403, 404, *PUBLIC_ERRORS)
QUERY_ERRORS = (*READ_ERRORS, 422)
WRITE_ERRORS = (*QUERY_ERRORS, 408, 409, 413, 415)
GAME_WRITE_ERRORS = (*WRITE_ERRORS, 412)
Documented = tuple[type | None, str] | tuple[type | None, str, str]
"""The type of a body, its meaning, and its media type if that isn't JSON."""
NOT_MODIFIED: Mapping[int, Documented] = {304: (None, "The client already has this version")}


def documented(
    refused: Sequence[int] = READ_ERRORS, own: Mapping[int, Documented] | None = None
) -> dict[int, ResponseSpec]:
    """Return the documented responses of a route: refusals, and its `own` ones by status."""
    every: dict[int, Documented] = {
        status: (ProblemDetails, STATUS_MEANING[status], PROBLEM_JSON) for status in sorted(refused)
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


def _answer(problem: ProblemDetails, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    more = dict(headers or {})
    if problem.status == 401:
        more["WWW-Authenticate"] = "Bearer"
    if problem.status == 503:
        more["Retry-After"] = "1"
    if problem.version is not None:
        more["ETag"] = f'"{problem.version}"'
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        media_type=PROBLEM_JSON,
        headers=more,
    )


def on_error(_: Request[Any, Any, Any], e: LedgerError) -> Response[bytes]:
    """Return the response to one of our errors, without any path on this machine."""
    if e.kind == GameFault.kind and not (isinstance(e, TookTooLong) and e.__cause__ is None):
        print(traceback_text(e), file=sys.stderr)
    return _answer(problem_details(e))


def on_http_error(request: Request[Any, Any, Any], e: HTTPException) -> Response[bytes]:
    """Return the response to a request that the framework refuses."""
    message = Message(e.detail)
    if isinstance(e, ValidationException):
        message = _invalid(e)
    elif isinstance(e, NotFoundException):
        message = Message("there is nothing at this address")
    elif isinstance(e, MethodNotAllowedException):
        message = Message("{method} can't be used here", method=request.method)
    if isinstance(e, NotFoundException) and takes_html(request):
        return page_response(request, "missing", 404)
    kind = kind_of_status(e.status_code)
    headers = {k: v for k, v in (e.headers or {}).items() if k.lower() == "allow"}
    return _answer(problem_of_kind(kind, message, status=e.status_code), headers)


def _invalid(e: ValidationException) -> Message:
    """Return what is wrong with the address or the headers of a request."""
    extra = e.extra if isinstance(e.extra, list) else []
    if any(isinstance(x, dict) and x.get("key") == "data" for x in extra):
        return Message("the request needs a body: a JSON object")
    parts = [f"{x.get('key', '')}: {x.get('message', '')}" for x in extra if isinstance(x, dict)]
    return Message("; ".join(parts) or e.detail)


def on_crash(
    request: Request[Any, Any, Any], e: Exception, game: Game | None = None
) -> Response[bytes]:
    """Return the response to a fault in a game or in the service; details only go to the server's
    log. `game` is the one that the request is about.
    """
    fault = game_fault(e) or (None if game is None else value_fault(e, game))
    if fault is not None:
        return on_error(request, fault)
    print(traceback_text(e), file=sys.stderr)
    detail = Message("something went wrong in the service; its log says more")
    return _answer(problem_of_kind("fault", detail, status=500))
