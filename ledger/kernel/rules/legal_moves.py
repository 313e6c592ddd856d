"""The legal moves of a game that doesn't list them: all possible arguments are tried."""

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
    """The rules had no objection to a command."""


class _NoChance:
    """A source of chance that is reached only by commands that the rules have accepted."""

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> NoReturn:
        """Stop: the rules have started to carry out the command."""
        raise _Accepted

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> NoReturn:
        """Stop: the rules have started to carry out the command."""
        raise _Accepted


class _Trial(Decision[Any]):
    """A decision that stops at the first event, before any change, so that it needs no copy of the
    state.
    """

    __slots__ = ()

    def emit(self, event: Event) -> NoReturn:
        """Stop: any refusal would have come before this."""
        raise _Accepted


def offered(rules: Deciding, ask: str, state: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat that answer a question and that the rules accept.

    They are found by trying all possible arguments. A move may refuse only before its first event;
    a later refusal isn't noticed here.
    """
    for move in rules.by_command.values():
        if ask in move.answers:
            for command in move.commands(state, seat):
                if accepted(rules, move, state, command):
                    yield command


def accepted(rules: Deciding, move: Move, state: State, command: Command) -> bool:
    """Whether the rules have no objection to a command with possible arguments."""
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
