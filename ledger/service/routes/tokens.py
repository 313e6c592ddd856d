"""Routes: tokens, for those who can hand them out."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from ledger.kernel.errors import Malformed
from ledger.protocol.schemas import (
    NewToken,
    TokenList,
    TokenMade,
)
from ledger.service.auth.permissions import require_admin
from ledger.service.context import ApiRequest, InjectedService
from ledger.service.http.errors import WRITE_ERRORS, documented


@post(
    "/tokens",
    operation_id="create_token",
    summary="Make a token",
    responses=documented(WRITE_ERRORS),
)
async def new_token(
    request: ApiRequest, data: JSONBody[NewToken], service: InjectedService
) -> TokenMade:
    """Make a token; it is shown only once."""
    require_admin(request)
    if data.game is not None:
        room = await service.registry.room(data.game)
        seats = len(room.log.opened.seats)
        if data.seat is not None and data.seat > seats:
            raise Malformed(f"there is no seat {data.seat}: this game has 1 to {seats}")
    make = service.tokens.make
    secret, token = await service.in_background(
        lambda: make(data.role, data.game, data.seat, data.days, data.label)
    )
    return TokenMade(token=secret, facts=token.facts())


@get("/tokens", operation_id="list_tokens", summary="List tokens", responses=documented())
async def tokens(request: ApiRequest, service: InjectedService) -> TokenList:
    """Return what is known about every token."""
    require_admin(request)
    return TokenList(tokens=[token.facts() for token in service.tokens.all()])


@delete(
    "/tokens/{token_id:str}",
    operation_id="revoke_token",
    summary="Revoke a token",
    status_code=204,
    responses=documented(WRITE_ERRORS),
)
async def revoke(
    request: ApiRequest,
    service: InjectedService,
    token_id: Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,20}$")],
) -> None:
    """Revoke a token; its streams end."""
    require_admin(request)
    await service.in_background(lambda: service.tokens.revoke(token_id))
