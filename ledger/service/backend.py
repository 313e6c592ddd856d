"""Where a service keeps everything: what it asks of a folder of this machine, or of a database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from ledger.kernel.message import Text
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.facts import LogFacts
from ledger.library.journal.game_list import GameFilter, GamePage
from ledger.library.library import ReadableLibrary
from ledger.store.store import Store

from .auth.token_store import TokenStore
from .open_games.open_game import Runtime


class GameListing(Protocol):
    """The games in order. What a page costs does not depend on how many games there are."""

    def some(self, ids: Collection[str]) -> dict[str, GameEntry]:
        """Return what is known of some games."""

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games behind an id; fewer than the limit when they are hard to find."""

    def pages(self, wanted: GameFilter, limit: int) -> Iterator[list[GameEntry]]:
        """Yield all games that are wanted, some at a time."""

    def lines(self) -> dict[str, int]:
        """Return how many lines each log has, in the order of their ids."""


class Journal(Protocol):
    """Where new games are entered, and how far they are. Called from threads, one at a time."""

    def add(self, id: str, game: str, data: bytes) -> None:
        """Enter a new log, durably, and its bytes into their place."""

    def grew(self, logs: Mapping[str, LogFacts]) -> None:
        """Note how far games are, all of them durably at once."""

    def pause_if_idle(self) -> None:
        """Let others write when there was nothing to do for a while."""

    def close(self) -> None:
        """Let go of everything."""


class Growth(NamedTuple):
    """Lines that a game got, and the place in the timeline behind them."""

    game: str
    first: int
    last: int
    offset: int


class Timeline(Protocol):
    """The order in which all games grew; its methods are for the event loop.

    It is begun when somebody asks for it. A place in it stays a place, and it is the same for
    everybody, whichever process they ask.
    """

    waiting: set[asyncio.Event]
    """Readers who want to know when there is more."""

    @property
    def wants_keeping(self) -> bool:
        """Whether `keep` should be called now and then."""

    async def keep(self, heads: Callable[[], Mapping[str, int]]) -> None:
        """Begin to keep it, or take in what others wrote; `heads`: how far games are here."""

    def opened(self, game: str, last: int) -> None:
        """Note how far a game is that was opened."""

    def grew(self, game: str, last: int) -> None:
        """Note that a game has come to a line."""

    async def flush(self) -> None:
        """Make durable what was noted, then let readers know."""

    async def after(self, offset: int) -> list[Growth]:
        """Return some of what comes behind a place; nothing: that was all."""

    async def latest(self, wanted: Callable[[Growth], bool]) -> Growth | None:
        """Return the last growth that is wanted."""

    async def holding(self, game: str, line: int) -> Growth | None:
        """Return the growth that a line of a game belongs to."""

    def wake(self) -> None:
        """Let every reader look what is new."""

    async def close(self) -> None:
        """Let go of it."""


class Backend(NamedTuple):
    """Everything that a service keeps; `name` may be shown to the people who run it.

    `probe` writes something and says what keeps it from that. In `cache` lies what can be made
    again. `close` lets go of everything but the journal.
    """

    name: str
    store: Store
    library: ReadableLibrary
    listing: GameListing
    journal: Journal
    tokens: TokenStore
    timeline: Callable[[Runtime], Timeline]
    probe: Callable[[], Text | None]
    cache: Path
    close: Callable[[], None]
