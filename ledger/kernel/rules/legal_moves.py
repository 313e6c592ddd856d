"""The legal moves of a game that doesn't list them: all that arguments can be is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from ledger.kernel.errors import LedgerError
from ledger.kernel.faults import event_fault
from ledger.kernel.log.events import Event
from ledger.kernel.message import Message
from ledger.kernel.state.patch import differing
from ledger.kernel.state.piles import Pile

from .command import Command, State
from .decision import Deciding, Decision
from .moves import Move
from .watch import REPORTS, Report


class _Accepted(Exception):
    """The rules had nothing against a command."""


class _NoChance:
    """Chance that is asked only by commands that the rules have accepted."""

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> NoReturn:
        """Stop: the rules have come to what a command brings."""
        raise _Accepted

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> NoReturn:
        """Stop: the rules have come to what a command brings."""
        raise _Accepted


class _Trial(Decision[Any]):
    """A decision that ends with the first event, before anything was changed: it needs no copy."""

    __slots__ = ()

    def emit(self, event: Event) -> NoReturn:
        """Stop: everything that can be refused was refused before."""
        raise _Accepted


def offered(rules: Deciding, ask: str, state: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat that answer a question and that the rules accept.

    They are found by trying everything that the arguments can be. A move may refuse only before its
    first event; what it says afterwards is not heard here.
    """
    for move in rules.by_command.values():
        if ask in move.answers:
            for command in move.commands(state, seat):
                if accepted(rules, move, state, command):
                    yield command


def accepted(rules: Deciding, move: Move, state: State, command: Command) -> bool:
    """Whether the rules have nothing against a command whose arguments can be what they are."""
    if REPORTS:
        return _watched(rules, move, state, command, REPORTS[-1])
    return _tried(rules, move, state, command)


def _watched(rules: Deciding, move: Move, state: State, command: Command, report: Report) -> bool:
    """Do the same on a copy, and report what the move changes in it before its first event."""
    draft = rules.copy(state)
    found = _tried(rules, move, draft, command)
    if paths := differing(state, draft):
        what = Message(
            "{path} was changed outside an event, before the first event of {move}",
            path=", ".join(paths),
            move=move.function.__name__,
        )
        report(event_fault(rules.home, "draft", what, place=move.place))
    return found


def _tried(rules: Deciding, move: Move, state: State, command: Command) -> bool:
    try:
        move.rules(_Trial(rules, state, _NoChance()), command)
    except _Accepted:
        return True
    except LedgerError:
        return False
    return True
