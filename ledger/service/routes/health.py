"""Routes: how the service is."""

from __future__ import annotations

from litestar import MediaType, Response, get

from ledger.protocol.schemas import (
    Health,
)
from ledger.service.auth.permissions import admin
from ledger.service.context import Asks, Serves
from ledger.service.http.errors import OPEN, told
from ledger.service.http.metrics import CONTENT_TYPE


@get("/health", responses=told(OPEN), sync_to_thread=False)
def health(service: Serves) -> Health:
    """Say how the service is; always an answer."""
    return service.health()


@get(
    "/ready",
    responses=told(OPEN, {503: (Health, "Not now")}),
    sync_to_thread=False,
)
def ready(service: Serves) -> Response[Health]:
    """Say whether requests are taken now."""
    found = service.health()
    return Response(found, status_code=503 if found.status == "closing" else 200)


@get(
    "/metrics",
    responses=told(),
    media_type=MediaType.TEXT,
    security=[{"token": []}],
)
async def metrics(request: Asks, service: Serves) -> Response[str]:
    """Return what was counted."""
    admin(request)
    service.health()
    kind = CONTENT_TYPE.removesuffix("; charset=utf-8")  # the framework says that again
    return Response(service.metrics.text(), media_type=kind)
