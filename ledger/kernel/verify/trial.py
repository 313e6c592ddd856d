"""Trying a game in a position, to see whether it fails there regardless of any log."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice

from ledger.kernel.errors import BY_CODE, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command, State

TRIED = 200
"""The number of legal moves to try in a position where a game's code failed."""


def fails_by_itself(game: Game, state: State, command: Command | None) -> bool:
    """Whether a game fails in a valid position regardless of any log (3 in `blame`).

    `command` is the move that failed, if the log's events determine one.
    """
    try:
        asked = game.rules.awaiting(state)
        if not asked:
            return False
        legal = list(islice(game.rules.legal_moves(state, asked[0].seat), TRIED))
    except LedgerError:
        return False
    except BY_CODE:
        return True
    if command is not None:
        with suppress(*BY_CODE):  # a nonsensical command has no canonical form
            command = canonical(game.rules, state, command)
        if command in legal:
            return True
    for one in legal:
        try:
            game.rules.command_of(decide(game, state, one, Seeded(random.Random(0))).events)
        except LedgerError:
            continue
        except BY_CODE:
            return True
    return False
