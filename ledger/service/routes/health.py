"""Routes: how the service is."""

from __future__ import annotations

from litestar import MediaType, Response, get

from ledger.protocol.schemas import (
    Health,
)
from ledger.service.auth.permissions import require_metrics
from ledger.service.context import ApiRequest, InjectedService
from ledger.service.http.errors import PUBLIC_ERRORS, documented
from ledger.service.http.metrics import CONTENT_TYPE


@get(
    "/health",
    operation_id="get_health",
    summary="Is the service well?",
    responses=documented(PUBLIC_ERRORS),
)
async def health(service: InjectedService) -> Health:
    """Say how the service is; this always answers."""
    return await service.health()


@get(
    "/ready",
    operation_id="get_readiness",
    summary="Does the service take moves?",
    responses=documented(PUBLIC_ERRORS, {503: (Health, "Not now")}),
)
async def ready(service: InjectedService) -> Response[Health]:
    """Say whether moves are accepted now: not while it stops, or the library can't be written."""
    found = await service.health()
    well = found.writable and found.status != "closing"
    return Response(found, status_code=200 if well else 503)


@get(
    "/metrics",
    operation_id="get_metrics",
    summary="Read the metrics",
    responses=documented(),
    media_type=MediaType.TEXT,
    security=[{"token": []}],
)
async def metrics(request: ApiRequest, service: InjectedService) -> Response[str]:
    """Return what was counted."""
    require_metrics(request)
    await service.health()  # it counts what fails
    kind = CONTENT_TYPE.removesuffix("; charset=utf-8")  # the framework says that again
    return Response(service.metrics.text(), media_type=kind)
