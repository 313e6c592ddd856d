"""The server of an attack, a process of its own: `ledger serve` with few files, measured.

    python -m scripts.laboratory.attack.server LIBRARY FIGURES [--quick] [--without X] --port PORT

When it is stopped it writes to FIGURES when its event loop was late, and by how much.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import msgspec

from ledger.service import run as running
from ledger.service.fair_queue import FairQueue
from ledger.service.http import asgi, gateway
from ledger.service.http.connection_limits import ConnectionLimits
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.service.open_games.streams import sse

TICK = 0.1
"""Seconds between two looks of the server at its own clock."""
FILES = 1024
"""That it may have open."""
PLACES = 256
"""Requests at once: fewer than the strangers' connections, so that they could take them all."""
ENDLESS = 1e9


class Defence(NamedTuple):
    """How a defence is taken out: by other limits, or by other code."""

    limits: Mapping[str, float] = MappingProxyType({})
    patch: Callable[[], None] = lambda: None


def _read_bodies() -> None:
    Gateway._check_stranger = lambda *_: None  # type: ignore[method-assign]


def _keep_refused() -> None:
    asgi.CLOSE = (b"x-left-out", b"connection: close")


def _admit_all() -> None:
    def admit(self: ConnectionLimits, connection: Any, address: str) -> bool:
        self._known[connection] = None
        return True

    ConnectionLimits.admit = admit  # type: ignore[method-assign]


def _share_places() -> None:
    def claims(self: Gateway, scope: Any, token: Any, address: str) -> Any:
        return self.requests, "requests", {}

    Gateway._claims = claims  # type: ignore[method-assign]


def _close_streams() -> None:
    sse.connection_of = lambda scope: None  # type: ignore[attr-defined]


def _lock_out() -> None:
    who = Gateway._who

    def locked(self: Gateway, scope: Any, headers: Any, address: str) -> Any:
        if self.guesses.empty(address):
            raise gateway._slower(self.guesses.wait)
        return who(self, scope, headers, address)

    Gateway._who = locked  # type: ignore[method-assign]


def _ask_all_at_once() -> None:
    made = FairQueue.__init__

    def init(self: FairQueue, *_: Any, **more: Any) -> None:
        made(self, 100, **more | {"each": 100, "most": 100})

    FairQueue.__init__ = init  # type: ignore[method-assign]


DEFENCES = {
    "heads": Defence({"head": 1 << 40, "headers": 1 << 40}),
    "bodies": Defence(patch=_read_bodies),
    "refusals": Defence(patch=_keep_refused),
    "deadlines": Defence({"write_seconds": ENDLESS}),
    "connections": Defence(patch=_admit_all),
    "places": Defence(patch=_share_places),
    "streams": Defence({"write_seconds": ENDLESS}, _close_streams),
    "tokens": Defence(patch=_lock_out),
    "questions": Defence(patch=_ask_all_at_once),
}
"""What can be taken out, to see that an attack notices."""

QUICK = {
    "stranger_seconds": 1.0,
    "head_seconds": 2.0,
    "body_seconds": 8.0,
    "write_seconds": 1.0,
    "grace": 0.5,
}
"""Deadlines for a run of seconds."""


class Watched(running._Server):
    """A server that keeps how late it looks at its clock."""

    late: ClassVar[list[tuple[float, float]]] = []

    async def main_loop(self) -> None:
        """Wait until told to stop, with an eye on the clock."""
        watching = asyncio.ensure_future(self._watch())
        try:
            await super().main_loop()
        finally:
            watching.cancel()

    async def _watch(self) -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(TICK)
            now = perf_counter()
            self.late.append((now, now - before - TICK))


def main() -> None:
    """Serve until told to stop."""
    import resource

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--without", choices=DEFENCES)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    running._Server = Watched  # type: ignore[misc]
    limits: dict[str, Any] = {"requests": PLACES} | (QUICK if options.quick else {})
    if options.without:
        limits |= DEFENCES[options.without].limits
        DEFENCES[options.without].patch()
    running.run(
        running.ServeOptions(
            library=options.library,
            port=options.port,
            log=Path(os.devnull),
            limits=GatewaySettings(**limits),
        ),
        lambda text: print(text, file=sys.stderr, flush=True),
    )
    options.figures.write_bytes(msgspec.json.encode(Watched.late))


if __name__ == "__main__":
    main()
