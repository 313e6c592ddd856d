"""The games of a library in order, kept in memory: a page of them costs the same in any library."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterable

from ledger.kernel.text.accents import unaccented
from ledger.library.catalogue import Catalogue, Entry
from ledger.library.interface import ReadableLibrary

from .interface import GameFilter, GamePage, is_unsealed, player_names

LOOKS = 2000
"""Games that are looked at for one page; who wants more asks for the next one."""

Shelf = tuple[str, str]
_ALL: Shelf = ("all", "")
_UNSEALED: Shelf = ("unsealed", "")


class LibraryListing:
    """Follows a library's journal; safe to use from threads."""

    def __init__(self, library: ReadableLibrary) -> None:
        self._library = library
        self._mutex = threading.Lock()
        self._catalogue: Catalogue | None = None
        self._touched = 0
        self._ids: dict[Shelf, list[str]] = {}
        self._shelves: dict[str, tuple[Shelf, ...]] = {}

    def some(self, ids: Collection[str]) -> dict[str, Entry]:
        """Return what is known of some games."""
        entries = self._library.catalogue.entries
        return {id: entries[id] for id in ids if id in entries}

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games behind an id; fewer than the limit when they are hard to find."""
        with self._mutex:
            entries = self._catch_up().entries
            ids = min((self._ids.get(shelf, []) for shelf in _shelves_for(wanted)), key=len)
            found: list[Entry] = []
            start = bisect_right(ids, after)
            for n in range(start, min(start + LOOKS, len(ids))):
                entry = entries.get(ids[n])  # somebody else may have read on and lost it
                if entry is not None and wanted.takes(entry):
                    found.append(entry)
                if len(found) == limit:
                    break
            else:
                n = min(start + LOOKS, len(ids)) - 1
            return GamePage(found, ids[n] if n + 1 < len(ids) else None)

    def _catch_up(self) -> Catalogue:
        catalogue = self._library.catalogue
        if catalogue is not self._catalogue:
            self._catalogue = catalogue
            self._touched = len(catalogue.touched)
            self._begin(list(catalogue.entries.values()))
        new = catalogue.touched[self._touched :]
        self._touched += len(new)
        for id in dict.fromkeys(new):
            self._place(id, catalogue.entries.get(id))
        return catalogue

    def _begin(self, entries: Iterable[Entry]) -> None:
        self._ids, self._shelves = {}, {}
        for entry in sorted(entries, key=lambda e: e.id):
            self._shelves[entry.id] = _shelves_of(entry)
            for shelf in self._shelves[entry.id]:
                self._ids.setdefault(shelf, []).append(entry.id)

    def _place(self, id: str, entry: Entry | None) -> None:
        """Put a game on its shelves, and take it from those where it no longer belongs."""
        old = self._shelves.pop(id, ())
        new = () if entry is None else _shelves_of(entry)
        for shelf in set(old) - set(new):
            del self._ids[shelf][bisect_left(self._ids[shelf], id)]
        for shelf in set(new) - set(old):
            insort(self._ids.setdefault(shelf, []), id)
        if new:
            self._shelves[id] = new


def _shelves_of(entry: Entry) -> tuple[Shelf, ...]:
    shelves = {_ALL, *(("player", name) for name in player_names(entry))}
    if entry.game is not None:
        shelves.add(("game", entry.game))
    if is_unsealed(entry):
        shelves.add(_UNSEALED)
    return tuple(shelves)


def _shelves_for(wanted: GameFilter) -> list[Shelf]:
    shelves = [_ALL]
    if wanted.game is not None:
        shelves.append(("game", wanted.game))
    if wanted.player is not None:
        shelves.append(("player", unaccented(wanted.player)))
    if wanted.unsealed:
        shelves.append(_UNSEALED)
    return shelves
