"""Routes: the list of games, and new games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any, get_args, get_type_hints

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import installed
from ledger.kernel.narration.narrate import option_word, title_in
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.game_list import GameFilter, GamePage
from ledger.protocol.errors import Forbidden
from ledger.protocol.schemas import (
    Branch,
    GameFacts,
    GameKind,
    GameKinds,
    GameList,
    GameRow,
    NewGame,
    OptionType,
    Status,
    TokenFacts,
)
from ledger.service.auth.permissions import (
    own_sender,
    require_admin,
    require_host,
    require_referee,
    token_of,
)
from ledger.service.auth.tokens import Token
from ledger.service.http.errors import NOT_MODIFIED, READ_ERRORS, WRITE_ERRORS, documented
from ledger.service.http.request_headers import (
    GameIdPath,
    IdempotencyKey,
    IfNoneMatch,
    Lang,
    key_of,
)
from ledger.service.open_games.open_game import OpenGame, Sender
from ledger.service.responses import facts_of, status_of, versioned_response
from ledger.service.service import ApiRequest, InjectedService

from .reading import game_and_stream

MOST = 1000
PAGES = 4
"""How many pages of the list are searched for one response."""
NO_CONTROLS = r"^[^\x00-\x1f]*$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
CREATED = documented(
    WRITE_ERRORS,
    {200: (GameFacts, "The same request already made it"), 201: (GameFacts, "A new game")},
)


@get(
    "/kinds",
    operation_id="list_kinds",
    summary="List the games that can be played",
    responses=documented(),
)
async def kinds(request: ApiRequest, lang: Lang = "en") -> GameKinds:
    """Return every installed game."""
    token_of(request)
    return GameKinds(games=[_kind(name, game, lang) for name, game in installed().items()])


def _kind(name: str, game: Game, lang: str) -> GameKind:
    defaults = zip(
        game.rules.opening.options.__struct_fields__[::-1],
        game.rules.opening.options.__struct_defaults__[::-1],
        strict=False,
    )
    types = get_type_hints(game.rules.opening.options)
    return GameKind(
        name=name,
        title=title_in(game, lang),
        rules=game.meta.edition,
        players=game.meta.players,
        options={f: d if isinstance(d, str | int | bool) else None for f, d in defaults},
        option_types={
            f: _option_type(types[f], f, lambda text: option_word(game, text, lang))
            for f in game.rules.opening.options.__struct_fields__
        },
        bots=tuple(game.bots),
    )


def _option_type(kind: Any, option: str, say: Callable[[object], str]) -> OptionType:
    """Return the possible values of an option, as far as a form can show them."""
    choices = (False, True) if kind is bool else get_args(kind)
    if choices and all(isinstance(choice, str | int) for choice in choices):
        first: Any = type(choices[0])
    else:
        choices, first = (), kind
    name: Any = {bool: "boolean", int: "integer"}.get(first, "string")
    labels = () if first is bool else tuple(map(say, choices))
    return OptionType(type=name, choices=choices, label=say(option), labels=labels)


@get("/whoami", operation_id="get_own_token", summary="Show your own token", responses=documented())
async def whoami(request: ApiRequest) -> TokenFacts:
    """Return what is known about the token."""
    return token_of(request).facts()


@post("/games", operation_id="create_game", summary="Start a game", responses=CREATED)
async def create(
    request: ApiRequest,
    data: JSONBody[NewGame],
    service: InjectedService,
    key: IdempotencyKey = None,
) -> Response[bytes]:
    """Start a game; repeating the key returns the same game."""
    token = require_host(request)
    _check_wish(token, data.id)
    own = _own_key(token, key_of(key, data.key))
    open_game, new = await service.registry.create(data, own)
    await _give(service, token, open_game)
    return await _created_response(service, open_game, new)


@post(
    "/games/{id:str}/branches",
    operation_id="branch_game",
    summary="Branch a game",
    responses=CREATED,
)
async def branch(
    id: GameIdPath,
    request: ApiRequest,
    data: JSONBody[Branch],
    service: InjectedService,
    key: IdempotencyKey = None,
) -> Response[bytes]:
    """Start a game that continues from a line of this one; you become its referee."""
    require_referee(request, id)
    token = token_of(request)
    _check_wish(token, data.id)
    own = _own_key(token, key_of(key, data.key))
    open_game, new = await service.registry.branch(
        await service.registry.get(id), data.at, data.id, own
    )
    await _give(service, token, open_game)
    return await _created_response(service, open_game, new)


def _check_wish(token: Token, id: str | None) -> None:
    """Refuse an id chosen by anyone but an admin: trying ids would reveal which ones are taken."""
    if id is not None and token.role != "admin":
        raise Forbidden("only an admin can choose the id of a game; leave it out")


def _own_key(token: Token, key: str | None) -> str | None:
    """Keep the keys of different creators apart: the same key means a different game for each."""
    if key is None:
        return None
    return Sender(None).key(key) if token.role == "admin" else f"{token.id}:{key}"


async def _give(service: InjectedService, token: Token, open_game: OpenGame) -> None:
    """Give the creator's token access to a new game, unless it already covers every game."""
    if not token.sees(open_game.id):
        await service.in_background(lambda: service.tokens.grant(token.id, open_game.id))


