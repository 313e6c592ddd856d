"""Exceptions raised by a game's code, as faults that say which line of the game raised what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.kernel.errors import BY_CODE, GameFault, LedgerError
from ledger.kernel.faults import SourceLine, fault_of, place_in, what_was_raised

from .game import Game
from .registry import loaded


def game_fault(error: BaseException, game: Game | None = None) -> GameFault | None:
    """Return an exception as a fault of the game whose code raised it; None if no game's code did.

    If the game isn't given, every loaded game is considered.
    """
    for one in loaded() if game is None else (game,):
        place = place_in(error, one.package) or _elsewhere(error, one.package)
        if place is not None:
            return fault_of(one, what_was_raised(error), place=place, cause=error)
    return None


def _elsewhere(error: BaseException, package: str) -> SourceLine | None:
    """Return a place outside the package, for a game that consists of several packages."""
    top = package.partition(".")[0]
    return None if top == "ledger" else place_in(error, top)


@contextmanager
def guard_game_code(game: Game) -> Iterator[None]:
    """Turn exceptions in a game's code into `GameFault`s, where no log can have caused them."""
    try:
        yield
    except (LedgerError, UnicodeEncodeError):
        raise
    except BY_CODE as e:
        fault = game_fault(e, game)
        if fault is None:
            raise
        raise fault from e
