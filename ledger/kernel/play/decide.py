"""Deciding a command."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.rules.chance import Chance
from ledger.kernel.rules.command import Command, Question
from ledger.kernel.rules.decision import Decision
from ledger.kernel.type_variables import S


def decide(
    game: Game[S, Any],
    state: S,
    command: Command,
    chance: Chance,
    *,
    waive: Collection[str] = (),
    own: bool = False,
    asked: Sequence[Question] | None = None,
) -> Decision[S]:
    """Decide a command in a state of a game; see `Rules.decide`."""
    return game.rules.decide(state, command, chance, waive=waive, own=own, asked=asked)
