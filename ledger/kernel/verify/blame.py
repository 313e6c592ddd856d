"""Whose fault an exception is: the game's, the log's, or ours.

Games are other people's code, and logs are other people's data. When a game's code raises something
that isn't a refusal (`LedgerError`), it can mean either of two things:

- The game has a bug. Then its author needs to know which line of which file raised what, and the
  log must not be reported as damaged.
- The log is forged: its chain is intact, but its events name cards and seats that don't exist. Then
  even a flawless game's fold raises `KeyError`, and the game isn't to blame.

The exception alone can't tell them apart; the rules can. So this is how we judge:

1. An exception that data can't cause (anything but `FORGED`, such as a `NameError`, a failed import
   or assertion) is the game's fault if its code is anywhere in the traceback. If not, it is ours.
2. For any other exception during work with a log, the log is decided again from the beginning
   (`follows_rules` in `verify`). If a line isn't what the rules require, nothing after it can be
   relied on: it is the log's fault. If every line is what the rules require, the position is valid,
   and if the game's code fails there, it is the game's fault.
3. Deciding again can raise the same exception in the middle of a move, before it is known whether
   that move is valid. Everything before it was. So the game is tried in that position without the
   log (`fails_by_itself`): if the game itself calls the move legal, or can't decide its own legal
   moves there either, it is the game's fault. Otherwise only the log's events could make it fail,
   and it is the log's fault. A position corrected by hand is no evidence against the game.
4. If there is no log (a session, a simulation, a custom box), it is the game's fault: a game has to
   refuse whatever it can't handle.

None of this runs until something is raised, so it costs nothing when all is well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ledger.kernel.errors import BY_CODE, FORGED, GameFault, Illegal, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import game_fault
from ledger.kernel.log.events import Line

from .verify import follows_rules


def blame(
    error: BaseException, game: Game | None = None, lines: Sequence[Line] = ()
) -> BaseException:
    """Return the error to report for an exception from work with a game and, perhaps, its log.

    It is a `GameFault`, the log's fault (`Illegal`), or the exception itself if the fault is ours.
    """
    cause = error.__cause__ if isinstance(error, GameFault) else error
    if cause is error and isinstance(error, LedgerError | UnicodeEncodeError):
        return error
    forged = lines and game is not None and isinstance(cause, FORGED)
    if forged and game is not None and not follows_rules(game, lines):
        told = Illegal("the events of this log don't fit together; `ledger verify` says where")
        told.__cause__ = error
        return told
    return error if cause is not error else game_fault(error, game) or error


@contextmanager
def blamed(game: Game | None = None, lines: Sequence[Line] = ()) -> Iterator[None]:
    """Turn exceptions raised in the `with` block into errors that say whose fault they are."""
    try:
        yield
    except BY_CODE as e:
        found = blame(e, game, lines)
        if found is e:
            raise
        raise found from e
