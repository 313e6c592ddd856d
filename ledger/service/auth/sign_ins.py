"""Passes: what a browser keeps in place of a token, one for each token it was given.

A pass is a cookie that scripts can't read and that other sites' requests never carry. On its own,
it opens nothing: a request must also name it by the id of its token, which is no secret. So each
tab has the seat it names, and a page that can't name a pass can't use one. A pass is worth as much
as its token, and ends when the token does.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl

from litestar.datastructures import Cookie

from ledger.kernel.times import parse_time
from ledger.service.http.asgi import Scope
from ledger.service.http.origin_check import HeadersByName

from .tokens import Token

HEADER = b"ledger-pass"
QUERY = "pass"
"""Where a stream names it, since a browser's EventSource can't send headers of our own."""
PATH = "/api/v1"
MOST_SECONDS = 400 * 24 * 3600
"""Browsers don't keep cookies longer than this."""
_NAME = "ledger-pass-"
_ID = re.compile(r"[a-z0-9]{10}", re.ASCII)
_REST = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def named_sign_in(scope: Scope, headers: HeadersByName, *, stream: bool) -> str | None:
    """Return the pass that a request names, "" if it isn't valid, or None if there is none."""
    named = [value.decode("latin-1") for value in headers.get(HEADER, [])]
    if not named and stream:
        query = scope.get("query_string", b"").decode("latin-1")
        named = [value for key, value in parse_qsl(query) if key == QUERY]
    if not named:
        return None
    return named[0] if len(named) == 1 and _ID.fullmatch(named[0]) else ""


def sign_ins_in(cookies: Iterable[bytes]) -> dict[str, str]:
    """Return the secrets in a browser's `Cookie` headers, by the ids of their tokens."""
    found: dict[str, list[str]] = {}
    for value in cookies:
        for part in value.decode("latin-1").split(";"):
            name, _, rest = part.strip().partition("=")
            id = name.removeprefix(_NAME)
            if name.startswith(_NAME) and _ID.fullmatch(id) and _REST.fullmatch(rest):
                found.setdefault(id, []).append(f"ledger_{id}_{rest}")
    return {id: secrets[0] for id, secrets in found.items() if len(secrets) == 1}


def sign_in_cookie(secret: str, token: Token, now: dt.datetime, *, secure: bool) -> Cookie:
    """Return the cookie that stores a token in a browser for as long as the token works."""
    left = int((parse_time(token.expires) - now).total_seconds())
    rest = secret.removeprefix(f"ledger_{token.id}_")
    return _cookie(token.id, rest, min(left, MOST_SECONDS), secure=secure)


def sign_out_cookie(id: str, *, secure: bool) -> Cookie:
    """Return the cookie that makes a browser forget a pass."""
    return _cookie(id, "", 0, secure=secure)


def _cookie(id: str, value: str, seconds: int, *, secure: bool) -> Cookie:
    return Cookie(
        key=_NAME + id,
        value=value,
        path=PATH,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=secure,
    )
