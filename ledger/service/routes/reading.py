"""Routes: what happened in a game, its current position, and what can happen next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter
from litestar.types import ASGIApp

from ledger.kernel.errors import Illegal, Malformed, Missing
from ledger.kernel.game.game import Game
from ledger.kernel.game.views import Asked
from ledger.kernel.message import Message
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.command import State
from ledger.kernel.verify.verify import verify
from ledger.protocol.errors import Forbidden
from ledger.protocol.schemas import Events, Legal, Move, Position, Problem, Verified
from ledger.service.auth.permissions import own_sender, sender_of, token_of
from ledger.service.auth.tokens import Token
from ledger.service.game_json import game_json
from ledger.service.http.errors import NOT_MODIFIED, QUERY_ERRORS, READ_ERRORS, documented
from ledger.service.http.request_headers import (
    CURSOR,
    As,
    GameIdPath,
    IfNoneMatch,
    LastCursor,
    LastEventId,
)
from ledger.service.open_games.open_game import OpenGame
from ledger.service.open_games.streams.all_games import START, AllGamesStream
from ledger.service.open_games.streams.sse import BEAT_EVENT, EventStream, Reader
from ledger.service.open_games.streams.viewer_stream import History, ViewerStream
from ledger.service.responses import position_of, versioned_response
from ledger.service.service import ApiRequest, InjectedService

NDJSON = "application/x-ndjson"
TEXT = {"jsonl": NDJSON, "session": "text/plain"}
From = Annotated[int, QueryParameter(name="from", ge=1, le=2**53, description="The first line")]
Seat = Annotated[int | None, QueryParameter(ge=1, le=16, description="For referees")]
At = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="The line of the log")]
Turn = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="The end of this turn")]


async def game_and_stream(
    request: ApiRequest, service: InjectedService, id: str, as_: str | None = None
) -> tuple[OpenGame, ViewerStream]:
    """Return a game, and the sender's stream of it.

    Raises `Forbidden` if the sender may not see the game that way, and `Malformed` if a referee
    names a seat that it doesn't have.
    """
    viewer = sender_of(request, id, as_).viewer
    open_game = await service.registry.get(id)
    opened = open_game.log.opened
    if viewer is not None and opened.view not in (None, viewer):
        raise Forbidden("only one seat's view of this game is known, and it is for referees")
    if viewer is not None and viewer > len(opened.seats):
        refused = Forbidden if as_ is None else Malformed
        no_seat = Message(
            "there is no seat {seat}: this game has 1 to {seats}",
            seat=viewer,
            seats=len(opened.seats),
        )
        raise refused(no_seat)
    return open_game, await open_game.stream_of(viewer)


def named_line(past: History, at: int | None, turn: int | None) -> int | None:
    """Return the line that a request names, directly or as the end of a turn; None if it names
    neither.
    """
    if at is not None and turn is not None:
        raise Malformed("give `at` or `turn`, not both")
    return at if turn is None else past.replay.turn_end(turn)


async def game_and_seat(
    request: ApiRequest, service: InjectedService, id: str, seat: int | None
) -> tuple[OpenGame, ViewerStream, int]:
    """Return a game, the sender's stream of it, and the seat for which it may choose moves."""
    sender = sender_of(request, id)
    if sender.viewer == 0:
        raise Forbidden("a spectator has no moves")
    open_game, stream = await game_and_stream(request, service, id)
    asked = open_game.game.rules.awaiting(stream.state)
    if sender.viewer is not None and seat not in (None, sender.viewer):
        raise Forbidden("this token is for another seat")
    if seat is not None and seat > len(stream.opened.seats):
        raise Malformed(
            "there is no seat {seat}: this game has 1 to {seats}",
            seat=seat,
            seats=len(stream.opened.seats),
        )
    return open_game, stream, sender.viewer or seat or (asked[0].seat if asked else 1)


