"""Routes: what people do in a game."""

from __future__ import annotations

from collections.abc import Awaitable

from litestar import Response, post
from litestar.params import JSONBody

from ledger.kernel.errors import LedgerError, Malformed
from ledger.protocol.schemas import Abandon, Done, Note, Submit, Undo
from ledger.service.auth.permissions import judge, player
from ledger.service.context import Asks, Serves, done
from ledger.service.http.errors import ACT, Forbidden, told
from ledger.service.http.request_headers import IfMatch, KeyHeader, Path_Id, key_of, version_of
from ledger.service.rooms import actions
from ledger.service.rooms.room import Room, Sender, Written

DONE = told(ACT, {200: (Done, "An earlier request did it"), 201: (Done, "Done, and on disk")})


async def _at(service: Serves, id: str, who: Sender) -> Room:
    room = await service.hall.room_to_write(id)
    opened = room.first.data
    if opened.view is not None:
        raise Forbidden("this is what one seat saw; a game is played on its full log")
    if who.viewer is not None and who.viewer > len(opened.seats):
        raise Forbidden(f"this game has no seat {who.viewer}")
    return room


async def _counted(service: Serves, kind: str, work: Awaitable[Written]) -> Response[bytes]:
    try:
        written = await work
    except LedgerError as e:
        service.metrics.refused(e.kind)
        raise
    service.metrics.accepted(kind)
    return done(written)


@post("/games/{id:str}/commands", responses=DONE)
async def command(
    id: Path_Id,
    request: Asks,
    data: JSONBody[Submit],
    service: Serves,
    key: KeyHeader = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Play a move, as JSON or as people type it; the rules decide."""
    who = player(request, id)
    if not who.judge and (data.waive or data.seat not in (None, who.viewer)):
        raise Forbidden("only a referee waives rules or moves for others")
    seat = data.seat if who.judge else who.viewer
    if data.move is not None and data.command is None:
        reader = actions.typed(data.move, seat)
    elif data.command is not None and data.move is None:
        reader = actions.sent(data.command, seat)
    else:
        raise Malformed("give either `command` or `move`")
    work = actions.submit(
        await _at(service, id, who),
        who,
        reader,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
        waive=data.waive,
    )
    return await _counted(service, "command", work)


@post("/games/{id:str}/undo", responses=DONE)
async def undo(
    id: Path_Id,
    request: Asks,
    data: JSONBody[Undo],
    service: Serves,
    key: KeyHeader = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Take back one's last move, if it told nobody anything; a referee takes back anything."""
    who = player(request, id)
    work = actions.undo(
        await _at(service, id, who),
        who,
        data.to,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, "undo", work)


@post("/games/{id:str}/notes", responses=DONE)
async def note(
    id: Path_Id,
    request: Asks,
    data: JSONBody[Note],
    service: Serves,
    key: KeyHeader = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """Add a remark that everybody sees."""
    who = player(request, id)
    work = actions.note(
        await _at(service, id, who),
        who,
        data.text,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, "note", work)


@post("/games/{id:str}/abandon", responses=DONE)
async def abandon(
    id: Path_Id,
    request: Asks,
    data: JSONBody[Abandon],
    service: Serves,
    key: KeyHeader = None,
    match: IfMatch = None,
) -> Response[bytes]:
    """End a game without a winner."""
    who = judge(request, id)
    work = actions.abandon(
        await _at(service, id, who),
        who,
        data.reason,
        version=version_of(match, data.version),
        key=key_of(key, data.key),
    )
    return await _counted(service, "abandon", work)
