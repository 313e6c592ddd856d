"""The gateway between the network and the routes.

It knows nothing about games: its decisions depend on the request and the token alone.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ledger.kernel.errors import GameFault, LedgerError
from ledger.kernel.faults import traceback_text
from ledger.kernel.message import Message
from ledger.protocol.errors import problem_details
from ledger.service.auth.sign_ins import named_sign_in, sign_ins_in, sign_out_cookie
from ledger.service.auth.token_store import TokenStore
from ledger.service.auth.tokens import Token, id_in
from ledger.service.game_threads import PAYER, Payer, contained

from .asgi import (
    REFUSED,
    App,
    AsgiMessage,
    Receive,
    RequestRefused,
    Responder,
    Scope,
    Send,
    connection_of,
)
from .gateway_settings import GatewaySettings
from .metrics import Metrics
from .origin_check import (
    SAFE_METHODS,
    HeadersByName,
    check_host,
    check_origin,
    headers_by_name,
    own_origin,
)
from .rate_limits import ConcurrencyLimits, CpuBudgets, RateLimits, Turns, address_group
from .trusted_proxies import follow_proxies

GUESSES = 10
"""How many wrong tokens an address may send in a row before it has to wait."""
STRANGERS = 4
"""All clients without a token share the rate limit of this many addresses."""
LOOKUPS = 8
"""How many tokens are looked up at once, where that takes time."""
HEALTH = ("/health", "/ready")
"""Paths that are always served, since monitoring depends on them."""

_DIGITS = re.compile(rb"[0-9]{1,18}")
_log = logging.getLogger("ledger.service")


def is_stream(scope: Scope) -> bool:
    """Return whether the response to a request lasts for as long as the client listens."""
    return bool(scope["path"].rstrip("/").endswith("/stream"))


def _is_followed(scope: Scope) -> bool:
    return is_stream(scope) and scope["method"] == "GET"


class Gateway:
    """ASGI middleware around a whole app; it puts the token into `scope["state"]["token"]`."""

    def __init__(
        self,
        app: App,
        settings: GatewaySettings,
        tokens: TokenStore,
        *,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_fault: Callable[[Scope, Exception], None] = lambda scope, error: None,
    ) -> None:
        """Set up the limits; `on_fault` is called with anything a game's code raised outside of
        routes.
        """
        self.app, self._on_fault = app, on_fault
        self.settings = settings
        self.tokens = tokens
        self.metrics = metrics
        self.rates = RateLimits(settings.rate, clock=clock)
        self.cpu = CpuBudgets(settings.cpu, settings.cpu_burst, clock=clock)
        self.guesses = RateLimits(settings.guesses, GUESSES, clock=clock)
        self.turns = Turns(STRANGERS * settings.rate)
        self.strangers = ConcurrencyLimits(settings.strangers)
        self.requests = ConcurrencyLimits(settings.requests)
        self.streams = ConcurrencyLimits(settings.streams)
        self._lookups = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="tokens")

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
            await contained(self._admit(scope, receive, reply))
        except RequestRefused as refused:
            await self._refuse(scope, reply, refused)
        except Exception as e:
            if isinstance(e, GameFault):
                self._on_fault(scope, e)
            if reply.started:
                raise
            _log.error("a request failed\n%s", traceback_text(e))
            await reply.refuse(_fault(e))

    async def _refuse(self, scope: Scope, reply: Responder, refused: RequestRefused) -> None:
        """Refuse a request; strangers wait for their turn, and are cut off if too many."""
        connection = connection_of(scope)
        if reply.stranger and not await self.turns.wait() and connection is not None:
            connection.abort()
        else:
            await reply.refuse(refused)

    async def _admit(self, scope: Scope, receive: Receive, reply: Responder) -> None:
        _check_refused(scope)
        settings = self.settings
        headers = headers_by_name(scope)
        follow_proxies(scope, headers, settings.trusted_proxies)
        host = check_host(scope, headers, settings.hosts, settings.public_url)
        check_origin(scope, headers, host, settings.public_url)
        address = address_group((scope.get("client") or ("",))[0])
        state = scope.setdefault("state", {})
        state["secure"] = own_origin(scope, host, settings.public_url).startswith("https:")
        token = await self._who(scope, headers, address)
        reply.stranger = token is None
        state["token"] = token
        health = token is None and scope["path"] in HEALTH
        key = token.id if token else ("health" if health else "address", address)
        if not self.rates.take(key):
            raise _slower(self.rates.wait)
        if token is None:
            self._check_stranger(scope, headers)
        else:
            self._recognise(scope, token)
            self._check_cpu(scope, token)
        if health:
            await self.app(scope, receive, reply)
            return
        places, what, claims = self._claims(scope, token, address)
        _place(places, what, claims)
        try:
            self._count()
            if token is None and not await self.turns.wait():
                raise RequestRefused("busy", "the service has too many requests already")
            arrived = await self._body(scope, headers, receive)
            if arrived is not None:
                await self._answer(scope, arrived, reply, token)
        finally:
            places.leave(claims)
            self._count()

    async def _answer(
        self, scope: Scope, receive: Receive, reply: Responder, token: Token | None
    ) -> None:
        """Let the app respond, and charge the CPU time to the token."""
        if token is None:
            await self.app(scope, receive, reply)
            return
        id, loop = token.id, asyncio.get_running_loop()

        def charge(seconds: float) -> None:
            if self.metrics is not None:
                self.metrics.cpu_seconds.inc(seconds)
            loop.call_soon_threadsafe(self.cpu.charge, id, seconds)

        before = PAYER.set(Payer(id, charge))
        try:
            await _Metered(self.app(scope, receive, reply), charge)
        finally:
            PAYER.reset(before)

    def _claims(
        self, scope: Scope, token: Token | None, address: str
    ) -> tuple[ConcurrencyLimits, Message, dict[Hashable, int]]:
        """Return which places a request takes; strangers have places of their own."""
        settings, here = self.settings, ("address", address)
        if token is None:
            return self.strangers, Message("requests"), {here: settings.strangers_each}
        if _is_followed(scope):
            each, all_here = settings.streams_each, settings.streams_address
            return self.streams, Message("streams"), {token.id: each, here: all_here}
        each, all_here = settings.requests_each, settings.requests_address
        return self.requests, Message("requests"), {token.id: each, here: all_here}

    def _count(self) -> None:
        if self.metrics is not None:
            self.metrics.streams.set(self.streams.held)

    # --- who ----------------------------------------------------------------------------------

    async def _who(self, scope: Scope, headers: HeadersByName, address: str) -> Token | None:
        """Return the token of a request, or None if it has none; refuse a wrong one.

        The token comes in a header, or in a cookie named by the request: a cookie alone doesn't
        count.
        """
        given = headers.get(b"authorization")
        held: str | None = None
        if given is not None:
            scheme, _, rest = given[0].partition(b" ")
            bearer = len(given) == 1 and scheme.lower() == b"bearer"
            secret = rest.strip().decode("latin-1") if bearer else ""
        else:
            held = named_sign_in(scope, headers, stream=_is_followed(scope))
            if held is None:
                return None
            secret = sign_ins_in(headers.get(b"cookie", [])).get(held, "")
        try:
            if self.tokens.at_hand(secret):
                token, ended = self._find(secret)
            else:
                loop = asyncio.get_running_loop()
                token, ended = await loop.run_in_executor(self._lookups, self._find, secret)
        except (LedgerError, OSError) as e:
            _log.error("the tokens can't be read: %s", e)
            raise RequestRefused("failed", "the service can't read its tokens") from None
        # A secret is too long to be guessed: wrong ones cost only their sender time.
        # A client with one that used to be valid isn't guessing.
        if token is None and ended is None and not self.guesses.take(address):
            raise _slower(self.guesses.wait)
        if token is None and ended is not None and not self.rates.take(("address", address)):
            raise _slower(self.rates.wait)
        if token is None:
            raise _unknown(ended, held, secure=scope["state"]["secure"])
        return token

    def _find(self, secret: str) -> tuple[Token | None, str | None]:
        """Return the token with this secret, or else why it has stopped working."""
        token, id = self.tokens.find(secret), id_in(secret)
        if token is not None or id is None:
            return token, None
        known = self.tokens.recent(id) or self.tokens.get(id)
        return None, None if known is None else known.end_told_to(secret)

    def _check_cpu(self, scope: Scope, token: Token) -> None:
        """Refuse a token that has used up its CPU time for now, unless it checks the service's
        health.
        """
        wait = 0 if scope["path"] in HEALTH else self.cpu.wait(token.id)
        if wait:
            if self.metrics is not None:
                self.metrics.cpu_refused.inc()
            raise RequestRefused(
                "too-many",
                "this token has used up its computing time: ask again in {wait} s",
                headers=[(b"retry-after", str(wait).encode())],
                wait=wait,
            )

    def _recognise(self, scope: Scope, token: Token) -> None:
        connection = connection_of(scope)
        if connection is not None and not connection.recognise(token.id):
            raise RequestRefused("too-many", "too many connections at the same time")

    def _check_stranger(self, scope: Scope, headers: HeadersByName) -> None:
        """Refuse a body from a stranger before reading it, since no route would accept it."""
        empty = headers.get(b"content-length", [b"0"]) == [b"0"]
        if scope["method"] not in SAFE_METHODS or not empty or b"transfer-encoding" in headers:
            raise _unauthorized(Message("you need a token"))

    # --- the body -----------------------------------------------------------------------------

    async def _body(self, scope: Scope, headers: HeadersByName, receive: Receive) -> Receive | None:
        """Read the body, so that no route ever sees one that is too long; None if the client went
        away.
        """
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
            _check_refused(scope)  # the connection may have refused the rest
            return None if body is None else _replay(body, receive)
        except TimeoutError:
            raise RequestRefused(
                "timeout", "the body of the request didn't arrive in time"
            ) from None


class _Metered:
    """Awaits something, and reports how much CPU time the event loop spent on it."""

    def __init__(self, work: Awaitable[None], charge: Callable[[float], None]) -> None:
        self._work, self._charge = work, charge

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        spent = 0.0
        given: Any = None
        error: BaseException | None = None
        try:
            while True:
                start = time.thread_time()
                try:
                    asked = steps.send(given) if error is None else steps.throw(error)
                except StopIteration:
                    return
                finally:
                    spent += time.thread_time() - start
                given = error = None
                try:
                    given = yield asked
                except BaseException as e:
                    error = e
        finally:
            self._charge(spent)


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
    """Return a `receive` that yields the body once, and then what the server sends."""
    first: list[AsgiMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> AsgiMessage:
        return first.pop() if first else await receive()

    return again


# --- refusals -----------------------------------------------------------------------------------


def _check_refused(scope: Scope) -> None:
    """Refuse a request that the connection has already refused."""
    refused: RequestRefused | None = (scope.get("extensions") or {}).get(REFUSED)
    if refused is not None:
        raise refused


def _unauthorized(message: Message) -> RequestRefused:
    return RequestRefused(
        "unauthorized",
        message,
        hint="send a header `Authorization: Bearer TOKEN`",
        headers=[(b"www-authenticate", b"Bearer")],
    )


def _unknown(ended: str | None, held: str | None, *, secure: bool) -> RequestRefused:
    """Return the refusal of a token; a holder of the right secret learns why it stopped working."""
    hint = Message("send a header `Authorization: Bearer TOKEN`")
    headers = [(b"www-authenticate", b"Bearer")]
    if held is not None:
        hint = Message("open the link you were given again, or ask for a new one")
        if held:
            forget = sign_out_cookie(held, secure=secure).to_header(header="")
            headers.append((b"set-cookie", forget.encode()))
    if ended is None:
        kind, message = "unauthorized", Message("this token is unknown")
        if held is not None:
            message = Message("this browser doesn't have that token")
    else:
        kind = ended
        message = Message(
            "this token has expired" if ended == "expired" else "this token was revoked"
        )
    return RequestRefused(kind, message, hint=hint, headers=headers)


def _place(places: ConcurrencyLimits, what: Message, claims: Mapping[Hashable, int]) -> None:
    full = places.take(claims)
    wait = [(b"retry-after", b"1")]
    if full == "each":
        raise RequestRefused(
            "too-many", "too many {things} at the same time", headers=wait, things=what
        )
    if full == "most":
        raise RequestRefused(
            "busy", "the service has too many {things} already", headers=wait, things=what
        )


def _slower(wait: int) -> RequestRefused:
    retry = (b"retry-after", str(wait).encode())
    return RequestRefused("too-many", "too many requests: slow down", headers=[retry])


def _fault(error: Exception) -> RequestRefused:
    """Return the refusal for an unexpected error."""
    if isinstance(error, GameFault):
        told = problem_details(error)
        return RequestRefused(error.kind, told.detail)
    return RequestRefused("fault", "this is a bug in the service")


def _too_large(most: int) -> RequestRefused:
    return RequestRefused(
        "too-large", "the body is larger than the {limit:,} bytes allowed", limit=most
    )
