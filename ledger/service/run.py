"""Run the service: listen, respond, and stop without losing anything."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Literal

import msgspec
import uvicorn

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.registry import installed
from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why
from ledger.store.files import Files, PrivateFiles, close_to_others, write_whole
from ledger.system.processes import raise_open_files
from ledger.web.links import join_link, qr_text

from .app import LedgerApp, Settings
from .auth.file_tokens import FileTokens
from .auth.tokens import FOLDER
from .backend import Backend
from .folder_backend import folder_backend
from .http.access_log import AccessLog
from .http.connection import http_protocol, limit_unread
from .http.gateway_settings import GatewaySettings
from .http.trusted_proxies import check_network, check_public_url
from .open_games.playing.bots import DELAY
from .open_games.registry import MAX_OPEN_GAMES
from .webhook import WebhookSettings, check_webhook, read_secret

BACKLOG = 2048
MOST_PLACES = 65_536
SPARE = 0.25
"""The share of open files kept from connections, so that logs can always be opened and written."""
EVERYWHERE = "0.0.0.0"  # noqa: S104
LAN_DAYS = 1
PATIENCE = 10
"""Seconds that running requests get to finish when the service is stopped."""

COLLECT = (10_000, 50, 100)
"""Thresholds of the garbage collector: cycles are rare here, and a collection delays every game."""


class ServeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how to serve; `limits` and `files` are for measurements."""

    library: Path
    store: str | None = None
    """The address of a database, if the library isn't in a folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ()
    rate: float = 100.0
    cpu: float = 0.5
    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    max_open_games: int = MAX_OPEN_GAMES
    lan: str | None = None
    """The address of this machine on the local network, if the service should listen there."""
    qr: Literal["pretty", "plain"] | None = None
    """How to draw the host's link on the local network; None if nobody is looking."""
    bot_delay: float = DELAY
    lake: Path | None = None
    webhook: str | None = None
    webhook_secret: Path | None = None
    log: Path | None = None
    limits: GatewaySettings = GatewaySettings()
    files: Files | None = None


class _Server(uvicorn.Server):
    """Ends the streams once the server has to stop; they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop, self._told = stop, asyncio.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start shutting down; a second Ctrl-C doesn't wait for anything."""
        self._stop()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self._told.set()

    async def main_loop(self) -> None:
        """Wait for the signal to stop, refreshing the date header every second.

        uvicorn's own loop wakes ten times a second, even when there is nothing to do.
        """
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 1.0)


class _Hangups:
    """Handles SIGHUP: reopen files that have been changed, without stopping.

    A terminal also sends it on closing; then the service stops, as the person who started it there
    would expect.
    """

    def __init__(
        self,
        server: uvicorn.Server,
        renew: Sequence[Callable[[], None]],
        say: Callable[[Text], None],
    ) -> None:
        self._server, self._renew, self._say = server, renew, say
        self._terminal = os.isatty(0)
        if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the event loop runs

    def listen(self) -> None:
        """Start listening; called from the event loop."""
        if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.take)

    def take(self) -> None:
        """Handle one signal."""
        if self._terminal and not os.isatty(0):
            self._server.handle_exit(signal.SIGHUP, None)
            return
        for renew in self._renew:
            try:
                renew()
            except (LedgerError, OSError) as e:
                self._say(Message("warning: {text}", text=why(e)))
        self._say(Message("reopened the log file and read the tokens again"))


