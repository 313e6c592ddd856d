"""A tiny service with two routes, as OpenAPI: what the docs page is made from."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Litestar, get, post
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from ledger.protocol.schemas import Done, GameList, ProblemDetails, Submit

WRONG = ResponseSpec(ProblemDetails, description="The token is unknown, expired or revoked")


@get("/api/v1/games", summary="List games", tags=["games"], responses={401: WRONG})
async def games(
    status: Annotated[
        str | None, QueryParameter(description="running, over & <b>so on</b>")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 100,
) -> GameList:
    """List what the token may see, in the order of the ids."""
    return GameList(games=[], next=None)


@post(
    "/api/v1/games/{id:str}/commands",
    summary="Play a move",
    tags=["play"],
    responses={401: WRONG, 422: ResponseSpec(ProblemDetails, description="The rules refuse it")},
)
async def command(
    id: Annotated[str, PathParameter(description="Id of a game")],
    data: JSONBody[Submit],
    match: Annotated[str | None, HeaderParameter(name="If-Match")] = None,
) -> Done:
    """Play a move for the seat of the token."""
    return Done(game="osaka", version=1, events=[], repeated=False)


def sample() -> dict[str, Any]:
    """Return the OpenAPI of the two routes."""
    app = Litestar(
        [games, command],
        openapi_config=OpenAPIConfig(
            title="Ledger", version="1", description="Games over HTTP, live.", path=None
        ),
    )
    return msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
