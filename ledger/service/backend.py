"""The interface between a service and its storage, be it a folder or a database."""

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
    """The games in order. The cost of a page doesn't depend on how many games there are."""

    def some(self, ids: Collection[str]) -> dict[str, GameEntry]:
        """Return the entries of these games, by id."""

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games after an id; fewer than `limit` if matches are hard to find."""

    def pages(self, wanted: GameFilter, limit: int) -> Iterator[list[GameEntry]]:
        """Yield all matching games, in batches."""

    def lines(self) -> dict[str, int]:
        """Return the number of lines in each log, in the order of the ids."""


class Journal(Protocol):
    """Where new games and the growth of games are recorded. Called from threads, one at a time."""

    def add(self, id: str, game: str, data: bytes) -> None:
        """Record a new log, durably, and store its bytes."""

    def grew(self, logs: Mapping[str, LogFacts]) -> None:
        """Record how long logs have become, all of them durably at once."""

    def pause_if_idle(self) -> None:
        """Let others write if there has been nothing to do for a while."""

    def close(self) -> None:
        """Release everything."""


class Growth(NamedTuple):
    """Lines added to a game, and the position in the timeline after them."""

    game: str
    first: int
    last: int
    offset: int


class Timeline(Protocol):
    """The order in which all games grew; its methods must be called from the event loop.

    It is started when first needed. A position in it never changes, and is the same in every
    process.
    """

    waiting: set[asyncio.Event]
    """Events to set when there is more to read."""

    @property
    def wants_keeping(self) -> bool:
        """Whether `keep` should be called from time to time."""

    async def keep(self, heads: Callable[[], Mapping[str, int]]) -> None:
        """Start the timeline, or take in what others wrote; `heads` returns the last lines of games
        here.
        """

    def opened(self, game: str, last: int) -> None:
        """Note how long a game was when it was opened."""

    def grew(self, game: str, last: int) -> None:
        """Note that a game has reached this line."""

    async def flush(self) -> None:
        """Make everything noted so far durable, then wake the readers."""

    async def after(self, offset: int) -> list[Growth]:
        """Return some of the growths after a position; an empty list means there are no more."""

    async def latest(self, wanted: Callable[[Growth], bool]) -> Growth | None:
        """Return the last growth for which `wanted` is true."""

    async def holding(self, game: str, line: int) -> Growth | None:
        """Return the growth that contains this line of a game."""

    def wake(self) -> None:
        """Let every reader check for news."""

    async def close(self) -> None:
        """Release everything."""


class Backend(NamedTuple):
    """Everything that a service keeps; `name` can be shown to the people who run it.

    `probe` tries to write something and returns what prevents it, if anything does. `cache` holds
    what can be rebuilt. `close` releases everything but the journal.
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
