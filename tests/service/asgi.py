"""Speak ASGI to an app, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple


class AsgiAnswer(NamedTuple):
    """What an app answered."""

    status: int
    pairs: list[tuple[str, str]]
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        found = dict(self.pairs)
        assert len(found) == len(self.pairs), "a header was sent twice"
        return found

    @property
    def kind(self) -> str:
        return json.loads(self.body)["kind"]


def scope(
    method="GET",
    path="/",
    headers=(),
    *,
    host="127.0.0.1:8000",
    client="10.0.0.1",
    query=b"",
    scheme="http",
    port=8000,
) -> dict[str, Any]:
    """Return the scope of a request."""
    named = [("host", host)] if host is not None else []
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query,
        "headers": [(n.encode(), v.encode("latin-1")) for n, v in (*named, *headers)],
        "client": (client, 50_000) if client else None,
        "server": ("127.0.0.1", port),
    }


async def acall(app, *args, chunks=(b"",), **kwargs) -> AsgiAnswer:
    """Send one request; the client goes away when the chunks are at an end."""
    asked = [
        {"type": "http.request", "body": c, "more_body": i < len(chunks)}
        for i, c in enumerate(chunks, 1)
    ]
    said: list[dict[str, Any]] = []

    async def receive():
        await asyncio.sleep(0)
        return asked.pop(0) if asked else {"type": "http.disconnect"}

    async def send(message):
        said.append(message)

    await app(scope(*args, **kwargs), receive, send)
    start, *rest = said
    pairs = [(n.decode().lower(), v.decode("latin-1")) for n, v in start["headers"]]
    return AsgiAnswer(start["status"], pairs, b"".join(m.get("body", b"") for m in rest))


def call(app, *args, **kwargs) -> AsgiAnswer:
    """Send one request and wait."""
    return asyncio.run(acall(app, *args, **kwargs))


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, now) -> None:
        self.now = now

    def __call__(self):
        return self.now
