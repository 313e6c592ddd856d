"""A position in a game: everything needed to read a move and to find the legal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.rules.command import Question, State


class Position(NamedTuple):
    """A state of a game, with the game and the players' names by seat."""

    game: Game
    state: State
    names: Sequence[str]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The open questions; the first one has to be answered next."""
        return self.game.rules.awaiting(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over, with no open questions."""
        return not self.asked
