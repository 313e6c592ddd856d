"""Pages for people, and the files they load. They contain no data: scripts request what they show.

Neither pages nor files need a token, or look at one.
"""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from ledger.service.http.compression import compressed_tag, takes_gzip
from ledger.service.http.page_responses import page_response
from ledger.service.http.request_headers import GameIdPath
from ledger.service.service import ApiRequest
from ledger.web.assets import assets


@get("/", include_in_schema=False)
async def home_page(request: ApiRequest) -> Response[bytes]:
    """Return the page that says what can be done here."""
    return page_response(request, "home")


@get("/host", include_in_schema=False)
async def host_page(request: ApiRequest) -> Response[bytes]:
    """Return the page that starts games."""
    return page_response(request, "host")


@get("/games/{id:str}", include_in_schema=False)
async def game_page(id: GameIdPath, request: ApiRequest) -> Response[bytes]:
    """Return the page of a game, which is the same for all games, even ones that don't exist."""
    return page_response(request, "game")


@get("/static/{path:path}", include_in_schema=False)
async def static_file(
    path: Annotated[str, PathParameter()], request: ApiRequest
) -> Response[bytes]:
    """Return a file that pages load; nothing is read from the disk."""
    found = assets().get(str(path).removeprefix("/"))
    if found is None:
        raise NotFoundException
    compressed = found.packed if takes_gzip(request.headers.get("accept-encoding", "")) else None
    tag = f'"{found.digest}"' if compressed is None else compressed_tag(f'"{found.digest}"')
    keep = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
    headers = {"ETag": tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    known = {
        t.strip().removeprefix("W/") for t in request.headers.get("if-none-match", "").split(",")
    }
    if known & {tag, "*"}:
        return Response(b"", status_code=304, media_type=found.kind, headers=headers)
    if compressed is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(compressed or found.body, media_type=found.kind, headers=headers)
