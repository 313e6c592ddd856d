"""What the routes share: the games, the tokens, the questions, the counting."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency

from ledger.kernel.errors import Failed, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.game.views import Asked
from ledger.kernel.log.events import Ended
from ledger.kernel.message import Message
from ledger.kernel.narration.narrate import scores, title_in, view_at
from ledger.protocol.schemas import Answer, Done, GameFacts, Health, Position, Result, Status

from .auth.tokens import Token
from .backend import Backend
from .http.errors import JSON
from .http.metrics import Metrics
from .http.packing import packed, packed_tag, plain_tag, takes_gzip
from .http.request_headers import TAG_DIGITS
from .open_games.chapter_cache import ChapterCache
from .open_games.open_game import OpenGame, WriteResult
from .open_games.playing.chooser_cache import ChooserCache
from .open_games.registry import OpenGameRegistry
from .open_games.streams.viewer_stream import History, ViewerStream
from .public.fair_queue import FairQueue
from .public.game_queries import GameFiles
from .public.lake import LakeQueries
from .public.queries import PublicQueries
from .public.questions import Queries

T = TypeVar("T")
QUESTIONS = 2
"""Questions in SQL that run at once, each in a process of its own."""
QUESTIONS_EACH = 8
"""Questions of one token that run or wait; one more is turned away at once."""
QUESTIONS_WAITING = 256
"""The same for all tokens together."""
QUESTION_PATIENCE = 15.0
"""Seconds that a question waits for its turn: longer than any other may take."""
CHOICES = 2
"""How many moves are sought and narrowed at once."""
CHOICES_EACH = 8
CHOICES_WAITING = 512
CHOICE_PATIENCE = 10.0
ApiRequest = Request[Any, Any, State]
_encode = msgspec.json.Encoder().encode


class Service:
    """Everything behind the routes."""

    def __init__(
        self,
        backend: Backend,
        registry: OpenGameRegistry,
        metrics: Metrics,
        *,
        heartbeat: float,
        slow_reader: float,
        lake: Path | None = None,
    ) -> None:
        self.registry, self.metrics = registry, metrics
        self.heartbeat, self.slow_reader = heartbeat, slow_reader
        self.tokens = backend.tokens
        self.public: Queries = (
            PublicQueries(backend.library, backend.cache / "public")
            if lake is None
            else LakeQueries(lake)
        )
        self.game_files = GameFiles(backend.store, backend.cache / "games")
        self.chapters = ChapterCache(on_scenes=metrics.scenes.inc)
        metrics.scene_bytes.set_function(lambda: self.chapters.bytes)
        self.questions = FairQueue(
            QUESTIONS, each=QUESTIONS_EACH, most=QUESTIONS_WAITING, patience=QUESTION_PATIENCE
        )
        self.choosers = ChooserCache()
        self.choosing = FairQueue(
            CHOICES, each=CHOICES_EACH, most=CHOICES_WAITING, patience=CHOICE_PATIENCE
        )
        metrics.sql_running.set_function(lambda: self.questions.running)
        metrics.sql_waiting.set_function(lambda: self.questions.waiting)
        metrics.games.set_function(lambda: len(registry.open_games))

    async def in_background(self, work: Callable[[], T]) -> T:
        """Do something slow, away from the threads that write games."""
        return await asyncio.to_thread(work)

    async def answer(self, token: Token, question: Callable[[], T]) -> T:
        """Answer a token's question in SQL when it is its turn, and count it."""
        start = monotonic()
        try:
            return await self.questions.run(token.id, question)
        except LedgerError as e:
            self.metrics.sql_refused.labels(e.kind).inc()
            raise
        finally:
            self.metrics.sql_seconds.observe(monotonic() - start)

    async def health(self) -> Health:
        """Say how the service is; whether the library can be written is found out by writing."""
        problem = await self.registry.disk.problem()
        self.metrics.writable.set(problem is None)
        broken = [
            open_game
            for open_game in self.registry.read_only
            if open_game.log.writing or isinstance(open_game.log.trouble, Failed)
        ]
        self.metrics.read_only.set(len(broken))
        message = None
        if problem is not None:
            message = Message(
                "nobody can play, because the library can't be written: {reason}", reason=problem
            )
        elif broken:
            message = Message("the disk failed: these games can be read, but nobody can play on")
        closing = self.registry.closing.is_set()
        return Health(
            status="closing" if closing else "degraded" if message else "ok",
            writable=problem is None,
            read_only=len(broken),
            message=None if closing or message is None else str(message),
        )


InjectedService = NamedDependency[Service]


def status_of(open_game: OpenGame) -> Status:
    """Say whether a game goes on."""
    if open_game.log.trouble is not None:
        return "damaged" if open_game.log.trouble.kind == "damaged" else "read-only"
    return "over" if open_game.over else "running"


def facts_of(open_game: OpenGame, stream: ViewerStream, lang: str = "en") -> GameFacts:
    """Return a game as a viewer sees it."""
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
    """Return the position after a line as a viewer sees it."""
    state, line = past.replay.at(at), past.lines[at - 1]
    ended = None if game.rules.awaiting(state) else past.ended(at)
    facts = _standing(game, state, viewer, ended)
    if line.more:
        facts["awaiting"] = facts["answering"] = ()  # inside a move nobody is asked
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
        "result": ended
        and Result(
            reason=ended.reason,
            ranking=ended.ranking,
            scores=ended.scores,
            finished=not ended.broken_off,
        ),
    }


def done_response(game: Game, written: WriteResult) -> Response[bytes]:
    """Answer a request that wrote something, now or before."""
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
    body: Answer | bytes,
    version: int,
    known: str | None = None,
    *,
    status: int = 200,
    media_type: str = JSON,
    headers: Mapping[str, str] | None = None,
    accepted: str | None = None,
) -> Response[bytes]:
    """Answer with a tag of the version and of what is sent; nothing when the client has that.

    What is sent is different for each viewer and media type, and so is its tag. With `accepted`, a
    header `Accept-Encoding`, it is packed for who takes that.
    """
    data = body if isinstance(body, bytes) else _encode(body)
    digest = hashlib.sha256(media_type.encode() + b"\n" + data).hexdigest()
    tag = f'"{version}-{digest[:TAG_DIGITS]}"'
    sent = {"ETag": tag, **(headers or {})}
    if accepted is not None:
        sent["Vary"] = "Accept-Encoding"
        if takes_gzip(accepted) and (small := packed(data)) is not None:
            data = small
            sent |= {"ETag": packed_tag(tag), "Content-Encoding": "gzip"}
    if known is not None:
        tags = {plain_tag(t.strip().removeprefix("W/")) for t in known.split(",")}
        if tags & {tag, "*"}:
            sent.pop("Content-Encoding", None)
            return Response(b"", status_code=304, media_type=media_type, headers=sent)
    return Response(data, status_code=status, media_type=media_type, headers=sent)
