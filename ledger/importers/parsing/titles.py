"""Finding the installed game that a title refers to."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import installed
from ledger.kernel.message import Message
from ledger.kernel.text.accents import plain_letters

_KEEP_ACCENTS = "ħŧŋ"
"""Letters that keep their accents, as they already do in the keys of plays imported earlier."""


class TitleMatch(NamedTuple):
    """The game with a title, or the reason why none was found."""

    game: str | None = None
    problem: Message | None = None


@functools.lru_cache(maxsize=4096)
def squash(text: str) -> str:
    """Return a title without case, accents, spaces and punctuation."""
    plain = plain_letters(text.casefold(), keep=_KEEP_ACCENTS)
    return "".join(ch for ch in plain if ch.isalnum())


class Titles:
    """All names of the installed games, ready for lookups."""

    def __init__(self, games: Mapping[str, Game] | None = None) -> None:
        self.names: dict[str, set[str]] = {}
        self.short: dict[str, str] = {}
        self.bgg: dict[int, set[str]] = {}
        self._ids: dict[str, int] = {}
        self._found: dict[tuple[object, ...], TitleMatch] = {}
        for name, game in (installed() if games is None else games).items():
            meta = game.meta
            self.short[squash(name)] = name
            for title in (meta.title, *meta.titles.values(), *meta.also):
                if key := squash(title):
                    self.names.setdefault(key, set()).add(name)
            if meta.bgg is not None and meta.bgg > 0:
                self.bgg.setdefault(meta.bgg, set()).add(name)
                self._ids[name] = meta.bgg

    def find(self, *titles: str | None, bgg: int | None = None, short: bool = False) -> TitleMatch:
        """Return the game that the titles and the BGG id refer to, unless they contradict it.

        `short` also accepts the names that our commands use. Elsewhere such a name can be the title
        of another game: Istanbul isn't Istanbul: The Dice Game.
        """
        asked = (*titles, bgg, short)
        found = self._found.get(asked)
        if found is None:
            if len(self._found) > 10_000:
                self._found.clear()
            found = self._found[asked] = self._find(titles, bgg, short)
        return found

    def _find(self, titles: tuple[str | None, ...], bgg: int | None, short: bool) -> TitleMatch:
        by_id = self.bgg.get(bgg, set()) if bgg else set()
        if len(by_id) == 1:
            return TitleMatch(next(iter(by_id)))
        for title in titles:
            key = squash(title or "")
            hits = self.names.get(key, set())
            if short and not hits and (name := self.short.get(key)) is not None:
                if title != name:
                    unsure = Message(
                        "{title!r} may not be {game}: if it is, write {game} or its whole title",
                        title=title,
                        game=name,
                    )
                    return TitleMatch(problem=unsure)
                hits = {name}
            if len(hits) > 1:
                which = ", ".join(sorted(hits))
                open = Message(
                    "the title {title!r} could be {games}, so the game is left open",
                    title=title,
                    games=which,
                )
                return TitleMatch(problem=open)
            for name in hits:
                own = self._ids.get(name)
                if bgg and own and bgg != own:
                    other = Message(
                        "{title!r} has the BGG number {number}, but {game} has {own}: it is kept "
                        "as a different game",
                        title=title,
                        number=bgg,
                        game=name,
                        own=own,
                    )
                    return TitleMatch(problem=other)
                return TitleMatch(name)
        return TitleMatch()
