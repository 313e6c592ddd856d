"""A proxy between a service and its database, which can cut or mute what goes through."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Literal

Mode = Literal["open", "cut", "mute"]


class Proxy:
    """Listens on a port of this machine, and passes on to a socket; in a thread of its own."""

    def __init__(self, target: Path) -> None:
        self.target, self._mode = target, "open"
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._unmuted: asyncio.Event
        self._ended: asyncio.Event
        self._through: set[asyncio.StreamWriter] = set()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def set(self, mode: Mode) -> None:
        """Let through, cut off, or swallow nothing but hold everything back."""
        self._loop.call_soon_threadsafe(self._set, mode)

    def close(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._start())
        ready.set()
        self._loop.run_until_complete(self._ended.wait())
        while tasks := asyncio.all_tasks(self._loop):  # what was cut ends by itself
            self._loop.run_until_complete(asyncio.wait(tasks, timeout=1))
        self._loop.close()

    def _end(self) -> None:
        self._set("cut")
        self._ended.set()

    async def _start(self) -> None:
        self._ended, self._unmuted = asyncio.Event(), asyncio.Event()
        self._unmuted.set()
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    def _set(self, mode: Mode) -> None:
        self._mode = mode
        (self._unmuted.clear if mode == "mute" else self._unmuted.set)()
        if mode == "cut":
            for writer in self._through:
                writer.transport.abort()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._mode == "cut":
                raise OSError
            there, out = await asyncio.open_unix_connection(str(self.target))
        except OSError:
            writer.transport.abort()
            return
        self._through |= {writer, out}
        await asyncio.gather(self._pass(reader, out), self._pass(there, writer))
        self._through -= {writer, out}

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._unmuted.wait()
                target.write(data)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()
