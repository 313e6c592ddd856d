"""A webhook: notifies another service whose turn it is, without ever waiting for it.

A message contains only what any spectator may know. It can be lost: the games are what matters. The
messages of one game are sent one after the other, those of different games in parallel.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import socket
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from ledger.kernel.errors import Malformed

from .open_games.open_game import OpenGame
from .open_games.registry import OpenGameRegistry

SIGNATURE = "Ledger-Signature"
MOST_WAITING = 256
"""How many messages may wait; beyond that, the oldest is dropped."""
MOST_GAMES = 10_000
"""How many games we remember the last notification for."""
MOST_AT_ONCE = 8
"""How many games may have a message on its way at the same time."""
SECONDS = 5.0
"""How long a response may take altogether."""
PAUSES = (1.0, 4.0, 15.0)
"""Seconds before each further attempt."""
LEAST_SECRET = 16
_log = logging.getLogger("ledger.service")


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The message: whose turn it is now, and where."""

    game: str
    title: str
    seat: int
    name: str
    question: str
    turn: int
    url: str


class WebhookSettings(NamedTuple):
    """Where to send, what to sign with, and the address by which people know this service."""

    url: str
    secret: bytes | None
    base: str
    pauses: tuple[float, ...] = PAUSES
    seconds: float = SECONDS


def check_webhook(url: str) -> str:
    """Return the address of a webhook; raise `Malformed` if it can't be one."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        right = parts.scheme in ("http", "https") and bool(host) and parts.port != 0
        right = right and url.isprintable() and " " not in url
    except ValueError:
        right = False
    if not right:
        raise Malformed(
            "--webhook isn't the address of a service",  # not repeated: it may hold a secret
            hint="write it like https://example.org/hooks/ledger",
        )
    if "@" in parts.netloc:
        raise Malformed(
            "--webhook contains a user name or a password",
            hint="leave it out; --webhook-secret signs the messages",
        )
    if parts.fragment:
        raise Malformed("--webhook has a part after #, which is never sent", hint="leave it out")
    address = _address(host)
    if address is not None and (
        address.is_link_local or address.is_multicast or address.is_unspecified
    ):
        raise Malformed(
            "--webhook can't be this address: it is reserved for the network itself",
            hint="name a service by its host name",
        )
    return url


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a host stands for, in any notation; None if it is a name."""
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        pass
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found


def read_secret(data: bytes, file: str) -> bytes:
    """Return the signing secret in the bytes of a file; raise `Malformed` if it is too short."""
    secret = data.strip()
    if len(secret) < LEAST_SECRET:
        raise Malformed(
            "a secret to sign with has at least {least} characters",
            file=file,
            least=LEAST_SECRET,
        )
    return secret


class Webhook:
    """Follows all games that are open here, and reports each change of turn."""

    def __init__(
        self,
        registry: OpenGameRegistry,
        settings: WebhookSettings,
        count: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        self._registry, self._settings, self._count = registry, settings, count
        self._told: OrderedDict[str, frozenset[int]] = OrderedDict()
        self._waiting: dict[str, deque[Turn]] = {}
        """Waiting messages by game; the game that has waited longest is first."""
        self._busy: set[str] = set()
        """Games that have a message on its way."""
        self._sending: set[asyncio.Task[None]] = set()
        self._senders = 0
        """How many of these tasks still look for messages: at most `MOST_AT_ONCE`."""
        import httpx  # a fifth of the time to start up, and few services have a webhook

        self._failed = (httpx.HTTPError, TimeoutError)
        self._client = httpx.AsyncClient(timeout=settings.seconds, follow_redirects=False)
        registry.watchers.append(self.look)

    def look(self, open_game: OpenGame, own: bool) -> None:
        """Report a change of turn if this process wrote the move that caused it.

        So it is reported once, however many processes have the game open.
        """
        if not open_game.log.writing:
            return
        asked = open_game.game.rules.answerable(open_game.state)
        seats = frozenset(q.seat for q in asked)
        # in a game already under way, we can't know who was notified before this service started
        nobody: frozenset[int] = frozenset()
        before = self._told.get(
            open_game.id, nobody if own and open_game.log.head.cmd <= 0 else seats
        )
        if not own and open_game.log.head.cmd <= 0:
            return  # the process that started it reports who begins
        self._told[open_game.id] = seats
        self._told.move_to_end(open_game.id)
        if len(self._told) > MOST_GAMES:
            self._told.popitem(last=False)
        for question in asked if own else ():
            person = open_game.log.opened.seats[question.seat - 1]
            if question.seat in before or isinstance(person.bot, str):
                continue
            self._send_later(
                Turn(
                    game=open_game.id,
                    title=open_game.game.meta.title,
                    seat=question.seat,
                    name=person.name,
                    question=question.ask,
                    turn=open_game.game.rules.turn(open_game.state),
                    url=f"{self._settings.base}/games/{open_game.id}",
                )
            )

    def _send_later(self, turn: Turn) -> None:
        if sum(map(len, self._waiting.values())) >= MOST_WAITING:
            self._take(next(iter(self._waiting)))
            self._count("dropped")
        self._waiting.setdefault(turn.game, deque()).append(turn)
        if self._senders < MOST_AT_ONCE:
            self._senders += 1
            task = asyncio.ensure_future(self._send_all())
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def _take(self, game: str) -> Turn:
        """Remove the oldest message of a game; the game waits after all others for its next."""
        waiting = self._waiting.pop(game)
        turn = waiting.popleft()
        if waiting:
            self._waiting[game] = waiting
        return turn

    async def _send_all(self) -> None:
        """Send messages until none is waiting; those of one game one after the other."""
        while (game := next((g for g in self._waiting if g not in self._busy), None)) is not None:
            self._busy.add(game)
            try:
                self._count(await self._send(self._take(game)))
            except Exception as e:
                _log.warning("the webhook failed: %s", type(e).__name__)
                self._count("failed")
            finally:
                self._busy.discard(game)
        self._senders -= 1

    async def _send(self, turn: Turn) -> str:
        """Send a message until it arrives, no longer matters, or has been tried often enough."""
        body = msgspec.json.encode(turn)
        headers = {"Content-Type": "application/json", "User-Agent": "ledger"}
        if self._settings.secret is not None:
            headers[SIGNATURE] = sign(self._settings.secret, body)
        for pause in (0.0, *self._settings.pauses):
            await asyncio.sleep(pause)
            if pause and turn.seat not in self._told.get(turn.game, (turn.seat,)):
                return "late"
            try:
                status = await self._post(body, headers)
            except self._failed as e:
                _log.warning("the webhook can't be reached: %s", type(e).__name__)
                continue
            if 200 <= status < 300:
                return "sent"
            _log.warning("the webhook answered %s", status)
            if status < 500 and status != 429:
                break  # trying again won't help
        return "failed"

    async def _post(self, body: bytes, headers: dict[str, str]) -> int:
        """Send a message once, and return the status of the response without reading the rest."""
        async with (
            asyncio.timeout(self._settings.seconds),
            self._client.stream(
                "POST", self._settings.url, content=body, headers=headers
            ) as answer,
        ):
            return answer.status_code

    async def close(self) -> None:
        """Stop sending."""
        self._registry.watchers.remove(self.look)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self._client.aclose()


def sign(secret: bytes, body: bytes) -> str:
    """Return the signature by which a receiver recognises our messages: an HMAC of the bytes."""
    return f"sha256={hmac.new(secret, body, hashlib.sha256).hexdigest()}"
