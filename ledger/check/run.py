"""Checking a game: what is declared, then what happens when it is played."""

from __future__ import annotations

import msgspec

from ledger.boards.draw import board_of
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered

from .declarations import check_declarations
from .examination import Examination
from .findings import Finding, Findings
from .sources import Sources


class Checked(msgspec.Struct, frozen=True):
    """A game, how many games were played, and everything that is wrong with it."""

    game: str
    players: tuple[int, ...]
    games: int
    problems: list[Finding]


def check_game(game: Game) -> Checked:
    """Look for everything that an author can get wrong."""
    sources, findings = Sources(game), Findings()
    with offered(game):
        examination = Examination(game, sources, findings)
        with examination.going_on("importing what draws the board"):
            board_of(game)
            sources.look_again()
        with examination.going_on("reading what the game declares"):
            check_declarations(game, sources, findings)
        examination.play_all()
    return Checked(game.meta.name, game.meta.players, examination.games, findings.all())
