"""Routes: questions in SQL, tokens, and how the service is."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ledger.index.query.sandbox import Reply
from ledger.protocol.schemas import (
    Query,
    ReportFacts,
    ReportList,
    Table,
)
from ledger.service.auth.permissions import token_of
from ledger.service.context import Asks, Serves
from ledger.service.http.errors import ACT, ASK, told


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
