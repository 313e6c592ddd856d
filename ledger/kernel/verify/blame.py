"""Whose fault an exception is: the game's, the log's, or ours.

Games are other people's code, and logs are other people's data. When a game's code raises something
that isn't a refusal (`LedgerError`), it can mean either of two things:

- The game has a bug. Then its author must learn which line of which file raised what, and nobody
  may be told that their log is damaged.
- The log is forged: its chain is whole, but its events name cards and seats that don't exist. Then
  the fold of a perfect game raises `KeyError` too, and the game is innocent.

The exception alone can't tell them apart; the rules can. So this is how we judge:

1. What data can't cause (all but `FORGED`: a `NameError`, a failed import or assertion) is the
   game's fault wherever its code is in the traceback. If it is nowhere there, it is ours.
2. Anything else, met while working with a log, is decided again from the beginning (`follows_rules`
   of `verify`). If some line isn't what the rules give, everything after it is built on sand: it is
   the log's fault. If every line is what the rules give, the position is right, and whatever the
   game's code can't do there is the game's fault.
3. Deciding again can meet the same exception, in the middle of a move, where it isn't known yet
   whether that move is right. Everything before it was. So the game is tried at that position
   without the log (`fails_by_itself`): if the move is one that the game itself calls legal, or if
   the game can't decide its own legal moves there either, it is the game's fault. Otherwise only
   the log's events could make it fail, and it is the log's. A position that somebody corrected by
   hand proves nothing against the game.
4. Where there is no log (a session, a simulation, a box of one's own), it is the game's fault: what
   a game doesn't like it has to refuse.

Nothing of this runs before something was raised, so it costs nothing where all is well.
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
    """Return what to tell of an exception that somebody met with a game and, perhaps, its log.

    It is a `GameFault`, the log's fault (`Illegal`), or the exception itself, which is ours.
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
    """Let exceptions of a game's code say whose fault they are."""
    try:
        yield
    except BY_CODE as e:
        found = blame(e, game, lines)
        if found is e:
            raise
        raise found from e
