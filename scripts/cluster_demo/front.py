"""A proxy in front of services: every connection goes to the next one that answers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence


class Front:
    """Listens on a port of this machine, in a thread of its own."""

    def __init__(self, port: int, ports: Sequence[int]) -> None:
        self.port, self._ports, self._next = port, list(ports), 0
        self.through = dict.fromkeys(ports, 0)
        """How many connections go to each service now."""
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def close(self) -> None:
        """End it, and every connection."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._take, "127.0.0.1", self.port))
        ready.set()
        self._loop.run_forever()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self._ports:
            port = self._ports[self._next % len(self._ports)]
            self._next += 1
            try:
                there, out = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            self.through[port] += 1
            try:
                await asyncio.gather(_pass(reader, out), _pass(there, writer))
            finally:
                self.through[port] -= 1
            return
        writer.transport.abort()


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    except OSError:
        pass
    finally:
        target.close()
