"""Routes: what people do in a game."""

from __future__ import annotations

from collections.abc import Awaitable

from litestar import Response, post
from litestar.params import JSONBody

from ledger.kernel.errors import LedgerError, Malformed
from ledger.protocol.errors import Forbidden
from ledger.protocol.schemas import Abandon, Done, Note, Submit, Undo
from ledger.service.auth.permissions import require_player, require_referee
from ledger.service.http.errors import GAME_WRITE_ERRORS, documented
from ledger.service.http.request_headers import (
    GameIdPath,
    IdempotencyKey,
    IfMatch,
    key_of,
    version_of,
)
from ledger.service.open_games.open_game import OpenGame, Sender, WriteResult
from ledger.service.open_games.playing.submission import JsonCommand, Submission, TypedMove
from ledger.service.responses import done_response
from ledger.service.service import ApiRequest, InjectedService

DONE = documented(
    GAME_WRITE_ERRORS,
    {200: (Done, "An earlier request already did it"), 201: (Done, "Done, and on disk")},
)


async def _game_for(service: InjectedService, id: str, sender: Sender) -> OpenGame:
    open_game = await service.registry.get_for_writing(id)
    opened = open_game.log.opened
    if opened.view is not None:
        raise Forbidden("this is only what one seat saw; playing takes the full log")
    if sender.viewer is not None and sender.viewer > len(opened.seats):
        raise Forbidden("this game has no seat {seat}", seat=sender.viewer)
    return open_game


async def _counted(
    service: InjectedService, open_game: OpenGame, kind: str, work: Awaitable[WriteResult]
) -> Response[bytes]:
    try:
        written = await work
    except LedgerError as e:
        service.metrics.refused(e.kind)
        raise
    service.metrics.accepted(kind)
    return done_response(open_game.game, written)


@post("/games/{id:str}/commands", operation_id="play_move", summary="Play a move", responses=DONE)
async def command(
    id: GameIdPath,
    request: ApiRequest,
    data: JSONBody[Submit],
    service: InjectedService,
    key: IdempotencyKey = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Play a move, given as JSON or as it is typed; the rules decide."""
    sender = require_player(request, id)
    if not sender.referee and (data.waive or data.seat not in (None, sender.viewer)):
        raise Forbidden("only a referee can waive rules or move for others")
    seat = data.seat if sender.referee else sender.viewer
    if data.move is not None and data.command is None:
        move: Submission = TypedMove(data.move, seat)
    elif data.command is not None and data.move is None:
        move = JsonCommand(data.command, seat)
    else:
        raise Malformed("give either `command` or `move`")
    open_game = await _game_for(service, id, sender)
    work = open_game.submit(
        sender,
        move,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
        waive=data.waive,
    )
    return await _counted(service, open_game, "command", work)


@post("/games/{id:str}/undo", operation_id="undo_move", summary="Take a move back", responses=DONE)
async def undo(
    id: GameIdPath,
    request: ApiRequest,
    data: JSONBody[Undo],
    service: InjectedService,
    key: IdempotencyKey = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Take back your last move, if it revealed nothing; a referee can take back anything."""
    sender = require_player(request, id)
    open_game = await _game_for(service, id, sender)
    work = open_game.undo(
        sender,
        data.to,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, open_game, "undo", work)


@post("/games/{id:str}/notes", operation_id="add_note", summary="Add a note", responses=DONE)
async def note(
    id: GameIdPath,
    request: ApiRequest,
    data: JSONBody[Note],
    service: InjectedService,
    key: IdempotencyKey = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Add a remark that everybody sees, or with `to` only one seat or the referees."""
    sender = require_player(request, id)
    open_game = await _game_for(service, id, sender)
    work = open_game.note(
        sender,
        data.text,
        data.to,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, open_game, "note", work)


@post(
    "/games/{id:str}/abandon", operation_id="abandon_game", summary="Abandon a game", responses=DONE
)
async def abandon(
    id: GameIdPath,
    request: ApiRequest,
    data: JSONBody[Abandon],
    service: InjectedService,
    key: IdempotencyKey = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """End a game without a winner."""
    sender = require_referee(request, id)
    open_game = await _game_for(service, id, sender)
    work = open_game.abandon(
        sender,
        data.reason,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, open_game, "abandon", work)
