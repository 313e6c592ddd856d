"""Routes: what pages in a browser need besides the common API."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, QueryParameter

from ledger.kernel.errors import Malformed
from ledger.kernel.times import utc_now
from ledger.protocol.schemas import PassList, QrCode, QrText, TokenFacts
from ledger.service.auth.permissions import token_of
from ledger.service.auth.sign_ins import sign_in_cookie, sign_ins_in, sign_out_cookie
from ledger.service.auth.tokens import Token
from ledger.service.http.errors import PUBLIC_ERRORS, WRITE_ERRORS, documented
from ledger.service.service import ApiRequest, InjectedService
from ledger.web.links import qr_path


@post(
    "/passes",
    operation_id="make_pass",
    summary="Keep a token in this browser",
    responses=documented(WRITE_ERRORS),
)
async def make_pass(request: ApiRequest) -> Response[TokenFacts]:
    """Let this browser keep the token as a cookie that scripts can't read.

    Later requests name it by the token's id, in a header `Ledger-Pass`, or for a stream in the
    address: `?pass=ID`. A cookie that isn't named opens nothing.
    """
    token = token_of(request)
    given = request.headers.get("authorization")
    if given is None:
        raise Malformed("send the token itself, in a header `Authorization: Bearer TOKEN`")
    secret = given.partition(" ")[2].strip()
    cookie = sign_in_cookie(secret, token, utc_now(), secure=_secure(request))
    return Response(token.facts(), cookies=[cookie])


@get(
    "/passes",
    operation_id="list_passes",
    summary="List the tokens in this browser",
    responses=documented((400, 401, *PUBLIC_ERRORS)),
    security=[{}],
)
async def list_passes(
    request: ApiRequest,
    service: InjectedService,
    game: Annotated[
        str | None,
        QueryParameter(
            pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$", description="Only those for this game"
        ),
    ] = None,
) -> Response[PassList]:
    """Return the tokens that this browser keeps; it forgets those that no longer work."""
    held = sign_ins_in(v for n, v in request.scope["headers"] if n.lower() == b"cookie")

    def find() -> dict[str, Token | None]:
        return {id: service.tokens.find(secret) for id, secret in held.items()}

    found = await service.in_background(find)
    working = sorted((t for t in found.values() if t is not None), key=lambda t: t.created)
    passes = [t.facts() for t in working if game is None or t.sees(game)]
    secure = _secure(request)
    return Response(
        PassList(passes=passes),
        cookies=[
            sign_out_cookie(id, secure=secure) for id, token in found.items() if token is None
        ],
    )


@delete(
    "/passes",
    operation_id="forget_pass",
    summary="Forget a token in this browser",
    status_code=204,
    responses=documented(WRITE_ERRORS, {204: (None, "Forgotten")}),
)
async def forget_pass(request: ApiRequest) -> Response[None]:
    """Make this browser forget the token of this request; elsewhere it continues to work."""
    cookie = sign_out_cookie(token_of(request).id, secure=_secure(request))
    return Response(None, status_code=204, cookies=[cookie])


@post(
    "/qr",
    operation_id="draw_qr_code",
    summary="Draw a QR code",
    status_code=200,
    responses=documented(WRITE_ERRORS),
)
async def draw_qr_code(
    request: ApiRequest, data: JSONBody[QrText], service: InjectedService
) -> QrCode:
    """Return a text as a QR code; the service doesn't store it."""
    token_of(request)
    found = await service.in_background(lambda: qr_path(data.text))
    return QrCode(size=found.size, path=found.path)


def _secure(request: ApiRequest) -> bool:
    """Return whether the browser uses TLS, even if there is a proxy in between."""
    found: bool = request.scope["state"]["secure"]
    return found
