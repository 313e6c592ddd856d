"""Routes: what happened in a game, how it stands, what may follow."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, HeaderParameter, QueryParameter
from litestar.types import ASGIApp

from ..kernel.codec import read
from ..kernel.errors import Illegal, Malformed
from ..kernel.session_write import write_session
from ..kernel.verify import verify
from ..kernel.views import Asked
from ..store.base import Missing
from .eyes import Eyes
from .headers import As, Path_Id, line_of
from .live import Stream
from .refusals import Forbidden, told
from .room import Room
from .service import Asks, Serves, answer, position_of
from .shapes import Events, Legal, Move, Position, Problem, Verified
from .who import sender, token_of

NDJSON = "application/x-ndjson"
TEXT = {"jsonl": NDJSON, "session": "text/plain; charset=utf-8"}
From = Annotated[int, QueryParameter(name="from", ge=1, le=2**53, description="The first line")]
At = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="The line of the log")]
Turn = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="The end of this turn")]


async def seen(request: Asks, service: Serves, id: str, as_: str | None) -> tuple[Room, Eyes]:
    """Return a game and what the sender sees of it."""
    viewer = sender(request, id, as_).viewer
    room = await service.hall.room(id)
    opened = room.first.data
    if viewer is not None and opened.view not in (None, viewer):
        raise Forbidden("only what one seat saw of this game is known; that is for referees")
    if viewer is not None and viewer > len(opened.seats):
        raise Malformed(f"there is no seat {viewer}: this game has 1 to {len(opened.seats)}")
    return room, await room.see(viewer)


@get(
    "/games/{id:str}/events",
    responses=told(s200=(Events, "Lines of the log")),
)
async def events(
    id: Path_Id,
    request: Asks,
    service: Serves,
    first: From = 1,
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 1000,
    as_: As = None,
) -> Response[bytes]:
    """Return lines of the viewer's own log; as NDJSON if the client prefers that."""
    room, eyes = await seen(request, service, id, as_)
    version = eyes.head.seq
    last = min(first + limit - 1, version)
    near = eyes.after(first - 1)
    if near is None:
        raws = (await room.history(eyes.viewer)).raws(first, last)
    else:
        flat = [raw for group in near for raw in group.raws]
        skip = first - near[0].first if near else 0
        raws = flat[skip : skip + max(last - first + 1, 0)]
    if NDJSON in request.headers.get("accept", ""):
        return Response(
            b"".join(raw + b"\n" for raw in raws),
            media_type=NDJSON,
            headers={"ETag": f'"{version}"', "Ledger-Version": str(version)},
        )
    body = Events(
        version=version,
        viewer=eyes.viewer,
        events=[msgspec.Raw(raw) for raw in raws],
        next=last + 1 if last < version and raws else None,
    )
    return answer(request, body, version)


@get("/games/{id:str}/state", responses=told(s200=(Position, "A position")))
async def state(
    id: Path_Id,
    request: Asks,
    service: Serves,
    at: At = None,
    turn: Turn = None,
    as_: As = None,
) -> Response[bytes]:
    """Return the position now, after a line, or at the end of a turn."""
    if at is not None and turn is not None:
        raise Malformed("give `at` or `turn`, not both")
    room, eyes = await seen(request, service, id, as_)
    version = eyes.head.seq
    past = await room.history(eyes.viewer)
    try:
        line = past.replay.turn_end(turn) if turn is not None else at or version
        found = position_of(room.game, past, line, version, eyes.viewer)
    except IndexError as e:
        raise Missing(str(e)) from None
    return answer(request, found, version)


@get(
    "/games/{id:str}/legal",
    responses=told(s200=(Legal, "Legal moves")),
)
async def legal(
    id: Path_Id,
    request: Asks,
    service: Serves,
    seat: Annotated[int | None, QueryParameter(ge=1, le=16, description="For referees")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 200,
) -> Response[bytes]:
    """Return the commands that the rules allow a seat now, one way to pay for each."""
    who = sender(request, id)
    if who.viewer == 0:
        raise Forbidden("a spectator has no moves")
    room, eyes = await seen(request, service, id, None)
    asked = room.game.awaiting(eyes.state)
    if who.viewer is not None and seat not in (None, who.viewer):
        raise Forbidden("this token is for another seat")
    mine = who.viewer or seat or (asked[0].seat if asked else 1)
    moves: list[Move] = []
    more = False
    question = Asked(*asked[0]) if asked and asked[0].seat == mine else None
    if question is not None:
        for command in room.game.legal(eyes.state, mine):
            if len(moves) == limit:
                more = True
                break
            raw = msgspec.Raw(msgspec.json.encode(command))
            moves.append(Move(command=raw, move=room.game.write(command)))
    body = Legal(version=eyes.head.seq, seat=mine, question=question, moves=moves, more=more)
    return answer(request, body, eyes.head.seq)


@get(
    "/games/{id:str}/verify",
    responses=told(s200=(Verified, "A verdict")),
)
async def check(id: Path_Id, request: Asks, service: Serves, as_: As = None) -> Response[bytes]:
    """Decide every command of the viewer's log again and compare."""
    room, eyes = await seen(request, service, id, as_)
    past = await room.history(eyes.viewer)
    data = b"".join(raw + b"\n" for group in past.groups for raw in group.raws)
    report = await service.hall.means.apart(lambda: verify(read(data, game=room.game)))
    body = Verified(
        version=past.head.seq,
        viewer=eyes.viewer,
        verdict=report.verdict,
        problems=[
            Problem(line=p.line, kind=p.kind, rule=p.rule, message=p.message)
            for p in report.problems
        ],
    )
    return answer(request, body, past.head.seq)


@get(
    "/games/{id:str}/export",
    responses=told(s200=(str, "The log")),
    media_type="text/plain",
)
async def export(
    id: Path_Id,
    request: Asks,
    service: Serves,
    to: FromQuery[Literal["jsonl", "session"]] = "jsonl",
    as_: As = None,
) -> Response[bytes]:
    """Return the viewer's log as JSON lines or as session notation."""
    room, eyes = await seen(request, service, id, as_)
    past = await room.history(eyes.viewer)
    if to == "jsonl":
        data = b"".join(raw + b"\n" for group in past.groups for raw in group.raws)
    else:
        data = write_session(room.game, past.lines).encode()
    return Response(data, media_type=TEXT[to], headers={"ETag": f'"{past.head.seq}"'})


@get(
    "/games/{id:str}/stream",
    responses=told(s200=(str, "Events")),
    media_type="text/event-stream",
)
async def stream(
    id: Path_Id,
    request: Asks,
    service: Serves,
    after: Annotated[
        int | None, QueryParameter(ge=0, le=2**53, description="Begin behind it")
    ] = None,
    last: Annotated[
        str | None, HeaderParameter(name="Last-Event-ID", description="Go on behind this line")
    ] = None,
    as_: As = None,
) -> ASGIApp:
    """Tell each group of events as it becomes durable, from any line on."""
    room, eyes = await seen(request, service, id, as_)
    token = token_of(request)
    start = line_of(last) if last else after or 0
    if start > eyes.head.seq:
        raise Illegal(f"this game has only {eyes.head.seq} lines: it cannot go on after {start}")
    return Stream(
        room,
        eyes.viewer,
        start,
        valid=lambda: service.tokens.works(token.id),
        beat=service.beat,
        slow=service.slow_reader,
        dropped=service.metrics.dropped.add,
    )