async def _created_response(
    service: InjectedService, open_game: OpenGame, new: bool
) -> Response[bytes]:
    stream = await open_game.stream_of(None)
    service.registry.timeline.grew(open_game.id, open_game.log.head.seq)
    where = {"Location": f"/api/v1/games/{open_game.id}"}
    return versioned_response(
        open_game.game,
        facts_of(open_game, stream),
        stream.head.seq,
        status=201 if new else 200,
        headers=where,
    )


@post(
    "/games/{id:str}/reopen",
    operation_id="reopen_game",
    summary="Open a game again",
    status_code=200,
    responses=documented(WRITE_ERRORS, {200: (GameFacts, "The game")}),
)
async def reopen(id: GameIdPath, request: ApiRequest, service: InjectedService) -> Response[bytes]:
    """Open a game again after its disk failed."""
    require_admin(request)
    open_game = await service.registry.reopen(id)
    stream = await open_game.stream_of(None)
    return versioned_response(open_game.game, facts_of(open_game, stream), stream.head.seq)


@get(
    "/games/{id:str}",
    operation_id="get_game",
    summary="Show a game",
    responses=documented(READ_ERRORS, {200: (GameFacts, "The game"), **NOT_MODIFIED}),
)
async def get_game(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    lang: Lang = "en",
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return a game: who is playing, how far it has got, whose turn it is, how it ended."""
    open_game, stream = await game_and_stream(request, service, id)
    return versioned_response(
        open_game.game, facts_of(open_game, stream, lang), stream.head.seq, known
    )


@get("/games", operation_id="list_games", summary="List games", responses=documented())
async def list_games(
    request: ApiRequest,
    service: InjectedService,
    game: Annotated[
        str | None, QueryParameter(max_length=64, description="Only of this game")
    ] = None,
    status: Annotated[Status | None, QueryParameter(description="Only in this state")] = None,
    player: Annotated[
        str | None, QueryParameter(max_length=200, description="Only with this player")
    ] = None,
    since: Annotated[
        str | None, QueryParameter(pattern=DAY, description="From this day on: 2026-03-01")
    ] = None,
    until: Annotated[
        str | None, QueryParameter(pattern=DAY, description="Up to this day: 2026-03-31")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = 100,
    after: Annotated[
        str | None,
        QueryParameter(max_length=64, pattern=NO_CONTROLS, description="Only ids after this one"),
    ] = None,
) -> GameList:
    """Return games in the order of their ids; a page can be short even if more follow."""
    token = token_of(request)
    wanted = GameFilter(
        game=game,
        player=player,
        since=_day("since", since),
        until=_day("until", until),
        unsealed=status == "running",
    )

    def some() -> GameList:
        rows: list[GameRow] = []
        start: str | None = after or ""
        for _ in range(PAGES):
            found = _page(service, token, wanted, status, start or "", limit - len(rows))
            made = (_row(service, token, entry) for entry in found.entries)
            rows += [row for row in made if status in (None, row.status)]
            start = found.next
            if start is None or len(rows) == limit:
                break
        return GameList(games=rows, next=start)

    return await service.in_background(some)


def _page(
    service: InjectedService,
    token: Token,
    wanted: GameFilter,
    status: Status | None,
    after: str,
    limit: int,
) -> GamePage:
    """Return the next games that a token may see; those in trouble must be open here."""
    listing, open_games = service.registry.listing, service.registry.open_games
    if token.sees_every_game and status not in ("read-only", "damaged"):
        return listing.page(wanted, after, limit)
    mine = list(open_games) if token.sees_every_game else token.own_games
    ids = sorted(id for id in mine if id > after)
    known = listing.some(ids)
    entries = (known[id] for id in ids if id in known)
    found = list(islice((e for e in entries if wanted.takes(e)), limit))
    more = bool(found) and len(found) == limit and found[-1].id != ids[-1]
    return GamePage(found, found[-1].id if more else None)


def _day(name: str, text: str | None) -> str | None:
    try:
        return None if text is None else dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise Malformed(
            "{name}: {text!r} isn't a day; write 2026-03-01", name=name, text=text
        ) from None


def _row(service: InjectedService, token: Token, entry: GameEntry) -> GameRow:
    open_game = service.registry.open_games.get(entry.id)
    status: Status = "running" if entry.kind == "log" and not entry.sealed else "over"
    viewer = own_sender(token, entry.id).viewer
    # the length of the full log would reveal how many remarks a seat may not read
    version = entry.lines if entry.kind == "log" and viewer is None else None
    known = installed().get(entry.game or "")
    if open_game is not None:
        status = status_of(open_game)
        if (seen := open_game.viewers.get(viewer)) is not None:
            version = seen.head.seq
        elif viewer is None:
            version = open_game.log.head.seq
    return GameRow(
        id=entry.id,
        game=entry.game,
        title=known.meta.title if known else entry.title,
        kind=entry.kind,
        status=status,
        players=tuple(s.person.name for s in entry.standings),
        date=entry.date,
        place=entry.place,
        version=version,
    )
