"""Looking back from a line that makes no sense to an earlier one that explains why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.notation.lines.typed_line import TypedLine

MOVES_BACK = 30
"""How many moves before an error to consider."""
END = 1_000_000_000
"""The value for a reading that reaches the end of the file."""
_CONVINCING = 20
"""How many more lines must make sense if an explanation doesn't lead to the end of the file."""


class NumberedLine(NamedTuple):
    """A line in a session, with its number."""

    number: int
    line: TypedLine


class _Suspect(NamedTuple):
    """A line that may be wrong, and its replacement: the line with another player, or no line."""

    number: int
    line: TypedLine
    instead: str = ""


def look_back(
    error: LedgerError,
    lines: Sequence[NumberedLine],
    names: Sequence[str],
    reach: Callable[[int, str], int],
) -> LedgerError:
    """Return the error of the earliest line that explains an error; if there is none, the same
    error.

    A line explains it if reading gets further without that line, or with another player there, than
    if the line with the error is changed in the same way. `lines` are those before the error and
    its own; `reach` says how far reading gets if the line with a given number is replaced.
    """
    line = error.line or 0
    own = max(
        (reach(line, x.instead) for x in _suspects(lines, names) if x.number == line),
        default=0,
    )
    found, best = None, max(own, line)
    for suspect in _suspects(lines, names):
        if suspect.number < line and own < END:
            far = reach(suspect.number, suspect.instead)
            if far > best or (far == best and found is not None and _same(found, suspect)):
                found, best = suspect, far
    if found is None or (best < END and best - line < _CONVINCING):
        return error
    return _blame(found, error)


def _suspects(lines: Sequence[NumberedLine], names: Sequence[str]) -> Iterator[_Suspect]:
    for number, line in lines:
        if line.words:
            yield _Suspect(number, line)
    for number, line in lines:
        if line.words and line.seat is not None:
            rest = line.source[line.words[0].column - 1 :]
            for name in names:
                if name != names[line.seat - 1]:
                    yield _Suspect(number, line, f"{json.dumps(name)} {rest}")


def _same(one: _Suspect, other: _Suspect) -> bool:
    """Whether a line repeats another; then the second one is superfluous."""
    return not one.instead and one.line.source.split() == other.line.source.split()


def _blame(suspect: _Suspect, error: LedgerError) -> Illegal:
    source = suspect.line.source
    return Illegal(
        "line {later} can't follow this line: {reason}",
        rule=error.rule,
        line=suspect.number,
        column=len(source) - len(source.lstrip()) + 1,
        source=source,
        hint="did you mean `{instead}`? Then line {later} makes sense"
        if suspect.instead
        else "without it, line {later} makes sense",
        later=error.line,
        reason=error.text,
        instead=suspect.instead,
    )
