"""Routes: a game as pages show it, its rules, and pictures of its positions."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from ledger.kernel.errors import Missing
from ledger.kernel.game.game import Game
from ledger.kernel.text.translations import languages
from ledger.protocol.schemas import Chapter, Contents, RuleText
from ledger.service.auth.permissions import own_sender, token_of
from ledger.service.game_json import game_json
from ledger.service.http.asgi import PICTURE_CSP
from ledger.service.http.errors import NOT_MODIFIED, QUERY_ERRORS, READ_ERRORS, documented
from ledger.service.http.request_headers import As, GameIdPath, IfNoneMatch, Lang
from ledger.service.open_games.open_game import OpenGame
from ledger.service.open_games.streams.viewer_stream import History, ViewerStream
from ledger.service.responses import facts_of, versioned_response
from ledger.service.service import ApiRequest, InjectedService
from ledger.web.chapters import chapter_number, position
from ledger.web.contents import every_viewer, game_facts, rule_facts, viewer_choices
from ledger.web.picture import svg

from .reading import At, Turn, game_and_stream, named_line

SVG = "image/svg+xml"
KEPT_BY_BROWSERS = {"Cache-Control": "private, no-cache"}
"""Browsers may cache it, but ask each time whether it has changed: one address has different
contents for each token.
"""
Width = Annotated[int, QueryParameter(ge=240, le=2400, description="In pixels")]


def _accepted(request: ApiRequest) -> str:
    return request.headers.get("accept-encoding", "")


def language_of(game: Game, lang: str) -> str:
    """Return `lang` if the game is translated into it, else "en"."""
    return lang if lang in languages(game.package) else "en"


@get(
    "/games/{id:str}/chapters/{number:int}",
    operation_id="read_chapter",
    summary="Show a chapter",
    responses=documented(QUERY_ERRORS, {200: (Chapter, "A chapter"), **NOT_MODIFIED}),
)
async def chapter(
    id: GameIdPath,
    number: Annotated[
        int, PathParameter(ge=0, le=2**53, description="Counted from 1; 0 is the last")
    ],
    request: ApiRequest,
    service: InjectedService,
    after: Annotated[
        int, QueryParameter(ge=0, le=2**53, description="Only lines behind this one")
    ] = 0,
    lang: Lang = "en",
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return 64 lines of the viewer's own log with the scene after each, for a page.

    With `after`, a line of the chapter, return only the lines after it and no `start`. What a
    chapter says about a line never changes.
    """
    open_game, stream = await game_and_stream(request, service, id, as_)
    lang = language_of(open_game.game, lang)
    try:
        number = number or chapter_number(stream.head.seq)
        found = await service.chapters.chapter(open_game, stream, lang, number)
    except IndexError as e:
        raise Missing(e.args[0]) from None
    partly = found.first <= after <= found.last
    lines = found.lines[after - found.first + 1 :] if partly else found.lines
    body = Chapter(
        game=open_game.game.meta.name,
        version=stream.head.seq,
        viewer=stream.viewer,
        lang=lang,
        chapter=chapter_number(found.first),
        first=found.first,
        last=found.last,
        start=None if partly else msgspec.Raw(found.start),
        lines=[msgspec.Raw(line) for line in lines],
    )
    return versioned_response(
        open_game.game,
        body,
        body.version,
        known,
        headers=KEPT_BY_BROWSERS,
        accepted=_accepted(request),
    )


