"""Routes: the state of the service."""

from __future__ import annotations

from litestar import MediaType, Response, get

from ledger.kernel.errors import Failed
from ledger.kernel.message import Message
from ledger.protocol.schemas import (
    Health,
)
from ledger.service.auth.permissions import require_metrics
from ledger.service.http.errors import PUBLIC_ERRORS, documented
from ledger.service.http.metrics import CONTENT_TYPE
from ledger.service.service import ApiRequest, InjectedService, Service


@get(
    "/health",
    operation_id="get_health",
    summary="Is the service well?",
    responses=documented(PUBLIC_ERRORS),
)
async def health(service: InjectedService) -> Health:
    """Report the state of the service; this always responds."""
    return await health_of(service)


@get(
    "/ready",
    operation_id="get_readiness",
    summary="Does the service take moves?",
    responses=documented(PUBLIC_ERRORS, {503: (Health, "Not now")}),
)
async def ready(service: InjectedService) -> Response[Health]:
    """Report whether moves are accepted now: not while stopping, or if the library can't be
    written.
    """
    found = await health_of(service)
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
    """Return the metrics."""
    require_metrics(request)
    await health_of(service)  # it updates the counts of failures
    kind = CONTENT_TYPE.removesuffix("; charset=utf-8")  # the framework adds that again
    return Response(service.metrics.text(), media_type=kind)


async def health_of(service: Service) -> Health:
    """Return the state of the service, after trying to write to the library."""
    problem = await service.registry.disk.problem()
    service.metrics.writable.set(problem is None)
    broken = [
        open_game
        for open_game in service.registry.read_only
        if open_game.log.writing or isinstance(open_game.log.trouble, Failed)
    ]
    service.metrics.read_only.set(len(broken))
    message = None
    if problem is not None:
        message = Message(
            "nobody can play, because the library can't be written: {reason}", reason=problem
        )
    elif broken:
        message = Message("the disk failed: these games can be read, but nobody can play on")
    closing = service.registry.closing.is_set()
    return Health(
        status="closing" if closing else "degraded" if message else "ok",
        writable=problem is None,
        read_only=len(broken),
        message=None if closing or message is None else str(message),
    )
