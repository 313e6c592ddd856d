"""What the routes share: games, tokens, SQL queries, metrics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency

from ledger.kernel.errors import LedgerError

from .auth.tokens import Token
from .backend import Backend
from .fair_queue import FairQueue
from .game_threads import GameThreads
from .http.metrics import Metrics
from .open_games.chapter_cache import ChapterCache
from .open_games.playing.chooser_cache import ChooserCache
from .open_games.registry import OpenGameRegistry
from .sql.game_queries import GameFiles
from .sql.lake_queries import LakeQueries
from .sql.public_queries import PublicQueries
from .sql.queries import Queries

T = TypeVar("T")
QUESTIONS = 2
"""How many SQL queries run at once, each in a process of its own."""
QUESTIONS_EACH = 8
"""How many queries of one token may run or wait; one more is refused at once."""
QUESTIONS_WAITING = 256
"""The same for all tokens together."""
QUESTION_PATIENCE = 15.0
"""Seconds that a query waits for its turn: longer than any other may take."""
CHOICES = 2
"""How many searches for moves run at once."""
CHOICES_EACH = 8
CHOICES_WAITING = 512
CHOICE_PATIENCE = 10.0
ApiRequest = Request[Any, Any, State]


class Service:
    """Everything that the routes work with."""

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
            QUESTIONS,
            each=QUESTIONS_EACH,
            most=QUESTIONS_WAITING,
            patience=QUESTION_PATIENCE,
            pool=ThreadPoolExecutor(QUESTIONS, thread_name_prefix="ledger-questions"),
        )
        self.choosers = ChooserCache()
        self.choosing = FairQueue(
            CHOICES,
            each=CHOICES_EACH,
            most=CHOICES_WAITING,
            patience=CHOICE_PATIENCE,
            pool=GameThreads(CHOICES, "ledger-choices", seconds=registry.games.seconds),
        )
        metrics.sql_running.set_function(lambda: self.questions.running)
        metrics.sql_waiting.set_function(lambda: self.questions.waiting)
        metrics.games.set_function(lambda: len(registry.open_games))

    async def in_background(self, work: Callable[[], T]) -> T:
        """Run something slow, away from the threads that write games."""
        return await asyncio.to_thread(work)

    async def answer(self, token: Token, question: Callable[[], T]) -> T:
        """Run a token's SQL query when its turn comes, and count it."""
        start = monotonic()
        try:
            return await self.questions.run(token.id, question)
        except LedgerError as e:
            self.metrics.sql_refused.labels(e.kind).inc()
            raise
        finally:
            self.metrics.sql_seconds.observe(monotonic() - start)


InjectedService = NamedDependency[Service]