@get(
    "/games/{id:str}/contents",
    operation_id="read_contents",
    summary="Show what there is to see",
    responses=documented(QUERY_ERRORS, {200: (Contents, "Contents"), **NOT_MODIFIED}),
)
async def contents(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    after: Annotated[
        int, QueryParameter(ge=0, le=2**53, description="Count the lines behind this one")
    ] = 0,
    lang: Lang = "en",
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return who is playing and the current standing; turns, marks and curves of at most 4096
    lines.
    """
    open_game, stream = await game_and_stream(request, service, id, as_)
    lang = language_of(open_game.game, lang)
    counted = await service.chapters.counted(open_game, stream, lang, min(after, stream.head.seq))
    stands, version, opened = facts_of(open_game, stream), stream.head.seq, stream.opened
    may = every_viewer(open_game.log.opened)
    if not own_sender(token_of(request), id).referee:
        may = iter((stream.viewer,))
    body = Contents(
        **game_facts(open_game.game, opened, lang),
        id=id,
        version=version,
        viewer=stream.viewer,
        viewers=viewer_choices(opened, tuple(may)),
        tones=counted.tones,
        status=stands.status,
        over=not stands.awaiting,
        result=stands.result,
        last=counted.last,
        next=counted.last if counted.last < version else None,
        turns=counted.turns,
        marks=counted.marks,
        curves=counted.curves,
        scores=counted.scores,
        summary=counted.summary,
    )
    return versioned_response(
        open_game.game, body, version, known, headers=KEPT_BY_BROWSERS, accepted=_accepted(request)
    )


@get(
    "/games/{id:str}/rules/{rule:str}",
    operation_id="read_rule",
    summary="Show a rule",
    responses=documented(READ_ERRORS, {200: (RuleText, "A rule"), **NOT_MODIFIED}),
)
async def rule(
    id: GameIdPath,
    rule: Annotated[str, PathParameter(max_length=40, description="The rule's id, like OSA-14")],
    request: ApiRequest,
    service: InjectedService,
    lang: Lang = "en",
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return the text of a rule of the game; in English if it isn't translated, as `lang` shows."""
    open_game, stream = await game_and_stream(request, service, id)
    found = rule_facts(open_game.game, rule, language_of(open_game.game, lang))
    if found is None:
        raise Missing("{name} has no rule {id!r}", name=open_game.game.meta.name, id=rule)
    return versioned_response(open_game.game, RuleText(**found), stream.head.seq, known)


# --- pictures -----------------------------------------------------------------------------------


@get(
    "/games/{id:str}/picture.svg",
    operation_id="draw_svg",
    summary="Draw a position as SVG",
    responses=documented(QUERY_ERRORS, {200: (str, "A picture", SVG), **NOT_MODIFIED}),
    media_type=SVG,
)
async def picture_svg(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    at: At = None,
    turn: Turn = None,
    width: Width = 1000,
    dark: FromQuery[bool] = False,
    lang: Lang = "en",
    as_: As = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return the board as the viewer sees it now, after a line, or at the end of a turn."""
    open_game, stream = await game_and_stream(request, service, id, as_)
    shape = Shape(at, turn, width, dark, language_of(open_game.game, lang))
    data = await _picture(service, open_game, stream, shape)
    headers = {"Content-Security-Policy": PICTURE_CSP.decode()}
    return versioned_response(
        open_game.game,
        data,
        stream.head.seq,
        known,
        media_type=SVG,
        headers=headers,
        accepted=_accepted(request),
    )


class Shape(NamedTuple):
    """What a picture shows, and how."""

    at: int | None
    turn: int | None
    width: int
    dark: bool
    lang: str


async def _picture(
    service: InjectedService,
    open_game: OpenGame,
    stream: ViewerStream,
    shape: Shape,
) -> bytes:
    version = stream.head.seq

    def make(past: History) -> bytes:
        line = named_line(past, shape.at, shape.turn) or version
        shown = position(past.replay, line, shape.lang)
        drawn = svg(
            open_game.game,
            shown.scene,
            shape.width,
            own=past.opened.view or 0,
            moved=shown.moved,
            dark=shape.dark,
        )
        return game_json(open_game.game, drawn)

    key = (stream.key, "picture", version, shape)
    try:
        return await service.chapters.kept(key, open_game, stream, make, len, scenes=2)
    except IndexError as e:
        raise Missing(e.args[0]) from None
