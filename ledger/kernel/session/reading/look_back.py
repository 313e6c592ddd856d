"""Looking back from a line that makes no sense to an earlier one that explains it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ledger.kernel.errors import Illegal, LedgerError

from .cursor import Move

MOVES_BACK = 30
"""How many moves before an error are looked at."""
END = 1_000_000_000
"""How far a reading gets that comes to the end of the file."""
_CONVINCING = 20
"""How many further lines must make sense if an explanation doesn't lead to the end of the file."""


class _Suspect(NamedTuple):
    """A line that may be wrong, and what would be right: another player, or no such line."""

    move: Move
    instead: str = ""


def look_back(
    error: LedgerError,
    moves: Sequence[Move],
    names: Sequence[str],
    reach: Callable[[int, str], int],
) -> LedgerError:
    """Return the error of the earliest line that explains an error, or the same error.

    A line explains it if without that line, or with another player there, the reading gets further
    than if the line of the error is changed in the same way. `moves` are the lines before the error
    and its own; `reach` tells how far the reading gets if a line, given by its number, is another.
    """
    line = error.line or 0
    own = max(
        (reach(line, x.instead) for x in _suspects(moves, names) if x.move.number == line),
        default=0,
    )
    found, best = None, max(own, line)
    for suspect in _suspects(moves, names):
        if suspect.move.number < line and own < END:
            far = reach(suspect.move.number, suspect.instead)
            if far > best or (far == best and found is not None and _same(found, suspect)):
                found, best = suspect, far
    if found is None or (best < END and best - line < _CONVINCING):
        return error
    return _blame(found, error)


def _suspects(moves: Sequence[Move], names: Sequence[str]) -> Iterator[_Suspect]:
    for move in moves:
        if move.words:
            yield _Suspect(move)
    for move in moves:
        if move.words and move.seat is not None:
            rest = move.source[move.words[0].column - 1 :]
            for name in names:
                if name != names[move.seat - 1]:
                    yield _Suspect(move, f"{json.dumps(name)} {rest}")


def _same(one: _Suspect, other: _Suspect) -> bool:
    """Whether a line repeats another: then the second one is too many."""
    return not one.instead and one.move.source.split() == other.move.source.split()


def _blame(suspect: _Suspect, error: LedgerError) -> Illegal:
    move = suspect.move
    without = f"did you mean `{suspect.instead}`? Then" if suspect.instead else "without it,"
    return Illegal(
        f"line {error.line} can't follow this line: {error.message}",
        rule=error.rule,
        line=move.number,
        column=len(move.source) - len(move.source.lstrip()) + 1,
        source=move.source,
        hint=f"{without} line {error.line} makes sense",
    )
