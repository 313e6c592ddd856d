"""The lira action, and goods tiles."""

from __future__ import annotations

import pytest

from .scenario import illegal, moves, play, position


@pytest.mark.rule("IST-27")
@pytest.mark.parametrize("coins", [1, 2, 5])
def test_two_lira_for_each_coin_die(coins: int) -> None:
    done = play(position(2, dice=" ".join("$" * coins)), "Ana lira")
    assert done.told == ["cashed", "gained"]
    assert (done.only("cashed").dice, done.only("cashed").lira) == (coins, 2 * coins)
    assert done.has("Ana") == {"lira": 2 * coins}


@pytest.mark.rule("IST-27", "IST-A06")
def test_all_coin_dice_are_used_so_that_it_happens_once_in_a_turn() -> None:
    done = play(position(2, dice="$ R $ C $"), "Ana lira")
    assert (done.state.dice, done.state.used) == (["R", "C"], ["$", "$", "$"])
    assert "lira" not in done.moves()
    illegal(done, "Ana lira", "IST-A05")


@pytest.mark.rule("IST-A05")
def test_a_goods_tile_alone_makes_no_lira_action() -> None:
    here = position(2, dice="R C", tiles=["goods-r"])
    assert "lira" not in moves(here)
    illegal(here, "Ana lira", "IST-A05")


@pytest.mark.rule("IST-50")
def test_every_usable_goods_tile_adds_its_token() -> None:
    here = position(2, dice="$", tiles=["goods-r goods-b lira-r"], fresh=["goods-g"])
    done = play(here, "Ana lira")
    assert done.gains == [(1, "lira", 2), (1, "red", 1), (1, "blue", 1)]


@pytest.mark.rule("IST-50")
def test_a_goods_tile_adds_nothing_to_other_lira() -> None:
    here = position(2, dice="C", tiles=["goods-r"])
    assert play(here, "Ana bazaar 1\nreveal a-red").has("Ana") == {"lira": 4}


@pytest.mark.example("IST-G7")
def test_three_coin_dice_and_a_red_goods_tile(golden: object) -> None:
    done = play(position(3, dice="$ $ $ R C", tiles=["goods-r"]), "Ana lira")
    assert done.has("Ana") == {"lira": 6, "red": 1}
    assert done.data == golden
