"""A webhook: tells another service whose turn it is, without ever waiting for it.

What it says, any spectator may know. It may be lost, as the games are what counts.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from ledger.kernel.errors import Malformed

from .rooms.registry import RoomRegistry
from .rooms.room import Room

SIGNATURE = "Ledger-Signature"
MOST_WAITING = 256
"""Messages that wait; when there are more, the oldest is dropped."""
MOST_GAMES = 10_000
"""Games of which it is known who was told of last."""
SECONDS = 5.0
PAUSES = (1.0, 4.0, 15.0)
"""Seconds before each further try."""
LEAST_SECRET = 16
_log = logging.getLogger("ledger.service")


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What is sent: whose turn it is now, and where."""

    game: str
    title: str
    seat: int
    name: str
    question: str
    turn: int
    url: str


class WebhookSettings(NamedTuple):
    """Where to send, what to sign with, and the address that people know this service by."""

    url: str
    secret: bytes | None
    base: str
    pauses: tuple[float, ...] = PAUSES
    seconds: float = SECONDS


def check_webhook(url: str) -> str:
    """Return the address of a webhook, if it is one."""
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        right = False
    if not right:
        raise Malformed(
            "--webhook isn't the address of a service",  # not repeated: it may hold a secret
            hint="write it like https://example.org/hooks/ledger",
        )
    return url


def read_secret(data: bytes, file: str) -> bytes:
    """Return what is signed with, from the bytes of a file."""
    secret = data.strip()
    if len(secret) < LEAST_SECRET:
        raise Malformed(f"a secret to sign with has at least {LEAST_SECRET} characters", file=file)
    return secret


class Webhook:
    """Follows all games that are open here, and tells of each change of turn."""

    def __init__(
        self,
        registry: RoomRegistry,
        settings: WebhookSettings,
        count: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        self._registry, self._settings, self._count = registry, settings, count
        self._told: OrderedDict[str, int | None] = OrderedDict()
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue()
        self._sending = asyncio.ensure_future(self._send_all())
        registry.watchers.append(self.look)

    def look(self, room: Room, own: bool) -> None:
        """See whether somebody else's turn has come; whoever wrote that tells it.

        So it is told once, however many processes have the game open.
        """
        if not room.log.writing:
            return
        asked = room.game.awaiting(room.state)
        seat = asked[0].seat if asked else None
        # of a game that goes on already, nobody knows who was told before this service started
        before = self._told.get(room.id, None if own and room.log.head.cmd <= 0 else seat)
        if not own and room.log.head.cmd <= 0:
            return  # whoever started it tells who begins
        self._told[room.id] = seat
        self._told.move_to_end(room.id)
        if len(self._told) > MOST_GAMES:
            self._told.popitem(last=False)
        if seat is None or seat == before or not own:
            return
        person = room.log.opened.seats[seat - 1]
        if isinstance(person.bot, str):
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self._waiting.get_nowait()
            self._count("dropped")
        self._waiting.put_nowait(
            Turn(
                game=room.id,
                title=room.game.meta.title,
                seat=seat,
                name=person.name,
                question=asked[0].ask,
                turn=room.game.turn(room.state),
                url=f"{self._settings.base}/games/{room.id}",
            )
        )

    async def _send_all(self) -> None:
        timeout = httpx.Timeout(self._settings.seconds)
        async with httpx.AsyncClient(timeout=timeout, follow_redirects=False) as client:
            while True:
                turn = await self._waiting.get()
                try:
                    self._count(await self._send(client, turn))
                except Exception as e:
                    _log.warning("the webhook failed: %s", type(e).__name__)
                    self._count("failed")

    async def _send(self, client: httpx.AsyncClient, turn: Turn) -> str:
        """Send a message until it arrives, it no longer matters, or it is enough."""
        body = msgspec.json.encode(turn)
        headers = {"Content-Type": "application/json", "User-Agent": "ledger"}
        if self._settings.secret is not None:
            headers[SIGNATURE] = sign(self._settings.secret, body)
        for pause in (0.0, *self._settings.pauses):
            await asyncio.sleep(pause)
            if pause and self._told.get(turn.game, turn.seat) != turn.seat:
                return "late"
            try:
                answer = await client.post(self._settings.url, content=body, headers=headers)
            except httpx.HTTPError as e:
                _log.warning("the webhook can't be reached: %s", type(e).__name__)
                continue
            if answer.is_success:
                return "sent"
            _log.warning("the webhook answered %s", answer.status_code)
            if answer.status_code < 500 and answer.status_code != 429:
                break  # it won't like it better the next time
        return "failed"

    async def close(self) -> None:
        """Send no more."""
        self._registry.watchers.remove(self.look)
        self._sending.cancel()
        await asyncio.gather(self._sending, return_exceptions=True)


def sign(secret: bytes, body: bytes) -> str:
    """Return by what a receiver knows that a message is ours: an HMAC of its bytes."""
    return f"sha256={hmac.new(secret, body, hashlib.sha256).hexdigest()}"
