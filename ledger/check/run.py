"""Checking a game: first its declarations, then what happens when it is played."""

from __future__ import annotations

import msgspec

from ledger.boards.draw import board_of
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.testing.hash_order import the_order_is_the_same_in_every_process
from ledger.testing.lawbook.checked.notation_page import the_notation_page_is_about_this_game

from .declarations import check_declarations
from .findings import Finding, Findings
from .games import let_bots_play, look_for_secrets, play_games
from .sources import Sources


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with a game, and how many games of it were played to find out.

    `warnings` lists texts that aren't translated, and breaches of laws that are newer than the
    game.
    """

    game: str
    players: tuple[int, ...]
    games: int
    problems: list[Finding]
    warnings: list[Finding] = []


def check_game(game: Game, *, elsewhere: bool = True) -> Checked:
    """Return every mistake in a game that can be found without running its own tests.

    `elsewhere`: also play a part of it in another process, where sets have another order.
    """
    sources = Sources(game)
    findings = Findings(sources, of_0_2=game.of_0_2)
    with offered(game):
        with findings.going_on("importing what draws the board"):
            board_of(game)
            sources.look_again()
        with findings.going_on("reading what the game declares"):
            check_declarations(game, sources, findings)
        games = play_games(game, findings)
        if not findings.causes():  # each of them would show in many ways
            look_for_secrets(game, findings)
            if not findings.failed():  # bots would fail for the same reason
                let_bots_play(game, findings)
            if not findings.all():
                with findings.going_on("reading the page about the notation"):
                    findings.add(the_notation_page_is_about_this_game(game))
            if elsewhere and not findings.all():
                with findings.going_on("playing in another process"):
                    findings.add(the_order_is_the_same_in_every_process(game))
    wrong, warnings = findings.all(), findings.warnings()
    return Checked(game.meta.name, game.meta.players, games, wrong, warnings)
