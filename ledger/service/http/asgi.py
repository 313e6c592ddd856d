"""Responses at the level of ASGI: refusals as problems, and the headers of every response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Protocol

import msgspec

from ledger.kernel.message import Text, as_message
from ledger.protocol.errors import PROBLEM_JSON, problem_of_kind, status_of_kind

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

CONNECTION, REFUSED = "ledger.connection", "ledger.refused"
"""Extensions of a scope: the request's connection, and why the request was refused."""
CLOSE: Header = (b"connection", b"close")
CSP = (
    b"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    b"form-action 'none'; frame-ancestors 'none'"
)
PICTURE_CSP = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For pictures, which contain their own styles: a response with this policy keeps it."""
PAGE_CSP = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    b"frame-ancestors 'none'"
)
"""For our pages: a response with this policy keeps it; any policy but these is replaced."""
SECURITY_HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", CSP),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_OURS = frozenset(name for name, _ in SECURITY_HEADERS)


class RequestRefused(Exception):
    """A request that goes no further: the kind of refusal, and the body of the response."""

    def __init__(
        self,
        kind: str,
        message: Text,
        *,
        hint: Text | None = None,
        headers: Iterable[Header] = (),
        **values: object,
    ) -> None:
        text = as_message(message, values)
        super().__init__(text)
        self.status = status_of_kind(kind)
        right = None if hint is None else as_message(hint, values)
        problem = problem_of_kind(kind, text, status=self.status, hint=right)
        self.body = msgspec.json.encode(problem)
        self.headers = tuple(headers)


class Connection(Protocol):
    """What the service needs of a request's connection."""

    def abort(self) -> None:
        """Cut the connection off at once."""

    def recognise(self, token: str) -> bool:
        """Note that a valid token came over it; False if that token has too many connections."""


def connection_of(scope: Scope) -> Connection | None:
    """Return the connection of a request; None in a test without a network."""
    found: Connection | None = (scope.get("extensions") or {}).get(CONNECTION)
    return found


class Responder:
    """Sends the response to a client, with our headers added.

    A stranger who is refused has to reconnect for the next request.
    """

    def __init__(self, send: Send, method: str) -> None:
        self._send = send
        self._method = method
        self.started = False
        self.stranger = True

    async def __call__(self, message: AsgiMessage) -> None:
        """Send a message from the app."""
        if message["type"] == "http.response.start":
            self.started = True
            headers = with_security_headers(message.get("headers", ()))
            if self.stranger and message["status"] >= 400:
                headers.append(CLOSE)
            message = {**message, "headers": headers}
        await self._send(message)

    async def refuse(self, refused: RequestRefused) -> None:
        """Send the refusal, and close the connection after it."""
        self.stranger = True
        headers = [
            (b"content-type", PROBLEM_JSON.encode()),
            (b"content-length", str(len(refused.body)).encode()),
            *refused.headers,
        ]
        await self({"type": "http.response.start", "status": refused.status, "headers": headers})
        body = b"" if self._method == "HEAD" else refused.body
        await self({"type": "http.response.body", "body": body})


def with_security_headers(headers: Iterable[Iterable[bytes]]) -> list[Header]:
    """Return a response's headers with ours added; other origins are never let in."""
    out: list[Header] = []
    vary: list[bytes] = []
    stored = False
    ours = SECURITY_HEADERS
    for name, value in headers:
        low = name.lower()
        if low == b"vary":
            vary += [part.strip() for part in value.split(b",") if part.strip()]
        elif low == b"content-security-policy" and value in (PAGE_CSP, PICTURE_CSP):
            ours = ((name, value), *SECURITY_HEADERS[1:])
        elif low not in _OURS and not low.startswith(b"access-control-"):
            stored = stored or low == b"cache-control"
            out.append((name, value))
    if not stored:
        out.append((b"cache-control", b"no-store"))
    if b"*" not in vary and b"authorization" not in (part.lower() for part in vary):
        vary.append(b"Authorization")
    return [*out, (b"vary", b", ".join(vary)), *ours]
