"""A position of a game: all it takes to read a move and to say what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.rules.command import Question, State


class Position(NamedTuple):
    """A state of a game, and the players' names by seat."""

    game: Game
    state: State
    names: Sequence[str]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The open questions; the first one has to be answered next."""
        return self.game.rules.awaiting(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over: nobody is asked anything."""
        return not self.asked
