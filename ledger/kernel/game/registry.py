"""The installed games, and how to find one by name.

A game that can't be loaded takes nothing else down: it is left out with a warning, and whoever asks
for it is told why.
"""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.errors import BrokenGame, GameWarning, Malformed

from .faults import at, place_in, what_was_raised
from .interface import Game

if TYPE_CHECKING:
    from importlib import metadata

_GROUP = "ledger.games"
_OURS = "ledger.games."
_loaded: list[Game] = []
_offered: dict[str, Game] = {}


class Unloadable(NamedTuple):
    """An installed game that is left out: its name, who ships it, and why."""

    name: str
    distribution: str
    reason: str
    cause: BaseException | None = None

    @property
    def whose(self) -> str:
        """The game and, as far as it is known, the distribution that it comes from."""
        return f"{self.name!r} ({self.distribution})" if self.distribution else repr(self.name)

    def error(self) -> BrokenGame:
        """Return what somebody is told who asks for this very game."""
        broken = BrokenGame(
            f"the game {self.whose} is installed but can't be loaded: {self.reason}",
            hint="this is a fault of the game; LEDGER_DEBUG=1 shows the traceback",
            about="game",
        )
        broken.game, broken.__cause__ = self.name, self.cause
        return broken


class _NotAGame(Exception):
    """What an entry point leads to isn't a game."""


class _Found(NamedTuple):
    games: dict[str, Game]
    broken: tuple[Unloadable, ...]


def installed() -> dict[str, Game]:
    """Return every installed game by name; a warning names each that can't be loaded."""
    found = _found()
    _warn()
    return found.games


def unloadable() -> tuple[Unloadable, ...]:
    """Return the installed games that can't be loaded."""
    return _found().broken


def loaded() -> list[Game]:
    """Return the games that were loaded so far, without loading any."""
    return list(_loaded)


@functools.cache
def find_game(name: str) -> Game:
    """Find an installed game by its name or one of its titles; the error lists the games."""
    low = name.strip().lower()
    if low in _offered:
        return _offered[low]
    if (own := _own(low)) is not None:
        return own
    loaded = [_load(entry) for entry in _entries().get(low, ())]
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
    from ledger.kernel.session.words.suggest import did_you_mean  # here, because it imports games

    known = ", ".join(installed())
    raise Malformed(
        f"there is no game called {name!r}; installed games: {known or 'none'}",
        hint=did_you_mean(low, installed()),
        about="game",
    )


def shipped_by(game: Game) -> str:
    """Return the name and the version of the distribution that a game comes from, if any."""
    entries = _entries().get(game.meta.name.lower(), ())
    return next((_distribution(entry) for entry in entries if _load(entry) is game), "")


def _own(name: str) -> Game | None:
    """Return one of our own games; what else is installed takes long to find out."""
    if not name.isidentifier():
        return None
    try:
        game = importlib.import_module(_OURS + name).GAME
    except Exception:  # whoever looks for it among all the others is told why
        return None
    _keep(game)
    return game  # type: ignore[no-any-return]


def _keep(game: Game) -> None:
    if game not in _loaded:
        _loaded.append(game)


@contextmanager
def offered(game: Game) -> Iterator[None]:
    """Let a game be found by its name for a while, though it need not be installed."""
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
    """Look again for games the next time: others may be installed by then."""
    for known in (find_game, _found, _warn, _load, _entries, _named):
        known.cache_clear()
    _loaded.clear()


@functools.cache
def _entries() -> dict[str, list[metadata.EntryPoint]]:
    """Return the entry points by name, ours first: whoever comes later doesn't get the name."""
    from importlib import metadata

    found: dict[str, list[metadata.EntryPoint]] = {}
    every = metadata.entry_points(group=_GROUP)
    for entry in sorted(every, key=lambda e: (not _ours(e), e.name, _distribution(e))):
        found.setdefault(entry.name.lower(), []).append(entry)
    return found


@functools.cache
def _found() -> _Found:
    games: dict[str, Game] = {}
    broken: list[Unloadable] = []
    for entries in _entries().values():
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
                reason = f"{shipped_by(first) or first.package} has a game of that name already"
                broken.append(Unloadable(entry.name, _distribution(entry), reason))
    return _Found(dict(sorted(games.items())), tuple(broken))


@functools.cache
def _warn() -> None:
    """Warn of each game that is left out; once, however often somebody asks."""
    for game in unloadable():
        told = f"the game {game.whose} can't be loaded and is left out: {game.reason}"
        warnings.warn(told, GameWarning, stacklevel=3)


@functools.cache
def _load(entry: metadata.EntryPoint) -> Game | Unloadable:
    """Load a game; of somebody else's, also look at what is otherwise read only when needed."""
    try:
        game = entry.load()
        if not isinstance(game, Game):
            raise _NotAGame(f"{entry.value} is of type {type(game).__name__}, not a Game")
        if not _ours(entry):
            _ = game.box, game.rule_ids, game.slots, game.inline_slots
    except (Exception, SystemExit) as e:
        return Unloadable(entry.name, _distribution(entry), _reason(entry, e), e)
    _keep(game)
    return game


def _reason(entry: metadata.EntryPoint, error: BaseException) -> str:
    if isinstance(error, _NotAGame):
        return str(error)
    place = place_in(error, entry.module.partition(".")[0])
    return what_was_raised(error) + at(place)


def _ours(entry: metadata.EntryPoint) -> bool:
    return entry.value.startswith(_OURS)


def _distribution(entry: metadata.EntryPoint) -> str:
    """Return the name and the version of the distribution that an entry point belongs to."""
    return "" if entry.dist is None else _named(entry.dist)


@functools.cache
def _named(distribution: metadata.Distribution) -> str:
    """Read the name and the version of a distribution, which takes its time, once."""
    told = distribution.metadata
    return f"{told['Name']} {told['Version']}"
