"""Exceptions raised by a game's code, as faults that say which line of the game raised what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.kernel.errors import BY_CODE, FORGED, GameFault, LedgerError
from ledger.kernel.faults import SourceLine, fault_of, module_of, place_in, what_was_raised
from ledger.kernel.message import Message

from .game import Game
from .registry import loaded

_SHOWS = ("ledger.kernel.", "ledger.recorder.", "ledger.web.")
"""Packages that show positions and decide moves."""
_READS = "ledger.kernel.notation."
"""What people typed is handled here."""


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


def value_fault(error: BaseException, game: Game) -> GameFault | None:
    """Return an exception as a fault of a game, if our code failed on what the game had made.

    That is what `_SHOWS` works with and nothing else, so whatever data can cause there was caused
    by a value that isn't what the game declares.
    """
    module = module_of(error)
    if not (isinstance(error, FORGED) and module.startswith(_SHOWS)) or module.startswith(_READS):
        return None
    what = Message("something that it made can't be used: {why}", why=what_was_raised(error))
    return fault_of(game, what, place=None, cause=error)


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
