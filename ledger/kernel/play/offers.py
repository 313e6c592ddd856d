"""The legal moves of a game that doesn't list them: all that arguments can be is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.declarations.moves import Move
from ledger.kernel.game.interface import Command, Game, State
from ledger.kernel.log.events import Event

from .decide import Decision
from .piles import Pile


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


def offered(game: Game, moves: Iterable[Move], state: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat that answer the question and that the rules accept.

    They are found by trying everything that the arguments can be. A move may refuse only before its
    first event; what it says afterwards is not heard here.
    """
    ask = game.awaiting(state)[0].ask
    for move in moves:
        if ask in move.answers:
            for command in move.commands(state, seat):
                if accepted(game, move, state, command):
                    yield command


def accepted(game: Game, move: Move, state: State, command: Command) -> bool:
    """Whether the rules have nothing against a command whose arguments can be what they are."""
    try:
        move.rules(_Trial(game, state, _NoChance()), command)
    except _Accepted:
        return True
    except LedgerError:
        return False
    return True
