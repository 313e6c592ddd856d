"""The bodies of responses: what each viewer may see of a game, and the accompanying headers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response

from ledger.kernel.game.game import Game
from ledger.kernel.game.views import Asked
from ledger.kernel.log.events import Ended
from ledger.kernel.narration.narrate import scores, title_in, view_at
from ledger.protocol.schemas import Done, GameFacts, Position, ResponseBody, Result, Status

from .game_json import game_json
from .http.compression import compressed, compressed_tag, plain_tag, takes_gzip
from .http.errors import JSON
from .http.request_headers import TAG_DIGITS
from .open_games.open_game import OpenGame, WriteResult
from .open_games.streams.viewer_stream import History, ViewerStream

_encode = msgspec.json.Encoder().encode


def status_of(open_game: OpenGame) -> Status:
    """Return whether a game is running, over, read-only or damaged."""
    if open_game.log.trouble is not None:
        return "damaged" if open_game.log.trouble.kind == "damaged" else "read-only"
    return "over" if open_game.over else "running"


def facts_of(open_game: OpenGame, stream: ViewerStream, lang: str = "en") -> GameFacts:
    """Return the facts of a game as a viewer sees them."""
    game, opened, state = open_game.game, stream.opened, stream.state
    return GameFacts(
        id=open_game.id,
        game=opened.game,
        title=title_in(game, lang),
        rules=opened.rules,
        seats=opened.seats,
        options=opened.options,
        place=opened.place,
        started=opened.started,
        status=status_of(open_game),
        version=stream.head.seq,
        viewer=stream.viewer,
        turn=game.rules.turn(state),
        round=game.rules.round(state),
        **_standing(game, state, stream.viewer, stream.ended),
    )


def position_of(game: Game, past: History, at: int, version: int, viewer: int | None) -> Position:
    """Return the position after a line, as a viewer sees it."""
    state, line = past.replay.at(at), past.lines[at - 1]
    ended = None if game.rules.awaiting(state) else past.ended(at)
    facts = _standing(game, state, viewer, ended)
    if line.more:
        facts["awaiting"] = facts["answering"] = ()  # in the middle of a move, nobody is asked
    return Position(
        game=game.meta.name,
        version=version,
        viewer=viewer,
        at=at,
        turn=game.rules.turn(state),
        round=game.rules.round(state),
        view=view_at(game, state, viewer, line),
        **facts,
    )


def _standing(game: Game, state: Any, viewer: int | None, ended: Ended | None) -> dict[str, Any]:
    asked = game.rules.awaiting(state)
    return {
        "awaiting": tuple(Asked(*q) for q in asked),
        "answering": tuple(q.seat for q in game.rules.answerable(state)),
        "scores": scores(game, state, viewer, over=not asked),
        # a game that was given up has no outcome by its rules, but it has ended
        "result": ended and Result.of(ended),
    }


def done_response(game: Game, written: WriteResult) -> Response[bytes]:
    """Return the response to a request that wrote something, now or on an earlier attempt."""
    group = written.group
    body = Done(
        game=game.meta.name,
        version=group.last,
        events=[msgspec.Raw(raw) for raw in group.raws],
        repeated=written.repeated,
    )
    return Response(
        _encode(body),
        status_code=200 if written.repeated else 201,
        media_type=JSON,
        headers={"ETag": f'"{group.last}"'},
    )


def versioned_response(
    game: Game,
    body: ResponseBody | bytes,
    version: int,
    known: str | None = None,
    *,
    status: int = 200,
    media_type: str = JSON,
    headers: Mapping[str, str] | None = None,
    accepted: str | None = None,
) -> Response[bytes]:
    """Return a response about a game, with an ETag of the version and the body; or 304 if the
    client has it.

    The body differs for each viewer and media type, and so does its tag. With `accepted`, the value
    of an `Accept-Encoding` header, it is compressed if the client accepts that.
    """
    data = body if isinstance(body, bytes) else game_json(game, body)
    digest = hashlib.sha256(media_type.encode() + b"\n" + data).hexdigest()
    tag = f'"{version}-{digest[:TAG_DIGITS]}"'
    sent = {"ETag": tag, **(headers or {})}
    if accepted is not None:
        sent["Vary"] = "Accept-Encoding"
        if takes_gzip(accepted) and (small := compressed(data)) is not None:
            data = small
            sent |= {"ETag": compressed_tag(tag), "Content-Encoding": "gzip"}
    if known is not None:
        tags = {plain_tag(t.strip().removeprefix("W/")) for t in known.split(",")}
        if tags & {tag, "*"}:
            sent.pop("Content-Encoding", None)
            return Response(b"", status_code=304, media_type=media_type, headers=sent)
    return Response(data, status_code=status, media_type=media_type, headers=sent)
