"""What our own games have beyond what the laws ask of every game."""

from __future__ import annotations

import random

from common.games import OURS, each_of_ours
from common.paths import TESTS
from ledger.kernel.boxes import provenance
from ledger.kernel.game.game import Game
from ledger.kernel.rules.chance import Seeded
from ledger.testing.catalogues.texts import texts_of
from ledger.testing.lawbook.checked.notation_page import has_page, sessions
from ledger.testing.lawbook.text.vocabulary import has_vocabulary, tables
from ledger.testing.playing import Habits, Script, play, waive_something


@each_of_ours
def test_a_game_of_ours_has_a_page_and_speaks_three_languages(game: Game) -> None:
    assert has_page(game)
    assert sessions(game)
    assert has_vocabulary(game)
    assert set(tables(game)) == set(texts_of(game).languages) == {"it", "pl"}
    assert game.bots["greedy"]
    assert game.rules.verbs
    assert all(part.source or part.status == "default" for part in sources(game))


def sources(game: Game):
    return [table.provenance for table in provenance.tables(game.boxes.standard)]


@each_of_ours
def test_a_game_of_ours_counts_its_pieces_and_has_rules_that_can_be_waived(game: Game) -> None:
    found = 0
    for seed in range(12):
        table = play(game, Script(seed, 12), Habits(undo=0))
        assert game.corrections.pieces(table.state)
        if not table.over:
            found += waive_something(table, random.Random(seed), Seeded(1), None)
    assert found


def test_every_game_of_ours_has_a_playthrough_for_each_number_of_players() -> None:
    for name, game in OURS.items():
        for players in game.meta.players:
            path = TESTS / "games" / name / "playthroughs" / f"{players}-players.session"
            assert path.exists(), path
