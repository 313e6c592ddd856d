"""Wherever a result is told, it says how a tie was broken."""

from __future__ import annotations

import pytest

from common.games import every_game
from common.refusals import tells
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Ended
from ledger.kernel.rules.outcome import decided_by_tie

NAMES = ("Ana", "Bea", "Celina", "Dora")


def told(game: Game, ranking, scores, reason: str, lang: str = "en") -> str:
    return game.words(Ended(reason=reason, ranking=ranking, scores=scores), NAMES, lang)


@pytest.mark.parametrize(
    ("name", "reason", "why"),
    [
        ("century", "tiles", "tied | last | turn order"),
        ("istanbul", "rubies", "tied | most lira"),
        ("osaka", "tokens", "tied | most tokens"),
    ],
)
def test_a_tie_that_was_broken_is_explained(name: str, reason: str, why: str) -> None:
    game = find_game(name)
    assert tells(told(game, ((2,), (1,)), (51, 51), reason), f"Bea wins | {why}")
    for ranking, scores in ((((2,), (1,)), (50, 51)), (((1, 2),), (51, 51))):
        assert "tied" not in told(game, ranking, scores, reason)
    texts = {told(game, ((2,), (1,)), (51, 51), reason, lang) for lang in ("en", "pl", "it")}
    assert len(texts) == 3
    assert all("tied" not in x for x in texts if x != told(game, ((2,), (1,)), (51, 51), reason))


@every_game
def test_a_game_that_says_nothing_names_its_rule(game: Game) -> None:
    if game.words.tie_break(((2,), (1,)), (5, 5)):
        assert tells(game.words.tie_break(((2,), (1,)), (5, 5)), "tied")


@pytest.mark.parametrize(
    ("ranking", "scores", "tie"),
    [
        (((2,), (1,)), (5, 5), True),
        (((2,), (1,)), (5, 6), False),
        (((1, 2),), (5, 5), False),
        (((2,), (1,)), (None, None), False),
        ((), (), False),
        (((9,),), (1,), False),
    ],
)
def test_when_a_tie_decides(ranking, scores, tie: bool) -> None:
    assert decided_by_tie(ranking, scores) is tie
