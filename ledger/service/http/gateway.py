"""The gateway: what stands between the network and the routes.

It knows nothing of games: what it answers depends on the request and on the token alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import time
from collections.abc import Callable

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.service.auth.interface import TokenStore
from ledger.service.auth.tokens import Token

from .asgi import App, Header, Message, Receive, RequestRefused, Responder, Scope, Send
from .metrics import Metrics
from .origin_check import SAFE_METHODS, HeadersByName, check_host, check_origin, headers_by_name
from .rate_limits import ConcurrencyLimits, RateLimits, RecentKeys, address_group

GUESSES = 10
"""Wrong tokens that an address may send in a row before it has to wait."""

_DIGITS = re.compile(rb"[0-9]{1,18}")
_log = logging.getLogger("ledger.service")


class GatewaySettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the gateway lets through; a rate of 0 means no limit."""

    hosts: tuple[str, ...] = ()
    """Names besides those of this machine; with a port only on that port."""
    body: int = 1024 * 1024
    body_seconds: float = 30.0
    rate: float = 100.0
    """Requests a second of one token, or of one address without a token."""
    guesses: float = 1.0
    """Wrong tokens a second of one address."""
    requests_each: int = 64
    requests: int = 1024
    streams_each: int = 100
    streams: int = 4096


def is_stream(scope: Scope) -> bool:
    """Whether a request is answered for as long as the client listens."""
    return bool(scope["path"].rstrip("/").endswith("/stream"))


class Gateway:
    """ASGI middleware around a whole app; the token goes to `scope["state"]["token"]`."""

    def __init__(
        self,
        app: App,
        settings: GatewaySettings,
        tokens: TokenStore,
        *,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self.settings = settings
        self.tokens = tokens
        self.metrics = metrics
        self.rates = RateLimits(settings.rate, clock=clock)
        self.guesses = RateLimits(settings.guesses, GUESSES, clock=clock)
        self.proven = RecentKeys()
        self.requests = ConcurrencyLimits(settings.requests_each, settings.requests)
        self.streams = ConcurrencyLimits(settings.streams_each, settings.streams)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        reply = Responder(send, scope["method"])
        try:
            await self._admit(scope, receive, reply)
        except RequestRefused as refused:
            await reply.refuse(refused)
        except Exception:
            if reply.started:
                raise
            _log.exception("a request failed")
            await reply.refuse(RequestRefused("fault", "this is a fault of the service"))

    async def _admit(self, scope: Scope, receive: Receive, reply: Responder) -> None:
        headers = headers_by_name(scope)
        host = check_host(scope, headers, self.settings.hosts)
        check_origin(scope, headers, host)
        address = address_group((scope.get("client") or ("",))[0])
        token = self._who(headers, address)
        scope.setdefault("state", {})["token"] = token
        key = token.id if token else ("address", address)
        if not self.rates.take(key):
            raise _slower(self.rates.wait)
        streaming = is_stream(scope) and scope["method"] == "GET"
        places = self.streams if streaming else self.requests
        _place(places, key, "streams" if streaming else "requests")
        try:
            self._count()
            arrived = await self._body(scope, headers, receive)
            if arrived is not None:
                await self.app(scope, arrived, reply)
        finally:
            places.leave(key)
            self._count()

    def _count(self) -> None:
        if self.metrics is not None:
            self.metrics.streams.set(self.streams.held)

    # --- who ----------------------------------------------------------------------------------

    def _who(self, headers: HeadersByName, address: str) -> Token | None:
        """Return the token of a request, None without one; a wrong one goes no further."""
        given = headers.get(b"authorization")
        if given is None:
            return None
        scheme, _, rest = given[0].partition(b" ")
        secret = rest.strip()
        mark = (address, hashlib.sha256(secret).digest())
        # Guessing means waiting, even if the guess is right; a token that was right before passes.
        if self.guesses.empty(address) and mark not in self.proven:
            raise _slower(self.guesses.wait)
        token = None
        if len(given) == 1 and scheme.lower() == b"bearer":
            try:
                token = self.tokens.find(secret.decode("latin-1"))
            except (LedgerError, OSError) as e:
                _log.error("the tokens can't be read: %s", e)
                raise RequestRefused("failed", "the service can't read its tokens") from None
        if token is None:
            self.guesses.take(address)
            raise RequestRefused(
                "unauthorized",
                "this token is unknown, expired or revoked",
                hint="send a header `Authorization: Bearer TOKEN`",
                headers=[(b"www-authenticate", b"Bearer")],
            )
        self.proven.add(mark)
        return token

    # --- the body -----------------------------------------------------------------------------

    async def _body(self, scope: Scope, headers: HeadersByName, receive: Receive) -> Receive | None:
        """Read the body, so that no route ever sees too long a one; None: the client went away."""
        most = self.settings.body
        length = headers.get(b"content-length")
        if length is not None:
            if len(length) != 1 or not _DIGITS.fullmatch(length[0]):
                raise RequestRefused("malformed", "Content-Length isn't a number")
            if int(length[0]) > most:
                raise _too_large(most)
        elif scope["method"] in SAFE_METHODS and b"transfer-encoding" not in headers:
            return receive
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body = await _read(receive, most)
            return None if body is None else _replay(body, receive)
        except TimeoutError:
            raise RequestRefused(
                "timeout", "the body of the request didn't arrive in time", headers=[_CLOSE]
            ) from None


_CLOSE: Header = (b"connection", b"close")


async def _read(receive: Receive, most: int) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Hand the body over once; after it comes what the server says."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return first.pop() if first else await receive()

    return again


# --- refusals -----------------------------------------------------------------------------------


def _place(places: ConcurrencyLimits, key: object, what: str) -> None:
    full = places.take(key)
    wait = [(b"retry-after", b"1")]
    if full == "each":
        raise RequestRefused("too-many", f"too many {what} at the same time", headers=wait)
    if full == "most":
        raise RequestRefused("busy", f"the service has too many {what} already", headers=wait)


def _slower(wait: int) -> RequestRefused:
    retry = (b"retry-after", str(wait).encode())
    return RequestRefused("too-many", "too many requests: slow down", headers=[retry])


def _too_large(most: int) -> RequestRefused:
    return RequestRefused(
        "too-large", f"the body is larger than the {most:,} bytes allowed", headers=[_CLOSE]
    )
