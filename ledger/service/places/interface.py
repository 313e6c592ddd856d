"""What a service works on, whatever it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ledger.library.library import ReadableLibrary
from ledger.service.auth.token_store import TokenStore
from ledger.service.rooms.interface import GameListing, Journal, Timeline
from ledger.service.rooms.room import Runtime
from ledger.store.store import Store


class Place(NamedTuple):
    """Everything that a service keeps; `name` may be shown to whoever runs it.

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
    probe: Callable[[], str | None]
    cache: Path
    close: Callable[[], None]
