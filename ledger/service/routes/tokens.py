"""Routes: tokens, for those who can hand them out."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ledger.kernel.errors import Malformed
from ledger.protocol.errors import Forbidden
from ledger.protocol.schemas import (
    NewToken,
    TokenList,
    TokenMade,
)
from ledger.service.auth.permissions import require_host
from ledger.service.auth.tokens import Token
from ledger.service.http.errors import WRITE_ERRORS, documented
from ledger.service.service import ApiRequest, InjectedService

MOST = 1000


@post(
    "/tokens",
    operation_id="create_token",
    summary="Make a token",
    responses=documented(WRITE_ERRORS),
)
async def new_token(
    request: ApiRequest, data: JSONBody[NewToken], service: InjectedService
) -> TokenMade:
    """Make a token; it is shown only once. A host can make tokens for the games it started."""
    own = require_host(request)
    if own.role != "admin":
        _check_own(own, data)
    if data.game is not None:
        open_game = await service.registry.get(data.game)
        seats = len(open_game.log.opened.seats)
        if data.seat is not None and data.seat > seats:
            raise Malformed(
                "there is no seat {seat}: this game has 1 to {seats}", seat=data.seat, seats=seats
            )
    make = service.tokens.make
    secret, token = await service.in_background(
        lambda: make(
            data.role,
            data.game,
            data.seat,
            data.days,
            data.label,
            whole_library=data.whole_library,
        )
    )
    return TokenMade(token=secret, facts=token.facts())


def _check_own(own: Token, data: NewToken) -> None:
    """Raise `Forbidden` if a host's new token would go beyond the games it started."""
    if data.game is None or not own.sees(data.game):
        raise Forbidden("a host can make tokens only for games it started; name one as `game`")
    if data.whole_library:
        raise Forbidden("only an admin can open the whole library to a token")


@get("/tokens", operation_id="list_tokens", summary="List tokens", responses=documented())
async def tokens(
    request: ApiRequest,
    service: InjectedService,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = 100,
    after: Annotated[
        str | None,
        QueryParameter(pattern=r"^[a-z0-9]{1,20}$", description="Only tokens after this one"),
    ] = None,
) -> TokenList:
    """Return what is known about tokens, oldest first; a host sees those for its games."""
    own = require_host(request)
    games = None if own.role == "admin" else own.games
    if after is not None and own.role != "admin":
        await _check_for_own_game(service, own, after)
    found = await service.in_background(lambda: service.tokens.page(after, limit + 1, games))
    page = found[:limit]
    return TokenList(
        tokens=[token.facts() for token in page],
        next=page[-1].id if len(found) > limit else None,
    )


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
    own = require_host(request)
    if own.role != "admin":
        await _check_for_own_game(service, own, token_id)
    await service.in_background(lambda: service.tokens.revoke(token_id))


async def _check_for_own_game(service: InjectedService, own: Token, id: str) -> None:
    """Raise `Forbidden` for a token that isn't for a host's own games, whether or not it exists."""
    token = await service.in_background(lambda: service.tokens.get(id))
    if token is None or token.game not in own.games:
        raise Forbidden("this token isn't for a game you started")
