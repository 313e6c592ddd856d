"""A service in this process: requests in, answers out, with a clock and chance that repeat."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self

import httpx

from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Chance, Seeded
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.protocol.schemas import Role
from ledger.service.app import LedgerApp, Settings
from ledger.service.backend import Backend
from ledger.service.folder_backend import folder_backend
from ledger.service.game_threads import SECONDS
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.store.files import Files

ORIGIN = "http://127.0.0.1:8000"
QUICK = GatewaySettings(rate=0, cpu=0)


class Clock:
    """A second later each time."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 3, 1, 18, 0, tzinfo=dt.UTC)

    def __call__(self) -> str:
        self.now += dt.timedelta(seconds=1)
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.000Z")


class InProcessService:
    """A running service; `with InProcessService(folder) as s: s.get(...)`."""

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 7,
        files: Files | None = None,
        gateway: GatewaySettings = QUICK,
        chance: Callable[[], Chance] | None = None,
        heartbeat: float = 15.0,
        slow_reader: float = 10.0,
        max_open_games: int = 1000,
        bot_delay: float = 0.0,
        lake: Path | None = None,
        game_seconds: float = SECONDS,
    ) -> None:
        self.folder, self._files = folder, files
        self.clock = Clock()  # it goes on when the service is started anew
        self._make = lambda: LedgerApp(
            Settings(
                backend=self._backend(),
                gateway=gateway,
                clock=self.clock,
                chance=chance or (lambda: Seeded(seed)),
                heartbeat=heartbeat,
                slow_reader=slow_reader,
                max_open_games=max_open_games,
                bot_delay=bot_delay,
                lake=lake,
                game_seconds=game_seconds,
            )
        )
        self._runner = asyncio.Runner()

    def _backend(self) -> Backend:
        return folder_backend(self.folder, self._files)

    def __enter__(self) -> Self:
        self.start()
        self.tokens: dict[tuple[Any, ...], str] = {}
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Wait for something."""
        return self._runner.run(work)

    def start(self) -> None:
        """Bring the service up."""
        self.run(self._start())

    def stop(self) -> None:
        """Take it down in good order."""
        self.run(self._stop())

    async def _start(self) -> None:
        self.app = self._make()
        up, self._down = asyncio.Event(), asyncio.Event()

        async def live() -> None:  # one task must both start and stop it
            async with self.app.routes.lifespan():
                up.set()
                await self._down.wait()

        self._living = asyncio.ensure_future(live())
        await up.wait()

    async def _stop(self) -> None:
        self._down.set()
        await self._living

    def restart(self) -> None:
        """Stop and start again on the same folder."""
        self.stop()
        self.start()

    # --- who --------------------------------------------------------------------------------

    def token(self, role: Role, game: str | None = None, seat: int | None = None) -> str:
        """Return a token of that kind, made once."""
        kind = (role, game, seat)
        if kind not in self.tokens:
            self.tokens[kind] = self.app.service.tokens.make(role, game, seat)[0]
        return self.tokens[kind]

    def viewer(self, game: str, viewer: int | None) -> str:
        """Return the token of a seat, a spectator (0) or a referee (None)."""
        if viewer is None:
            return self.token("referee", game)
        return self.token("seat", game, viewer) if viewer else self.token("spectator", game)

    # --- games ------------------------------------------------------------------------------

    def add(self, id: str, data: bytes) -> None:
        """Put a log into the library."""
        reading = read(data)
        log = describe(reading.lines, len(data))
        with Library(self.folder).writing() as writer:
            assert writer.add_log(f"id:{reading.opened.game}:{id}", id, log, data).id == id

    def create(self, game: str, players: int = 2, **more: Any) -> str:
        """Start a game and return its id."""
        names = ["Ana", "Bartek", "Celina", "Dora"][:players]
        answer = self.post("/games", self.token("admin"), game=game, seats=names, **more)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    # --- requests ---------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        headers: dict[Any, Any] | None = None,
        **more: Any,
    ) -> httpx.Response:
        """Send one request; a path without /api/v1 gets it."""
        sent = list((headers or {}).items())
        if token is not None:
            sent.append(("Authorization", f"Bearer {token}"))
        plain = ("/api/", "/health", "/ready", "/metrics", "/openapi", "/page", "/problems")
        pages = ("/static/", "/!")
        bare = path in ("/", "/api", "/host") or path.startswith((*plain, *pages))
        url = path.replace("/!", "/") if bare else f"/api/v1{path}"

        async def work() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return await client.request(method, url, headers=sent, **more)

        return self.run(work())

    def get(self, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Read something."""
        return self.ask("GET", path, token, **more)

    def post(
        self,
        path: str,
        token: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        **body: Any,
    ) -> httpx.Response:
        """Send a body."""
        return self.ask("POST", path, token, headers=headers, json=body)


class StreamReader:
    """A reader of a stream, at the level of ASGI: it can be slow, or go away."""

    def __init__(
        self, app: Any, path: str, token: str, after: str | None = None, cookie: str = ""
    ) -> None:
        headers = [(b"host", b"127.0.0.1:8000")]
        if token:
            headers.append((b"authorization", b"Bearer " + token.encode()))
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        if after is not None:
            headers.append((b"last-event-id", after.encode()))
        route, _, query = path.partition("?")
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"/api/v1{route}",
            "raw_path": f"/api/v1{route}".encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self.blocked = False
        self._gone = asyncio.Event()
        self.task = asyncio.ensure_future(app(self._scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        while self.blocked:
            await asyncio.sleep(0.01)
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        self.body += message.get("body", b"")

    async def until(self, done: Callable[[bytes], bool], seconds: float = 5.0) -> bytes:
        """Listen until enough has come."""
        async with asyncio.timeout(seconds):
            while not done(self.body) and not self.task.done():
                await asyncio.sleep(0.005)
        return self.body

    async def leave(self) -> None:
        """Hang up."""
        self._gone.set()
        await asyncio.wait_for(self.task, 5.0)


def groups(body: bytes) -> list[tuple[int, list[bytes]]]:
    """Return the groups that a stream told: the id of each, and its raw lines."""
    out = []
    for message in body.decode().split("\n\n"):
        fields = [line.partition(": ") for line in message.split("\n")]
        if ("event", ": ", "group") in fields:
            id = next(int(v) for k, _, v in fields if k == "id")
            out.append((id, [v.encode() for k, _, v in fields if k == "data"]))
    return out


def lines(body: bytes) -> bytes:
    """Return the log that a stream told."""
    return b"".join(raw + b"\n" for _, raws in groups(body) for raw in raws)
