"""HEAD requests: the response to GET, without its body."""

from __future__ import annotations

import asyncio

from .asgi import App, AsgiMessage, Receive, Scope, Send


class HeadRequests:
    """ASGI middleware around routes with GET: they accept HEAD, too, and `Allow` lists it."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; for HEAD, only return the head of the response."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, _allowing_head(send))
            return
        asked = {**scope, "method": "GET"}
        answered = asyncio.Event()

        async def head(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                answered.set()

        async def leave() -> AsgiMessage:
            """End a stream, since its reader only wanted to know that it exists."""
            await answered.wait()
            return {"type": "http.disconnect"}

        await self.app(asked, leave, _allowing_head(head))
        if "path_template" in asked:  # for the metrics
            scope["path_template"] = asked["path_template"]


def _allowing_head(send: Send) -> Send:
    async def allowing(message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name, _with_head(value) if name.lower() == b"allow" else value)
                for name, value in message.get("headers", ())
            ]
            message = {**message, "headers": headers}
        await send(message)

    return allowing


def _with_head(allow: bytes) -> bytes:
    methods = {method.strip() for method in allow.split(b",")}
    return b", ".join(sorted(methods | {b"HEAD"} if b"GET" in methods else methods))
