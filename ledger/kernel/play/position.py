"""Where a game stands: all that is needed to read a move and to say what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.game.interface import Game, Question, State


class Position(NamedTuple):
    """A state of a game, and the names of those who play it, by seat."""

    game: Game
    state: State
    names: Sequence[str]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The open questions, the one that is answered next first."""
        return self.game.awaiting(self.state)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.asked
