"""Routes: questions in SQL, tokens, and how the service is."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ledger.index.query.sandbox import Reply
from ledger.kernel.errors import Malformed
from ledger.protocol.schemas import (
    Health,
    NewToken,
    Query,
    ReportFacts,
    ReportList,
    Table,
    TokenList,
    TokenMade,
)
from ledger.service.auth.permissions import admin, token_of
from ledger.service.context import Asks, Serves
from ledger.service.http.errors import ACT, ASK, OPEN, told
from ledger.service.http.metrics import CONTENT_TYPE


def _table(reply: Reply) -> Table:
    return Table(columns=reply.columns, types=reply.types, rows=reply.rows, more=reply.more)


@post("/query", status_code=200, responses=told(ACT))
async def query(request: Asks, data: JSONBody[Query], service: Serves) -> Table:
    """Ask one question over what any spectator could see."""
    token_of(request)
    await service.hall.tell()
    ask = service.public.ask
    return _table(await service.slow(lambda: ask(data.sql, data.params, data.limit)))


@get("/reports", responses=told())
async def reports(request: Asks, service: Serves) -> ReportList:
    """Return the named questions."""
    token_of(request)
    return ReportList(
        reports=[
            ReportFacts(
                name=r.name, title=r.title, parameters={p.name: p.default for p in r.params}
            )
            for r in await service.slow(service.public.reports)
        ]
    )


@get("/reports/{name:str}", responses=told(ASK))
async def report(
    request: Asks,
    service: Serves,
    name: Annotated[str, PathParameter(pattern=r"^[a-z][a-z0-9-]{0,40}$")],
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 1000,
) -> Table:
    """Answer a named question; its parameters stand in the address."""
    token_of(request)
    await service.hall.tell()
    given = {k: v for k, v in request.query_params.items() if k != "limit"}
    return _table(await service.slow(lambda: service.public.report(name, given, limit)))


@post("/tokens", responses=told(ACT))
async def new_token(request: Asks, data: JSONBody[NewToken], service: Serves) -> TokenMade:
    """Make a token; it is told once."""
    admin(request)
    if data.game is not None:
        room = await service.hall.room(data.game)
        seats = len(room.first.data.seats)
        if data.seat is not None and data.seat > seats:
            raise Malformed(f"there is no seat {data.seat}: this game has 1 to {seats}")
    make = service.tokens.make
    secret, token = await service.slow(
        lambda: make(data.role, data.game, data.seat, data.days, data.label)
    )
    return TokenMade(token=secret, facts=token.facts())


@get("/tokens", responses=told())
async def tokens(request: Asks, service: Serves) -> TokenList:
    """Return what is known of every token."""
    admin(request)
    return TokenList(tokens=[token.facts() for token in service.tokens.all()])


@delete(
    "/tokens/{token_id:str}",
    status_code=204,
    responses=told(ACT),
)
async def revoke(
    request: Asks,
    service: Serves,
    token_id: Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,20}$")],
) -> None:
    """Revoke a token; its streams end."""
    admin(request)
    await service.slow(lambda: service.tokens.revoke(token_id))


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
