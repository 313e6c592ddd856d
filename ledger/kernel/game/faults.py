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

import inspect
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import PurePath
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.errors import FORGED, GameFault, Illegal, LedgerError

if TYPE_CHECKING:
    from ledger.kernel.log.events import Line

    from .interface import Command, Game, State

TRIED = 200
"""How many legal moves are tried at a position where a game's code failed."""
_LONGEST = 200


class Place(NamedTuple):
    """Where an exception was raised: the file, from its package on, and the line."""

    file: str
    line: int


def place_in(error: BaseException, package: str) -> Place | None:
    """Return the innermost place inside a package that an exception came through, if any."""
    if isinstance(error, SyntaxError) and error.filename:
        parts = PurePath(error.filename).parts
        top = package.partition(".")[0]
        if top in parts:
            start = len(parts) - 1 - parts[::-1].index(top)
            return Place("/".join(parts[start:]), error.lineno or 1)
    found = None
    for module, trace in _frames(error.__traceback__):
        if module == package or module.startswith(f"{package}."):
            found = module, trace
    if found is None:
        return None
    module, trace = found
    return Place(_shown(module, trace.tb_frame.f_code.co_filename), trace.tb_lineno)


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, TracebackType]]:
    while trace is not None:
        yield str(trace.tb_frame.f_globals.get("__name__", "")), trace
        trace = trace.tb_next


def place_of(function: Callable[..., object]) -> Place | None:
    """Return where a function is defined; None for what isn't written in Python."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    return Place(_shown(function.__module__, code.co_filename), code.co_firstlineno)


def place_of_class(kind: type) -> Place | None:
    """Return where a class is written, as far as its file can be read."""
    try:
        lines, first = inspect.getsourcelines(kind)
        file = inspect.getfile(kind)
    except (OSError, TypeError):
        return None
    head = next((i for i, line in enumerate(lines) if line.lstrip().startswith("class ")), 0)
    return Place(_shown(kind.__module__, file), first + head)


def _shown(module: str, file: str) -> str:
    """Return a file without what is only right on this machine."""
    folders, name = module.split("."), PurePath(file).name
    return "/".join((*(folders if name == "__init__.py" else folders[:-1]), name))


def at(place: Place | None) -> str:
    """Return a place as it follows a text."""
    return f" ({place.file}, line {place.line})" if place else ""


def what_was_raised(error: BaseException) -> str:
    """Return an exception as one line: its type, and what it says."""
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # it may be too broken even to say what it is
        said = ""
    first = said.strip().partition("\n")[0][:_LONGEST]
    kind = type(error).__name__
    return f"{kind}: {first}" if first else kind


def game_fault(error: BaseException, game: Game | None = None) -> GameFault | None:
    """Return an exception as a fault of the game whose code it came through; None if there is none.

    If it isn't known which game it is, every game that was loaded is looked at.
    """
    if game is None:
        from .registry import loaded  # here, because it needs this module
    for one in loaded() if game is None else (game,):
        place = place_in(error, one.package) or _elsewhere(error, one.package)
        if place is not None:
            return fault_of(one, what_was_raised(error), place=place, cause=error)
    return None


def _elsewhere(error: BaseException, package: str) -> Place | None:
    """Return a place outside the package of a game that has more than one."""
    top = package.partition(".")[0]
    return None if top == "ledger" else place_in(error, top)


def fault_of(
    game: Game, what: str, *, place: Place | None, cause: BaseException | None = None
) -> GameFault:
    """Return the error that says what is wrong with a game's code, and where."""
    from .registry import shipped_by  # here, because it needs this module

    distribution = shipped_by(game)
    shipped = f" ({distribution})" if distribution else ""
    fault = GameFault(
        f"the code of the game {game.meta.name!r}{shipped} failed: {what}{at(place)}",
        hint="this is a fault of the game; LEDGER_DEBUG=1 shows the traceback",
    )
    fault.game, fault.__cause__ = game.meta.name, cause
    return fault


def blame(error: Exception, game: Game | None = None, lines: Sequence[Line] = ()) -> Exception:
    """Return what to tell of an exception that somebody met with a game and, perhaps, its log.

    It is a `GameFault`, the log's fault (`Illegal`), or the exception itself, which is ours.
    """
    cause = error.__cause__ if isinstance(error, GameFault) else error
    if cause is error and isinstance(error, LedgerError | UnicodeEncodeError):
        return error
    if lines and game is not None and isinstance(cause, FORGED):
        from ledger.kernel.log.verify import follows_rules  # here, because it needs this module

        if not follows_rules(game, lines):
            told = Illegal("the events of this log do not fit together; `ledger verify` says where")
            told.__cause__ = error
            return told
    return error if cause is not error else game_fault(error, game) or error


@contextmanager
def blamed(game: Game | None = None, lines: Sequence[Line] = ()) -> Iterator[None]:
    """Let exceptions of a game's code say whose fault they are."""
    try:
        yield
    except Exception as e:
        found = blame(e, game, lines)
        if found is e:
            raise
        raise found from e


def fails_by_itself(game: Game, state: State, command: Command | None) -> bool:
    """Whether a game fails at a right position without any help of a log (see 3 above).

    `command` is the move that failed, if the log's events name one.
    """
    from ledger.kernel.play.chance import Seeded
    from ledger.kernel.play.decide import decide

    try:
        asked = game.awaiting(state)
        if not asked:
            return False
        legal = list(islice(game.legal(state, asked[0].seat), TRIED))
    except LedgerError:
        return False
    except Exception:
        return True
    if command is not None:
        with suppress(Exception):  # a command that makes no sense has no better form
            command = game.canonical(state, command)
        if command in legal:
            return True
    for one in legal:
        try:
            game.command_of(decide(game, state, one, Seeded(random.Random(0))).events)
        except LedgerError:
            continue
        except Exception:
            return True
    return False
