"""A breach of a law, and what in the game is to blame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ledger.kernel.errors import BY_CODE, EventFault, LedgerError
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game

_SOME = 8
NEW = ("check", "laws")
"""Looked for since 0.3 by all who look."""


class InCode(NamedTuple):
    """A string in the game's code."""

    text: str


class InData(NamedTuple):
    """A line in one of the game's data files: the first one that matches a pattern."""

    file: str
    pattern: str


class InRules(NamedTuple):
    """A rule, ruling or example, in `rules.toml` or in a docstring."""

    id: str


class Breach(NamedTuple):
    """What is wrong and what would be right.

    `at` lists what may be to blame, the most likely first: functions and classes, exceptions (for
    the line that raised them), `InCode`, `InData` and `InRules`. The first one that belongs to the
    game gets the blame. `see` is another function involved, preceded by the name that games use for
    it.

    `new` names the tools, "check" or "laws", that didn't look for this in 0.2: for games written
    for 0.2 they only warn.
    """

    kind: str
    message: str
    expected: str
    at: tuple[object, ...] = ()
    see: tuple[str, object] | None = None
    new: tuple[str, ...] = ()
    warns: bool = False
    """Whether this is never more than a warning."""


class InFile(NamedTuple):
    """A line of one of the game's files, whose name begins with its package."""

    file: str
    line: int


class Broken(AssertionError):
    """Raised when a law is broken in a way that leaves nothing more to check."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(f"{breach.kind}: {breach.message}; expected: {breach.expected}")
        self.breach = breach


def hold(breaches: Iterable[Breach]) -> None:
    """Raise `Broken` for the first breach, if there is one."""
    for breach in breaches:
        raise Broken(breach)


@contextmanager
def during(what: str, *at: object) -> Iterator[None]:
    """Turn anything that the game's own code raises into a breach."""
    try:
        yield
    except Broken:
        raise
    except EventFault as e:
        raise Broken(not_in_the_log(e, *at)) from e
    except BY_CODE as e:
        known = isinstance(e, LedgerError)
        said = e.message if isinstance(e, LedgerError) else what_was_raised(e)
        cause = e.__cause__ if known and e.__cause__ else e
        expected = "code that can do this"
        raise Broken(Breach("failure", f"{said} ({what})", expected, (cause, *at))) from e


_INSTEAD = {
    "draft": "an event whose fold changes it, in `d.emit(…)` or `d.accept(…)`",
    "fold": "a fold that uses the position and the event alone: no chance, no clock, no globals",
    "box": "a copy of it in the state: what the rules look up belongs to all games",
    "chance": "an event that says what chance gave, in fields with that slot, in that order",
    "event": "values of the types that the event declares, which JSON can hold",
}


def not_in_the_log(fault: EventFault, *at: object) -> Breach:
    """Return the breach that a game does what its log doesn't say."""
    place = () if fault.place is None else (InFile(*fault.place),)
    message = str(fault.what)
    return Breach(fault.breaks, message, _INSTEAD[fault.breaks], (*place, *at), new=NEW)


def unknown_rule(game: Game, id: str | None, *at: object) -> Iterator[Breach]:
    """Yield a breach if the game has no rule with this id."""
    if id not in game.rulebook.ids:
        message, expected = f"there is no rule {id!r}", f"one of {some(game.rulebook.ids)}"
        yield Breach("rule id", message, expected, at)


def some(names: Collection[str]) -> str:
    """Return the first few of these names."""
    return ", ".join(sorted(names)[:_SOME]) + (", …" if len(names) > _SOME else "")