@get(
    "/games/{id:str}/events",
    operation_id="list_events",
    summary="Read the log",
    responses=documented(READ_ERRORS, {200: (Events, "Lines of the log"), **NOT_MODIFIED}),
)
async def events(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    first: From = 1,
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 1000,
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return lines of the viewer's own log; as NDJSON if the client prefers that."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    version = stream.head.seq
    last = min(first + limit - 1, version)
    near = stream.after(first - 1)
    if near is None:
        raws = (await open_game.history(stream.viewer)).raws(first, last)
    else:
        flat = [raw for group in near for raw in group.raws]
        skip = first - near[0].first if near else 0
        raws = flat[skip : skip + max(last - first + 1, 0)]
    more = {"Ledger-Version": str(version), "Vary": "Accept"}
    if NDJSON in request.headers.get("accept", ""):
        text = b"".join(raw + b"\n" for raw in raws)
        return versioned_response(
            open_game.game, text, version, known, media_type=NDJSON, headers=more
        )
    body = Events(
        game=open_game.game.meta.name,
        version=version,
        viewer=stream.viewer,
        events=[msgspec.Raw(raw) for raw in raws],
        next=last + 1 if last < version and raws else None,
    )
    return versioned_response(open_game.game, body, version, known, headers=more)


@get(
    "/games/{id:str}/state",
    operation_id="get_position",
    summary="Show a position",
    responses=documented(READ_ERRORS, {200: (Position, "A position"), **NOT_MODIFIED}),
)
async def state(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    at: At = None,
    turn: Turn = None,
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return the position now, after a line, or at the end of a turn."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    version = stream.head.seq
    past = await open_game.history(stream.viewer)
    try:
        line = named_line(past, at, turn) or version
        found = await service.registry.games.run(
            lambda: game_json(
                open_game.game, position_of(open_game.game, past, line, version, stream.viewer)
            )
        )
    except IndexError as e:
        raise Missing(e.args[0]) from None
    return versioned_response(open_game.game, found, version, known)


@get(
    "/games/{id:str}/legal",
    operation_id="list_legal_moves",
    summary="List legal moves",
    responses=documented(READ_ERRORS, {200: (Legal, "Legal moves"), **NOT_MODIFIED}),
)
async def legal(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    seat: Seat = None,
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 200,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return the commands that the rules allow a seat now, with one way to pay for each."""
    open_game, stream, mine = await game_and_seat(request, service, id, seat)
    open_game.game.boxes.check_usable(open_game.log.opened)
    found = open_game.game.rules.question_for(stream.state, mine)
    version, moves = stream.head.seq, []
    question = Asked(*found) if found else None
    if question is not None:
        names = [s.name for s in open_game.log.opened.seats]
        state = open_game.game.rules.copy(
            stream.state
        )  # the game may continue while moves are being searched for
        moves = await service.registry.games.run(
            lambda: _moves(open_game.game, state, names, mine, limit + 1)
        )
    body = Legal(
        game=open_game.game.meta.name,
        version=version,
        seat=mine,
        question=question,
        moves=moves[:limit],
        more=len(moves) > limit,
    )
    return versioned_response(open_game.game, body, version, known)


def _moves(game: Game, state: State, names: Sequence[str], seat: int, most: int) -> list[Move]:
    return [
        Move(command=msgspec.Raw(game_json(game, command)), move=game.words.write(command, names))
        for command in islice(game.rules.legal_moves(state, seat), most)
    ]


@get(
    "/games/{id:str}/verify",
    operation_id="verify_game",
    summary="Verify the log",
    responses=documented(READ_ERRORS, {200: (Verified, "A verdict")}),
)
async def verify_log(
    id: GameIdPath, request: ApiRequest, service: InjectedService, as_: As = None
) -> Response[bytes]:
    """Decide every command in the viewer's log again, and compare the results."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    past = await open_game.history(stream.viewer)
    report = await service.registry.games.on_log(
        lambda: verify(read(past.data, game=open_game.game))
    )
    body = Verified(
        version=past.head.seq,
        viewer=stream.viewer,
        verdict=report.verdict,
        problems=[
            Problem(line=p.line, kind=p.kind, rule=p.rule, message=p.message)
            for p in report.problems
        ],
        assurance=report.assurance,
    )
    return versioned_response(open_game.game, body, past.head.seq)


@get(
    "/games/{id:str}/export",
    operation_id="export_game",
    summary="Export the log",
    responses=documented(READ_ERRORS, {200: (str, "The log", "text/plain"), **NOT_MODIFIED}),
    media_type="text/plain",
)
async def export(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    to: FromQuery[Literal["jsonl", "session"]] = "jsonl",
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return the viewer's log as JSON lines or as session notation."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    past = await open_game.history(stream.viewer)
    if to == "jsonl":
        data = past.data
    else:
        on_log = service.registry.games.on_log
        data = await on_log(
            lambda: game_json(open_game.game, write_session(open_game.game, past.lines), None)
        )
    return versioned_response(open_game.game, data, past.head.seq, known, media_type=TEXT[to])


@get(
    "/games/{id:str}/stream",
    operation_id="follow_game",
    summary="Follow a game live",
    responses=documented(
        QUERY_ERRORS, {200: (str, "Messages: `group`, `end`, `failed`", "text/event-stream")}
    ),
    media_type="text/event-stream",
)
async def stream(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    after: Annotated[
        int | None, QueryParameter(ge=0, le=2**53, description="Start after this line")
    ] = None,
    beats: Annotated[
        bool, QueryParameter(description="Signs of life are messages, too: `beat`, for browsers")
    ] = False,
    last: LastEventId = None,
    as_: As = None,
) -> ASGIApp:
    """Send each group of events once it is on disk, starting from any line."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    token = token_of(request)
    start = int(last) if last else after or 0
    if start > stream.head.seq:
        raise Illegal(
            "this game has only {last} lines, so its stream can't continue after line {start}",
            last=stream.head.seq,
            start=start,
        )
    reader = _reader(service, token)
    if beats:
        reader["beat"] = BEAT_EVENT
    return EventStream(open_game, stream.viewer, start, **reader)


@get(
    "/stream",
    operation_id="follow_all_games",
    summary="Follow all games live",
    responses=documented(
        QUERY_ERRORS, {200: (str, "Messages: `group`, `begin`, `failed`", "text/event-stream")}
    ),
    media_type="text/event-stream",
)
async def stream_of_all_games(
    request: ApiRequest,
    service: InjectedService,
    after: Annotated[
        str,
        QueryParameter(
            pattern=f"^{CURSOR}$",
            description="`start`, `end` (only what is new), or behind a message that you have: "
            "its `id`",
        ),
    ] = START,
    last: LastCursor = None,
) -> ASGIApp:
    """Send every event of every game that the token may see, in the order in which they occurred.

    New games appear automatically. A cursor stays valid when the service restarts: nothing after it
    is missing or sent twice.
    """
    token = token_of(request)
    found = AllGamesStream(
        service.registry,
        lambda game: own_sender(service.tokens.recent(token.id) or token, game).viewer,
        last or after,
        **_reader(service, token),
    )
    await found.find_start()
    return found


def _reader(service: InjectedService, token: Token) -> Reader:
    return Reader(
        valid=lambda: service.tokens.works(token.id),
        heartbeat=service.heartbeat,
        slow_reader=service.slow_reader,
        dropped=service.metrics.dropped.inc,
    )
