"""Several services over one database, each as if it were a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ledger.kernel.replay.log_reader import read
from ledger.service.backend import Backend
from ledger.service.postgres_backend import postgres_backend

from .in_process_service import InProcessService, StreamReader


class ClusterService(InProcessService):
    """A service over a database; those of a cluster share an event loop, and nothing else."""

    def __init__(self, address: str, runner: asyncio.Runner, *, seed: int = 7) -> None:
        super().__init__(Path("nowhere"), seed=seed)
        self.address, self._runner = address, runner

    def _backend(self) -> Backend:
        return postgres_backend(self.address)

    def __exit__(self, *_: object) -> None:
        self.stop()

    def log(self, game: str) -> bytes:
        """Return a log as it stands in the database."""
        return b"".join(raw + b"\n" for raw in self.app.registry.store.read(game))

    def add(self, id: str, data: bytes) -> None:
        """Put a log into the library."""
        self.app.registry.backend.journal.add(id, read(data).opened.game, data)

    def follow(self, path: str, token: str, after: str | None = None) -> StreamReader:
        """Begin to read a stream."""

        async def begin() -> StreamReader:
            return StreamReader(self.app, path, token, after)

        return self.run(begin())


@contextmanager
def cluster(address: str, services: int = 2) -> Iterator[list[ClusterService]]:
    """Run services over one database."""
    with asyncio.Runner() as runner, ExitStack() as stack:
        yield [
            stack.enter_context(ClusterService(address, runner, seed=n + 1))
            for n in range(services)
        ]
