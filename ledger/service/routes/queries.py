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
    ReportParameter,
    Table,
)
from ledger.service.auth.permissions import token_of
from ledger.service.context import ApiRequest, InjectedService
from ledger.service.http.errors import QUERY_ERRORS, WRITE_ERRORS, documented


def _table(reply: Reply) -> Table:
    return Table(columns=reply.columns, types=reply.types, rows=reply.rows, more=reply.more)


@post(
    "/query",
    operation_id="ask_sql",
    summary="Ask in SQL",
    status_code=200,
    responses=documented(WRITE_ERRORS),
)
async def query(request: ApiRequest, data: JSONBody[Query], service: InjectedService) -> Table:
    """Ask a question about what any spectator could see."""
    token_of(request)
    await service.registry.update_journal()
    ask = service.public.ask
    return _table(await service.answer(lambda: ask(data.sql, data.params, data.limit)))


@get("/reports", operation_id="list_reports", summary="List reports", responses=documented())
async def reports(request: ApiRequest, service: InjectedService) -> ReportList:
    """Return the named questions."""
    token_of(request)
    return ReportList(
        reports=[
            ReportFacts(
                name=r.name,
                title=r.title,
                about=r.about,
                game=r.game,
                parameters=[
                    ReportParameter(name=p.name, meaning=p.meaning, default=p.default)
                    for p in r.params
                ],
                columns=r.columns,
            )
            for r in await service.in_background(service.public.reports)
        ]
    )


@get(
    "/reports/{name:str}",
    operation_id="get_report",
    summary="Answer a report",
    responses=documented(QUERY_ERRORS),
)
async def report(
    request: ApiRequest,
    service: InjectedService,
    name: Annotated[str, PathParameter(pattern=r"^[a-z][a-z0-9-]{0,40}$")],
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 1000,
) -> Table:
    """Answer a named question; its parameters are in the address."""
    token_of(request)
    await service.registry.update_journal()
    given = {k: v for k, v in request.query_params.items() if k != "limit"}
    return _table(await service.answer(lambda: service.public.report(name, given, limit)))
