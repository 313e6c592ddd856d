"""The whole app: the routes, their documentation, and the middleware in front of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from ledger.kernel.errors import LedgerError, TookTooLong
from ledger.kernel.rules.chance import Chance

from .backend import Backend
from .game_threads import SECONDS, LoopWatch
from .http.access_log import AccessLog, AccessLogMiddleware
from .http.asgi import App
from .http.errors import on_crash, on_error, on_http_error
from .http.gateway import Gateway
from .http.gateway_settings import GatewaySettings
from .http.head_requests import HeadRequests
from .http.json_body import StrictRequest
from .http.metrics import LoopLag, Metrics
from .open_games.playing.bots import DELAY, ServiceBots
from .open_games.registry import MAX_OPEN_GAMES, OpenGameRegistry
from .open_games.streams.sse import HEARTBEAT_SECONDS, SLOW_READER_SECONDS
from .openapi.document import describe_api, documentation_routes
from .routes import (
    browsers,
    choosing,
    commands,
    games,
    health,
    pages,
    queries,
    reading,
    scenes,
    tokens,
)
from .service import Service
from .webhook import Webhook, WebhookSettings

VERSION = "/api/v1"
PAGES: list[ControllerRouterHandler] = [
    *(pages.home_page, pages.host_page, pages.game_page, pages.static_file),
]


class Settings(msgspec.Struct, kw_only=True):
    """How a service is run; the last few are for tests and measurements."""

    backend: Backend
    gateway: GatewaySettings = GatewaySettings()
    log: AccessLog | None = None
    clock: Callable[[], str] | None = None
    chance: Callable[[], Chance] | None = None
    max_open_games: int = MAX_OPEN_GAMES
    heartbeat: float = HEARTBEAT_SECONDS
    slow_reader: float = SLOW_READER_SECONDS
    bot_delay: float = DELAY
    game_seconds: float = SECONDS
    lake: Path | None = None
    webhook: WebhookSettings | None = None


class LedgerApp:
    """An ASGI app: the routes, with a gateway in front of them."""

    def __init__(self, settings: Settings) -> None:
        backend = settings.backend
        self.metrics = Metrics()
        self._bot_delay, self._webhook = settings.bot_delay, settings.webhook
        self._game_seconds = settings.game_seconds
        self.registry = OpenGameRegistry(
            backend,
            clock=settings.clock,
            chance=settings.chance,
            on_append=self.metrics.append_seconds.observe,
            on_heal=self.metrics.healed.inc,
            max_open=settings.max_open_games,
            game_seconds=settings.game_seconds,
        )
        self.registry.on_overrun = self.metrics.game_overruns.inc
        self.metrics.abandoned_threads.set_function(lambda: self.registry.games.abandoned)
        self.service = Service(
            backend,
            self.registry,
            self.metrics,
            heartbeat=settings.heartbeat,
            slow_reader=settings.slow_reader,
            lake=settings.lake,
        )
        self.routes = self._routes()
        gateway = Gateway(
            HeadRequests(self.routes),  # type: ignore[arg-type]
            settings.gateway,
            self.service.tokens,
            metrics=self.metrics,
            on_fault=self._on_fault,
        )
        self._app: App = AccessLogMiddleware(gateway, log=settings.log, metrics=self.metrics)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request."""
        await self._app(scope, receive, send)

    def _on_error(self, request: Request[Any, Any, Any], error: LedgerError) -> Response[bytes]:
        self._on_fault(request.scope, error)
        return on_error(request, error)

    def _on_crash(self, request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        params = request.scope.get("path_params") or {}
        open_game = self.registry.open_games.get(params.get("id", ""))
        return on_crash(request, error, None if open_game is None else open_game.game)

    def _on_fault(self, scope: Any, error: Exception) -> None:
        """Close the game that a request was about if the game's code took too long."""
        id = (scope.get("path_params") or {}).get("id")
        if isinstance(error, TookTooLong) and isinstance(id, str):
            self.registry.close_faulty(id, error)

    def _routes(self) -> Litestar:
        @asynccontextmanager
        async def lifespan(_: Litestar) -> AsyncIterator[None]:
            watch = LoopWatch(seconds=self._game_seconds)
            lag = LoopLag(self.metrics.loop_lag.observe, watch.beat)
            self.registry.follow_others()
            housekeeping = asyncio.ensure_future(self.registry.run_housekeeping())
            small = asyncio.ensure_future(self.service.chapters.keep_small())
            self.bots = ServiceBots(self.registry, delay=self._bot_delay)
            resuming = asyncio.ensure_future(self.bots.resume())
            webhook = self._webhook and Webhook(
                self.registry, self._webhook, lambda x: self.metrics.webhooks.labels(x).inc()
            )
            async with (
                AsyncExitStack() as ending
            ):  # close everything, whatever fails; the last one first
                for part in (self.service.choosing, self.service.chapters, self.service.questions):
                    ending.callback(part.close)
                ending.push_async_callback(self.registry.close)
                ending.push_async_callback(asyncio.wait_for, housekeeping, None)
                if webhook is not None:
                    ending.push_async_callback(webhook.close)
                ending.push_async_callback(self.bots.close)
                ending.push_async_callback(asyncio.wait_for, resuming, None)
                ending.callback(self.registry.stop)
                ending.callback(small.cancel)
                ending.callback(lag.stop)
                ending.callback(watch.stop)
                yield

        return Litestar(
            [*routes(), *_documentation_routes(), *PAGES],
            dependencies={"service": Provide(lambda: self.service, sync_to_thread=False)},
            exception_handlers={
                LedgerError: self._on_error,
                HTTPException: on_http_error,
                Exception: self._on_crash,
            },
            lifespan=[lifespan],
            request_class=StrictRequest,
            openapi_config=None,  # its pages load scripts from elsewhere; ours don't
            request_max_body_size=None,  # the gateway has counted already
            logging_config=None,
            debug=False,
        )


@cache
def _documentation_routes() -> list[ControllerRouterHandler]:
    return documentation_routes(describe_api(routes()))


def routes() -> list[ControllerRouterHandler]:
    """Return every route that the service documents, by group."""
    groups: dict[str, list[ControllerRouterHandler]] = {
        "Games": [
            *(games.list_games, games.create, games.get_game, games.branch, games.reopen),
            *(games.kinds,),
        ],
        "Play": [
            *(reading.legal, choosing.choices, choosing.completions),
            *(commands.command, commands.undo, commands.note, commands.abandon),
        ],
        "Follow": [
            *(
                reading.state,
                reading.events,
                reading.stream,
                reading.stream_of_all_games,
                reading.export,
                reading.verify_log,
            ),
            *(scenes.contents, scenes.chapter, scenes.rule, scenes.picture_svg),
        ],
        "Questions": [queries.query, queries.reports, queries.report],
        "Tokens": [games.whoami, tokens.tokens, tokens.new_token, tokens.revoke],
        "Browsers": [
            *(
                browsers.make_pass,
                browsers.list_passes,
                browsers.forget_pass,
                browsers.draw_qr_code,
            ),
        ],
    }
    api = Router(
        VERSION,
        route_handlers=[
            Router("/", route_handlers=handlers, tags=[group]) for group, handlers in groups.items()
        ],
        security=[{"token": []}],
    )
    service = Router(
        "/", route_handlers=[health.health, health.ready, health.metrics], tags=["Service"]
    )
    return [api, service]
