"""A service in this process, and every request that a seat may send at its worst."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

import msgspec

from ledger.kernel.replay.log_reader import read
from ledger.library.journal.facts import describe
from ledger.library.writer import LibraryWriter
from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.http.gateway_settings import GatewaySettings

from .lines import Asked, worst_lines

PICKS = 64


class Request(NamedTuple):
    """A request whose size is its argument: a method, a path, and perhaps a body."""

    name: str
    method: str
    make: Callable[[int], tuple[str, bytes]]
    grows: bool
    """Whether it gets longer with its argument, as a typed line does."""


class Local:
    """A service whose requests are answered one after the other, so that each can be measured."""

    def __init__(self, folder: Path, logs: Mapping[str, bytes]) -> None:
        with LibraryWriter(folder) as writer:
            for id, data in logs.items():
                writer.add_log(f"costs:{id}", id, describe(read(data).lines, len(data)), data)
        self._runner = asyncio.Runner()
        gateway = GatewaySettings(rate=0, cpu=0)
        self.app = LedgerApp(Settings(backend=folder_backend(folder), gateway=gateway))

    def __enter__(self) -> Self:
        self._runner.run(self._start())
        gc.collect()
        gc.freeze()  # as the service does
        return self

    def __exit__(self, *_: object) -> None:
        gc.unfreeze()
        self._runner.run(self._stop())
        self._runner.close()

    async def _start(self) -> None:
        up, self._down = asyncio.Event(), asyncio.Event()

        async def live() -> None:
            async with self.app.routes.lifespan():
                up.set()
                await self._down.wait()

        self._living = asyncio.ensure_future(live())
        await up.wait()

    async def _stop(self) -> None:
        self._down.set()
        await self._living

    def token(self, game: str, seat: int) -> str:
        """Return the token of a seat."""
        return self.app.service.tokens.make("seat", game, seat)[0]

    def cpu(self, token: str, method: str, path: str, body: bytes) -> tuple[float, int]:
        """Return the seconds of CPU that a request takes, and the status of its answer."""
        start = time.process_time()
        status = self._runner.run(self._ask(token, method, path, body))
        return time.process_time() - start, status

    async def _ask(self, token: str, method: str, path: str, body: bytes) -> int:
        path, _, query = path.partition("?")
        headers = [
            (b"host", b"127.0.0.1:8000"),
            (b"authorization", f"Bearer {token}".encode()),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8000),
        }
        said = [{"type": "http.request", "body": body, "more_body": False}]
        statuses: list[int] = []

        async def receive() -> Any:
            return said.pop() if said else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await self.app(scope, receive, send)
        return statuses[0]


def requests(at: Asked, game: str, rng: random.Random) -> Iterator[Request]:
    """Yield every kind of request of a seat at a position, with what takes longest in it."""
    here = f"/api/v1/games/{game}"

    def post(path: str, **body: object) -> tuple[str, bytes]:
        return f"{here}/{path}", msgspec.json.encode(body)

    def get(path: str, **query: object) -> tuple[str, bytes]:
        return f"{here}/{path}?{urlencode(query, doseq=True)}", b""

    for name, line in worst_lines(at, rng):
        yield Request(
            f"play {name}", "POST", partial(_filled, post, "commands", "move", line), True
        )
        yield Request(
            f"complete {name}", "GET", partial(_filled, get, "completions", "text", line), True
        )
    position = at.position
    legal = list(position.game.rules.legal_moves(position.state, at.seat))
    picked = [f"move:{position.game.words.write(rng.choice(legal))}"]
    places = [f"piece:{x}:{y}" for x in ("hand", "market", "board") for y in ("R5", "a1", "")]
    for name, some in {
        "a move": picked,
        "nothing": ["verb:"],
        "fields": ["field:pay:R5", "field:times:2"],
        "places": places,
        "numbers": [f"field:a:{n}" for n in range(9)],
    }.items():
        yield Request(
            f"choose {name}",
            "GET",
            partial(_filled, get, "choices", "pick", partial(_picks, some)),
            True,
        )
    command = msgspec.to_builtins(rng.choice(legal))
    for key, value in command.items():
        if isinstance(value, list | tuple):
            long = list(value) or ["x"]
            yield Request(
                f"send a long {key}",
                "POST",
                partial(_filled, post, "commands", "command", partial(_long, command, key, long)),
                True,
            )
    yield Request("add a note", "POST", lambda n: post("notes", text="x # \u202e" * (n // 5)), True)
    plain = {
        "look": "",
        "list moves": "legal?limit=10000",
        "choose": "choices",
        "position": "state",
        "first position": "state?at=3",
        "turn": "state?turn=2",
        "events": "events?limit=10000",
        "session": "export?to=session",
        "log": "export?to=jsonl",
        "verify": "verify",
        "contents": "contents",
        "chapter": "chapters/0",
        "first chapter": "chapters/1?lang=pl",
        "picture": "picture.svg?width=2400",
        "old picture": "picture.svg?at=9&width=240&lang=it",
    }
    for name, path in plain.items():
        yield Request(name, "GET", partial(_same, f"{here}/{path}"), False)
    yield Request("take back", "POST", lambda n: post("undo"), False)


def _filled(
    ask: Callable[..., tuple[str, bytes]], path: str, name: str, make: Callable[[int], Any], n: int
) -> tuple[str, bytes]:
    return ask(path, **{name: make(n)})


def _picks(some: list[str], n: int) -> list[str]:
    return (some * PICKS)[: max(1, n * PICKS // 2000)]


def _long(command: dict[str, Any], key: str, values: list[Any], n: int) -> dict[str, Any]:
    return {**command, key: (values * n)[:n]}


def _same(path: str, n: int) -> tuple[str, bytes]:
    return path, b""