def run(options: ServeOptions, say: Callable[[Text], None]) -> None:
    """Serve until asked to stop.

    Raises `Malformed` if an option is wrong or the service can't listen at the address.
    """
    public_url = options.public_url and check_public_url(options.public_url)
    proxies = tuple(check_network(text) for text in options.trusted_proxies)
    webhook = options.webhook and check_webhook(options.webhook)
    key = options.webhook_secret
    secret = None if key is None else read_secret(key.read_bytes(), str(key))
    host = options.host if options.lan is None else EVERYWHERE
    installed()  # games that can't be loaded are reported before anybody needs them
    listening = _listen(host, options.port)
    port = listening.getsockname()[1]
    log = AccessLog(options.log, say=say)
    named = host if options.lan is None else options.lan
    hosts = options.hosts if named in (EVERYWHERE, "::") else (*options.hosts, named)
    at = f"[{named}]" if ":" in named else named
    address = f"http://{at}:{port}"
    gateway = msgspec.structs.replace(
        options.limits,
        hosts=hosts,
        public_url=public_url,
        trusted_proxies=proxies,
        rate=options.rate,
        cpu=options.cpu,
        connections=int(raise_open_files(MOST_PLACES) * (1 - SPARE)),
    )
    backend = _backend(options, say)
    app = LedgerApp(
        Settings(
            backend=backend,
            gateway=gateway,
            log=log,
            max_open_games=options.max_open_games,
            bot_delay=options.bot_delay,
            lake=options.lake,
            webhook=WebhookSettings(webhook, secret, public_url or address) if webhook else None,
        )
    )
    served = {"library": backend.name, "address": address, "public": public_url}
    say(
        Message("serving {library} at {address}, for others {public} (Ctrl-C stops it)", **served)
        if public_url
        else Message("serving {library} at {address} (Ctrl-C stops it)", **served)
    )
    if options.lan is not None:
        _tell_lan(backend, address, options.qr, say)
    config = uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=http_protocol(gateway),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # anything that strangers send is in the access log
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anybody could claim any address
        timeout_keep_alive=30,
        timeout_graceful_shutdown=PATIENCE,
        backlog=BACKLOG,
    )
    server = _Server(config, app.registry.stop)
    app.metrics.connections.set_function(lambda: len(server.server_state.connections))
    hangups = _Hangups(server, [log.reopen, backend.tokens.reload], say)
    # a thread returning from the disk must not wait long for its turn
    sys.setswitchinterval(0.0002)
    gc.collect()
    gc.freeze()  # what is loaded now stays: the collector needn't look at it again
    gc.set_threshold(*COLLECT)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.get_loop().call_soon(hangups.listen)
            runner.run(server.serve(sockets=[listening]))
    except KeyboardInterrupt:
        pass
    finally:
        gc.unfreeze()
        log.close()
    say(Message("stopped"))


def _backend(options: ServeOptions, say: Callable[[Text], None]) -> Backend:
    """Open the place where a service keeps its games, and say how its first admin gets in."""
    if options.store is not None:
        from .postgres_backend import postgres_backend  # an extra of its own

        backend = postgres_backend(options.store)
        if not backend.tokens.has_admin():
            say(
                Message(
                    "there is no admin's token yet: make one with "
                    "`ledger token new --role admin --store ADDRESS`"
                )
            )
        return backend
    try:
        PrivateFiles().make_folder(options.library)
        if close_to_others(options.library):
            say(
                Message(
                    "{library} is now private: its logs contain hidden information",
                    library=options.library,
                )
            )
    except OSError as e:
        failed = Message(
            "{library} can't be made private: {why}", library=options.library, why=why(e)
        )
        say(Message("warning: {text}", text=failed))
    first = FileTokens(options.library / FOLDER).first_admin()
    if first is not None:
        say(Message("an admin's token is in {file}", file=first))
    return folder_backend(options.library, options.files)


def _tell_lan(
    backend: Backend,
    address: str,
    qr: Literal["pretty", "plain"] | None,
    say: Callable[[Text], None],
) -> None:
    """Say how phones on the local network get here: by a link that can start games."""
    secret, _ = backend.tokens.make("host", days=LAN_DAYS, label="ledger serve --lan")
    link = join_link(f"{address}/host", secret)
    if qr is None:  # nobody is looking, and output may end up in a log
        path = backend.cache / "host-link"
        write_whole(path, link.encode() + b"\n", private=True)
        say(
            Message(
                "the link to host a game from this network, valid for a day, is in {file}",
                file=path,
            )
        )
    else:
        say(Message("to host a game from any device on this network during the next day, open:"))
        say(f"  {link}")
        say(qr_text(link, ascii_only=qr == "plain"))


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        limit_unread(listening)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # connections that arrive while we are starting up wait
        return listening
    except OSError as e:
        unknown = isinstance(e, socket.gaierror)
        reason = Message("there is no such address") if unknown else why(e)
        raise Malformed(
            "can't listen at {host} port {port}: {reason}",
            hint="is another service running there? --port chooses another port",
            host=host,
            port=port,
            reason=reason,
        ) from None
