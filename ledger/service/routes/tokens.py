"""Routes: tokens, for those who may hand them out."""

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
from ledger.service.auth.permissions import admin
from ledger.service.context import Asks, Serves
from ledger.service.http.errors import ACT, told


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
