"""Checking a game: first its declarations, then what happens when it is played."""

from __future__ import annotations

import msgspec

from ledger.boards.draw import board_of
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered

from .declarations import check_declarations
from .findings import Finding, Findings
from .games import look_for_secrets, play_games
from .sources import Sources


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with a game, and how many games of it were played to find out.

    `warnings` lists breaches of laws that are newer than the game.
    """

    game: str
    players: tuple[int, ...]
    games: int
    problems: list[Finding]
    warnings: list[Finding] = []


def check_game(game: Game) -> Checked:
    """Return every mistake in a game that can be found without running its own tests."""
    sources = Sources(game)
    findings = Findings(sources, of_0_2=game.of_0_2)
    with offered(game):
        with findings.going_on("importing what draws the board"):
            board_of(game)
            sources.look_again()
        with findings.going_on("reading what the game declares"):
            check_declarations(game, sources, findings)
        games = play_games(game, findings)
        look_for_secrets(game, findings)
    wrong, warnings = findings.all(), findings.warnings()
    return Checked(game.meta.name, game.meta.players, games, wrong, warnings)
