"""Routes: choosing a move, by picking pieces or by typing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from ledger.kernel.errors import Stale
from ledger.kernel.game.game import Game
from ledger.kernel.game.views import Asked
from ledger.kernel.move_chooser import Choice, Chooser, Pick
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.notation.driver.pending_move import PendingMove
from ledger.kernel.rules.command import Command
from ledger.protocol.schemas import (
    ChoiceButton,
    Choices,
    Completion,
    Completions,
    PaymentField,
    PieceSpot,
    RefusedChoice,
)
from ledger.recorder.completion import complete
from ledger.service.auth.permissions import token_of
from ledger.service.game_json import game_json
from ledger.service.http.errors import NOT_MODIFIED, QUERY_ERRORS, documented
from ledger.service.http.request_headers import GameIdPath, IfNoneMatch
from ledger.service.responses import versioned_response
from ledger.service.service import ApiRequest, InjectedService

from .reading import Seat, game_and_seat

T = TypeVar("T")
MOST_PICKS = 64
MOST_COMPLETIONS = 60
Picks = Annotated[
    list[str] | None,
    QueryParameter(
        name="pick",
        max_items=MOST_PICKS,
        description="What was chosen so far, in its order: `verb:take`, `piece:market:R5` (region "
        "and value), `field:times:2`, `move:take R5`",
    ),
]
Lang = Annotated[
    str, QueryParameter(max_length=20, description="Language of the words: en, pl or it")
]
ForVersion = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**53, description="Refuse with 412 if the game has moved on"),
]


class _Typist:
    """Somebody typing a move, as far as completion needs to know."""

    words: tuple[str, ...] = ()
    pending: PendingMove | None = None
    setup: Any = None
    box: Any = None
    yes_or_no = False
    prompt = ""

    def __init__(self, chooser: Chooser, lang: str) -> None:
        self.chooser, self.lang = chooser, lang
        self.names = chooser.names

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.chooser.game

    def legal(self) -> list[str]:
        """Return the legal moves, as they are typed."""
        return self.chooser.moves


@get(
    "/games/{id:str}/choices",
    operation_id="choose_move",
    summary="Choose a move piece by piece",
    responses=documented(
        (*QUERY_ERRORS, 412), {200: (Choices, "What can come next"), **NOT_MODIFIED}
    ),
)
async def choices(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    picks: Picks = None,
    version: ForVersion = None,
    lang: Lang = "en",
    seat: Seat = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return what can be picked next, and the chosen move once it is clear."""
    open_game, stream, mine = await game_and_seat(request, service, id, seat)
    at = stream.head.seq
    if version not in (None, at):
        raise Stale(
            "the game has moved on: it is at version {last}, not {version}",
            seq=at,
            last=at,
            version=version,
        )
    chosen = [Pick.read(text) for text in picks or ()]
    work = _work(request, service)
    asked = open_game.game.rules.question_for(stream.state, mine) or next(
        iter(open_game.game.rules.awaiting(stream.state)), None
    )
    question = Asked(*asked) if asked else None
    chooser = await service.choosers.find(open_game, stream, mine, work)

    def choose() -> tuple[Choice, str, Command | None]:
        return chooser.narrow(chosen, lang), chooser.question(lang), chooser.decline()

    found, prompt, decline = await work(choose)
    undo = stream.viewer == mine and await open_game.may_undo(mine)
    refused = found.refused
    command = found.command
    body = Choices(
        game=open_game.game.meta.name,
        version=at,
        seat=mine,
        question=question,
        asks=own_word(open_game.game, question.ask, lang) if question else "",
        left=found.left,
        lit=[PieceSpot(region=r, value=v) for r, v in found.lit],
        buttons=[ChoiceButton(pick=str(b.pick), text=b.text) for b in found.buttons],
        settled=[PieceSpot(region=r, value=v) for r, v in found.settled],
        payments=[PaymentField(**p._asdict()) for p in found.payments],
        paid=list(found.free),
        proposed=[PieceSpot(region=r, value=v) for r, v in found.proposed],
        command=_as_json(open_game.game, command),
        move=found.move,
        words=list(found.words),
        label=found.label,
        prompt=prompt,
        decline=_as_json(open_game.game, decline),
        refused=refused
        and RefusedChoice(detail=refused.message, rule=refused.rule, unfinished=refused.unfinished),
        undo=undo,
    )
    return versioned_response(open_game.game, body, at, known)


@get(
    "/games/{id:str}/completions",
    operation_id="complete_move",
    summary="Complete a typed move",
    responses=documented(own={200: (Completions, "What may follow"), **NOT_MODIFIED}),
)
async def completions(
    id: GameIdPath,
    request: ApiRequest,
    service: InjectedService,
    text: Annotated[str, QueryParameter(max_length=2000, description="What was typed so far")] = "",
    lang: Lang = "en",
    seat: Seat = None,
    known: IfNoneMatch = None,
) -> Response[bytes]:
    """Return what can come next in a move, or what can replace the word being typed."""
    open_game, stream, mine = await game_and_seat(request, service, id, seat)
    work = _work(request, service)
    at = stream.head.seq
    chooser = await service.choosers.find(open_game, stream, mine, work)
    found = await work(lambda: complete(_Typist(chooser, lang), text))
    body = Completions(
        version=at,
        completions=[Completion(text=c.text, begun=c.begun) for c in found[:MOST_COMPLETIONS]],
        more=len(found) > MOST_COMPLETIONS,
    )
    return versioned_response(open_game.game, body, at, known)


def _as_json(game: Game, command: Command | None) -> msgspec.Raw | None:
    return None if command is None else msgspec.Raw(game_json(game, command))


def _work(request: ApiRequest, service: InjectedService) -> Callable[[Callable[[], T]], Any]:
    """Return a function that runs slow work for this token when its turn comes."""
    token = token_of(request)
    return lambda work: service.choosing.run(token.id, work)
