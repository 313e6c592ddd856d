"""Summaries of our own games, which lists show without loading any game."""

import pytest

from ledger.kernel.boxes.provenance import count_statuses
from ledger.kernel.game.registry import installed
from ledger.kernel.game.summary import our_summary


@pytest.mark.parametrize("name", ["century", "istanbul", "klongs", "osaka"])
def test_a_summary_says_what_the_game_says(name: str) -> None:
    game, found = installed()[name], our_summary(name)
    assert found is not None
    assert found.meta == game.meta
    assert found.bots == tuple(game.bots)
    assert found.tables == count_statuses(game.boxes.standard)


@pytest.mark.parametrize("name", ["splash", "nosuch", "", "../osaka", "osaka.rules"])
def test_what_isn_t_ours_has_none(name: str) -> None:
    assert our_summary(name) is None
