"""Routes: SQL queries and named reports."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ledger.index.query.sandbox import SandboxReply
from ledger.protocol.schemas import (
    Query,
    ReportFacts,
    ReportList,
    ReportParameter,
    Table,
)
from ledger.service.auth.permissions import JUDGES, token_of
from ledger.service.http.errors import QUERY_ERRORS, WRITE_ERRORS, documented
from ledger.service.service import ApiRequest, InjectedService
from ledger.service.sql.queries import Queries, public_reports

from .reading import game_and_stream


async def _asked(request: ApiRequest, service: InjectedService) -> Queries:
    """Return what the token may query: the whole library, or its own games as it sees them."""
    token = token_of(request)
    if token.asks_whole_library:
        await service.registry.update_journal()
        return service.public
    if token.role in JUDGES:
        alone = token.game is not None and not token.games
        name = f"game {token.game}" if alone else f"token {token.id}"
        return service.game_files.of(name, token.own_games, None)
    game = token.game or ""
    _, stream = await game_and_stream(request, service, game)
    return service.game_files.of(f"game {game}", [game], stream.viewer)


def _table(reply: SandboxReply) -> Table:
    return Table(
        columns=reply.columns,
        types=reply.types,
        rows=reply.rows,
        more=reply.more,
        left_out=reply.left_out,
    )


@post(
    "/query",
    operation_id="ask_sql",
    summary="Ask in SQL",
    status_code=200,
    responses=documented(WRITE_ERRORS),
)
async def query(request: ApiRequest, data: JSONBody[Query], service: InjectedService) -> Table:
    """Query the token's own games as they are now, or all games as any spectator sees them.

    For all games, the last ten seconds may be missing.
    """
    asked = await _asked(request, service)
    work = service.answer(token_of(request), lambda: asked.ask(data.sql, data.params, data.limit))
    return _table(await work)


@get("/reports", operation_id="list_reports", summary="List reports", responses=documented())
async def reports(request: ApiRequest, service: InjectedService) -> ReportList:
    """Return the named reports."""
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
            for r in await service.in_background(public_reports)
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
    """Run a named report; its parameters are in the address."""
    asked = await _asked(request, service)
    given = {k: v for k, v in request.query_params.items() if k != "limit"}
    work = service.answer(token_of(request), lambda: asked.report(name, given, limit))
    return _table(await work)
