"""Run the service: listen, answer, and stop without losing anything."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import msgspec
import uvicorn

from ledger.kernel.errors import Malformed
from ledger.kernel.text.reasons import why
from ledger.store.files import Files
from ledger.system.processes import raise_open_files

from .app import LedgerApp, Settings
from .http.access_log import AccessLog
from .http.connection import http_protocol, limit_unread
from .http.forwarded import check_network, check_public_url
from .http.gateway import GatewaySettings

BACKLOG = 2048
MOST_PLACES = 65_536
SPARE = 0.25
"""The share of files that no connection may take: logs must be opened and written at any time."""
PATIENCE = 10
"""Seconds that running requests get to end when the service is stopped."""

COLLECT = (50_000, 20, 100)
"""When to look for garbage in cycles, of which there is little: every game waits for it."""


class ServeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how to serve; `limits` and `files` are for measurements."""

    library: Path
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()
    rate: float = 100.0
    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    log: Path | None = None
    limits: GatewaySettings = GatewaySettings()
    files: Files | None = None


class _Server(uvicorn.Server):
    """Ends the streams as soon as it has to stop: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; a second Ctrl-C waits for nobody."""
        self._stop()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def run(options: ServeOptions, say: Callable[[str], None]) -> None:
    """Serve until somebody says stop."""
    public_url = options.public_url and check_public_url(options.public_url)
    proxies = tuple(check_network(text) for text in options.trusted_proxies)
    listening = _listen(options.host, options.port)
    port = listening.getsockname()[1]
    log = AccessLog(options.log)
    hosts = options.hosts if options.host in ("0.0.0.0", "::") else (*options.hosts, options.host)  # noqa: S104
    gateway = msgspec.structs.replace(
        options.limits,
        hosts=hosts,
        public_url=public_url,
        trusted_proxies=proxies,
        rate=options.rate,
        connections=int(raise_open_files(MOST_PLACES) * (1 - SPARE)),
    )
    app = LedgerApp(
        Settings(
            library=options.library,
            gateway=gateway,
            log=log,
            files=options.files,
        )
    )
    first = app.service.tokens.first_admin()
    if first is not None:
        say(f"an admin's token is in {first}")
    at = f"[{options.host}]" if ":" in options.host else options.host
    known = f", for others {public_url}" if public_url else ""
    say(f"serving {options.library} at http://{at}:{port}{known} (Ctrl-C stops it)")
    config = uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=http_protocol(gateway),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # what strangers send is in the access log
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anybody could say whatever address they like
        timeout_keep_alive=30,
        timeout_graceful_shutdown=PATIENCE,
        backlog=BACKLOG,
    )
    server = _Server(config, app.registry.stop)
    # a thread that comes back from the disk must not wait long for its turn
    sys.setswitchinterval(0.0002)
    gc.collect()
    gc.freeze()  # what is loaded now stays: the collector need not look at it again
    gc.set_threshold(*COLLECT)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))
    except KeyboardInterrupt:
        pass
    finally:
        gc.unfreeze()
        log.close()
    say("stopped")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        limit_unread(listening)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # whoever comes while we are still starting up waits
        return listening
    except OSError as e:
        unknown = isinstance(e, socket.gaierror)
        reason = "there is no such address" if unknown else why(e)
        raise Malformed(
            f"can't listen at {host} port {port}: {reason}",
            hint="is another service running there? --port chooses another port",
        ) from None
