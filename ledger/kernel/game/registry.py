"""The installed games, and how to find one by name."""

from __future__ import annotations

import functools
from importlib import metadata
from typing import TYPE_CHECKING

from ledger.kernel.errors import Malformed

if TYPE_CHECKING:
    pass
from ledger.kernel.game.interface import Game


@functools.cache
def installed() -> dict[str, Game]:
    """Return every installed game by name."""
    found = {e.name: e for e in metadata.entry_points(group="ledger.games")}
    return {name: found[name].load() for name in sorted(found)}


@functools.cache
def find_game(name: str) -> Game:
    """Find an installed game by its name or one of its titles; the error lists the games."""
    try:
        for e in metadata.entry_points(group="ledger.games", name=name.lower()):
            game: Game = e.load()
            return game
    except (TypeError, ValueError):
        pass
    low = name.strip().lower()
    for game in installed().values():
        if low in (
            t.lower() for t in (game.meta.name, game.meta.title, *game.meta.titles.values())
        ):
            return game
    from ledger.kernel.session.suggest import did_you_mean  # here, because it imports games

    known = ", ".join(installed())
    raise Malformed(
        f"there is no game called {name!r}; installed games: {known or 'none'}",
        hint=did_you_mean(low, installed()),
        about="game",
    )
