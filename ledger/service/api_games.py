"""Routes: which games there are, and new ones."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ..kernel.errors import Malformed
from ..kernel.game import installed
from ..kernel.text import unaccented
from ..store.library_catalogue import Entry
from .headers import Path_Id, key_of
from .refusals import told
from .service import Asks, Serves, answer, facts_of, status_of
from .shapes import (
    Branch,
    GameFacts,
    GameKind,
    GameKinds,
    GameList,
    GameRow,
    NewGame,
    Status,
    TokenFacts,
)
from .who import admin, judge, sender, token_of

MOST = 1000
CREATED = told(
    s200=(GameFacts, "The same request has made it before"), s201=(GameFacts, "A new game")
)


@get("/kinds", responses=told())
async def kinds(request: Asks) -> GameKinds:
    """Return every installed game."""
    token_of(request)
    return GameKinds(
        games=[
            GameKind(
                name=name,
                title=game.meta.title,
                rules=game.meta.edition,
                players=game.meta.players,
                options={
                    f: d if isinstance(d, str | int | bool) else None
                    for f, d in zip(
                        game.options.__struct_fields__[::-1],
                        game.options.__struct_defaults__[::-1],
                        strict=False,
                    )
                },
            )
            for name, game in installed().items()
        ]
    )


@get("/whoami", responses=told())
async def whoami(request: Asks) -> TokenFacts:
    """Return what is known of the token."""
    return token_of(request).facts()


@post("/games", responses=CREATED)
async def create(request: Asks, data: JSONBody[NewGame], service: Serves) -> Response[bytes]:
    """Start a game; the same key again gives the same game."""
    admin(request)
    room, new = await service.hall.create(data, key_of(request, data.key))
    eyes = await room.see(None)
    where = {"Location": f"/api/v1/games/{room.id}"}
    status = 201 if new else 200
    return answer(request, facts_of(room, eyes), eyes.head.seq, status=status, **where)


@post("/games/{id:str}/branches", responses=CREATED)
async def branch(
    id: Path_Id, request: Asks, data: JSONBody[Branch], service: Serves
) -> Response[bytes]:
    """Start a game that goes on from a line of this one."""
    judge(request, id)
    key = key_of(request, data.key)
    room, new = await service.hall.branch(await service.hall.room(id), data.at, data.id, key)
    eyes = await room.see(None)
    where = {"Location": f"/api/v1/games/{room.id}"}
    status = 201 if new else 200
    return answer(request, facts_of(room, eyes), eyes.head.seq, status=status, **where)


@post(
    "/games/{id:str}/reopen",
    status_code=200,
    responses=told(),
)
async def reopen(id: Path_Id, request: Asks, service: Serves) -> GameFacts:
    """Open a game afresh after its disk failed."""
    admin(request)
    room = await service.hall.reopen(id)
    return facts_of(room, await room.see(None))


@get(
    "/games/{id:str}",
    responses=told(s200=(GameFacts, "The game")),
)
async def one(id: Path_Id, request: Asks, service: Serves) -> Response[bytes]:
    """Return a game: who plays, how far it is, who is asked, how it ended."""
    viewer = sender(request, id).viewer
    room = await service.hall.room(id)
    eyes = await room.see(viewer)
    return answer(request, facts_of(room, eyes), eyes.head.seq)


@get("/games", responses=told())
async def many(
    request: Asks,
    service: Serves,
    game: Annotated[
        str | None, QueryParameter(max_length=64, description="Only of this game")
    ] = None,
    status: Annotated[Status | None, QueryParameter(description="Only in this state")] = None,
    player: Annotated[
        str | None, QueryParameter(max_length=200, description="Only with this player")
    ] = None,
    since: Annotated[
        str | None, QueryParameter(max_length=10, description="From this day on: 2026-03-01")
    ] = None,
    until: Annotated[
        str | None, QueryParameter(max_length=10, description="Up to this day: 2026-03-31")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = 100,
    after: Annotated[
        str | None, QueryParameter(max_length=64, description="Only ids behind this one")
    ] = None,
) -> GameList:
    """Return games in the order of their ids."""
    token = token_of(request)
    first, last = _day("since", since), _day("until", until)
    rows: list[GameRow] = []
    for entry in await service.hall.games():
        if (token.game is not None and entry.id != token.game) or (after and entry.id <= after):
            continue
        row = _row(service, entry)
        day = (row.date or "")[:10]
        if (
            (game is not None and row.game != game)
            or (status is not None and row.status != status)
            or (player is not None and not _plays(player, row))
            or (first and day < first)
            or (last and not "" < day <= last)
        ):
            continue
        if len(rows) == limit:
            return GameList(games=rows, next=rows[-1].id)
        rows.append(row)
    return GameList(games=rows, next=None)


def _day(name: str, text: str | None) -> str | None:
    try:
        return None if text is None else dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise Malformed(f"{name}: {text!r} is no day; write 2026-03-01") from None


def _plays(player: str, row: GameRow) -> bool:
    return unaccented(player) in map(unaccented, row.players)


def _row(service: Serves, entry: Entry) -> GameRow:
    room = service.hall.rooms.get(entry.id)
    status: Status = "running" if entry.kind == "log" and not entry.sealed else "over"
    version = entry.lines if entry.kind == "log" else None
    if room is not None:
        status, version = status_of(room), room.head.seq
    return GameRow(
        id=entry.id,
        game=entry.game,
        title=entry.title,
        kind=entry.kind,
        status=status,
        players=tuple(s.person.name for s in entry.standings),
        date=entry.date,
        place=entry.place,
        version=version,
    )
