"""The installed games, and how to find one by name.

A game that can't be loaded doesn't affect the others: it is left out with a warning, and asking for
it by name gives the reason.
"""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.errors import BY_CODE, BrokenGame, GameWarning, Malformed
from ledger.kernel.faults import at, place_in, what_was_raised
from ledger.kernel.message import Message, Text
from ledger.kernel.plugins import (
    OURS,
    distribution_of,
    entry_points,
    forget_entry_points,
    is_ours,
    shipped_by,
)
from ledger.kernel.text.suggest import did_you_mean

from .game import Game

if TYPE_CHECKING:
    from importlib import metadata

_loaded: list[Game] = []
_offered: dict[str, Game] = {}


class Unloadable(NamedTuple):
    """An installed game that is left out: its name, the distribution it comes from, and why."""

    name: str
    distribution: str
    reason: Text
    cause: BaseException | None = None

    @property
    def whose(self) -> str:
        """The game and, if known, the distribution that it comes from."""
        return f"{self.name!r} ({self.distribution})" if self.distribution else repr(self.name)

    def error(self) -> BrokenGame:
        """Return the error for anyone who asks for this particular game."""
        broken = BrokenGame(
            "the game {whose} is installed but can't be loaded: {reason}",
            hint="this is a fault of the game; LEDGER_DEBUG=1 shows the traceback",
            about="game",
            whose=self.whose,
            reason=self.reason,
        )
        broken.game, broken.__cause__ = self.name, self.cause
        return broken


class _NotAGame(Exception):
    """An entry point leads to something that isn't a game."""

    def __init__(self, value: str, kind: str) -> None:
        self.text = Message("{value} is a {kind}, not a Game", value=value, kind=kind)
        super().__init__(self.text)


class _Installation(NamedTuple):
    games: dict[str, Game]
    broken: tuple[Unloadable, ...]


def installed() -> dict[str, Game]:
    """Return all installed games by name, with a warning for each that can't be loaded."""
    found = _found()
    _warn()
    return found.games


def unloadable() -> tuple[Unloadable, ...]:
    """Return the installed games that can't be loaded."""
    return _found().broken


def loaded() -> list[Game]:
    """Return the games loaded so far, without loading any."""
    return list(_loaded)


@functools.cache
def find_game(name: str) -> Game:
    """Find an installed game by its name or one of its titles.

    Raises `Malformed`, which lists the installed games, if there isn't one, and `BrokenGame` if it
    can't be loaded.
    """
    low = name.strip().lower()
    if low in _offered:
        return _offered[low]
    if (own := _own(low)) is not None:
        return own
    loaded = [_load(entry) for entry in entry_points().get(low, ())]
    for game in loaded:
        if isinstance(game, Game):
            return game
    for broken in loaded:
        if isinstance(broken, Unloadable):
            raise broken.error()
    for game in installed().values():
        if low in (
            t.lower() for t in (game.meta.name, game.meta.title, *game.meta.titles.values())
        ):
            return game
    known = ", ".join(installed())
    raise Malformed(
        "there is no game called {name!r}; installed games: {known}",
        hint=did_you_mean(low, installed()),
        about="game",
        name=name,
        known=known or Message("none"),
    )


def _own(name: str) -> Game | None:
    """Return one of our own games without looking at everything installed, which is slow."""
    if not name.isidentifier():
        return None
    try:
        game = importlib.import_module(OURS + name).GAME
    except BY_CODE:  # a search among all games reports why
        return None
    _keep(game)
    return game  # type: ignore[no-any-return]


def _keep(game: Game) -> None:
    if game not in _loaded:
        _loaded.append(game)


@contextmanager
def offered(game: Game) -> Iterator[None]:
    """Let a game be found by its name inside the `with` block, even if it isn't installed."""
    before = dict(_offered)
    _offered[game.meta.name] = game
    find_game.cache_clear()
    try:
        yield
    finally:
        _offered.clear()
        _offered.update(before)
        find_game.cache_clear()


def forget_games() -> None:
    """Discard everything that is cached about installed games, as others may have been installed
    since.
    """
    for known in (find_game, _found, _warn, _load):
        known.cache_clear()
    forget_entry_points()
    _loaded.clear()


@functools.cache
def _found() -> _Installation:
    games: dict[str, Game] = {}
    broken: list[Unloadable] = []
    for entries in entry_points().values():
        taken: Game | None = None
        for entry in entries:
            game = _load(entry)
            if isinstance(game, Unloadable):
                broken.append(game)
                continue
            same = (x for x in games.values() if x.meta.name == game.meta.name)
            first = taken or next(same, None)
            if first is None:
                games[entry.name] = taken = game
            else:
                other = shipped_by(first.meta.name, first.package) or first.package
                reason = Message("{other} already has a game with that name", other=other)
                broken.append(Unloadable(entry.name, distribution_of(entry), reason))
    return _Installation(dict(sorted(games.items())), tuple(broken))


@functools.cache
def _warn() -> None:
    """Warn about each game that is left out, but only once."""
    for game in unloadable():
        told = Message(
            "the game {whose} can't be loaded and is left out: {reason}",
            whose=game.whose,
            reason=game.reason,
        )
        warnings.warn(GameWarning(told), stacklevel=3)


@functools.cache
def _load(entry: metadata.EntryPoint) -> Game | Unloadable:
    """Load a game; if it isn't ours, also read what would otherwise be read only when needed."""
    try:
        game = entry.load()
        if not isinstance(game, Game):
            raise _NotAGame(entry.value, type(game).__name__)
        if not is_ours(entry):
            _ = game.boxes.standard, game.rulebook.ids, game.words.inline_slots
    except BY_CODE as e:
        return Unloadable(entry.name, distribution_of(entry), _reason(entry, e), e)
    _keep(game)
    return game


def _reason(entry: metadata.EntryPoint, error: BaseException) -> Text:
    if isinstance(error, _NotAGame):
        return error.text
    place = place_in(error, entry.module.partition(".")[0])
    return Message("{raised}{where}", raised=what_was_raised(error), where=at(place))
