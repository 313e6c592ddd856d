"""What the greedy bot does where one move is plainly best; ../test_bots.py has its strength."""

from __future__ import annotations

import random
from typing import Any

from ledger.games.istanbul import GAME
from ledger.games.istanbul import commands as c
from ledger.games.istanbul.bots.greedy import Greedy
from ledger.testing.bots import play_out

from .scenario import position, standard_box

NAMES = ("Ana", "Bartek", "Celina", "Dora")
WEAK = "goods-r goods-y goods-g goods-b action-r action-g"
"""Tiles that nobody would take instead of a ruby."""


def move(seat: int = 1, players: int = 2, **more: Any) -> Any:
    """What the bot does in a position."""
    return Greedy().choose(GAME, position(players, **more).state, seat, random.Random(1))


def offered(card: str, **more: Any) -> Any:
    """What the bot in seat 2 does when the others' part of a card is offered."""
    s = position(2, shown=card, phase="offer", **more).state
    s.card, s.asked = card, [2]
    return Greedy().choose(GAME, s, 2, random.Random(1))


# --- strength ---------------------------------------------------------------------------------


def test_it_plays_with_a_box_and_options_of_ones_own() -> None:
    box = standard_box()
    box["tile"] = [t for t in box["tile"] if t["kind"] != "die"][:3]
    box["card"] = box["card"][-6:]
    for seed in range(5):
        assert play_out(
            GAME,
            [Greedy()] * 3,
            seed,
            box=box,
            options={"tokens_in_exchanges": False},
            recorded=True,
        ).over


# --- single choices ---------------------------------------------------------------------------


def test_it_buys_a_ruby_as_soon_as_it_can() -> None:
    bought = move(dice="G G G $ C", have=["green lira=2"], open_=WEAK)
    assert bought == c.Ruby(seat=1, area="green", pay=("d:G", "d:G", "d:G", "t:G"))
    assert move(dice="C $ C $ C", have=["lira=10"]) == c.Ruby(seat=1, area="right")


def test_it_pays_the_ruby_that_costs_the_least() -> None:
    bought = move(dice="R R R R Y", have=["lira=10 brown=4"], open_=WEAK)
    assert bought == c.Ruby(seat=1, area="red", pay=("d:R",) * 4)


def test_it_takes_a_die_tile_early() -> None:
    bought = move(dice="R Y G B C", open_="die-1 goods-r", taken={"left": 4})
    assert bought == c.Mosque(seat=1, tile="die-1", pay=("d:R", "d:Y", "d:G", "d:B"))


def test_the_last_tile_brings_the_mosque_ruby() -> None:
    tiles = ["lira-r lira-y lira-g lira-b"]
    bought = move(dice="B B B C $", tiles=tiles, rubies=[5], open_=WEAK)
    assert bought == c.Mosque(seat=1, tile="goods-b", pay=("d:B",) * 3)


def test_it_rolls_again_for_the_last_good() -> None:
    more = {"dice": "G G G $ C", "have": ["crystal=1"], "open_": "lira-r " + WEAK[8:]}
    assert move(**more | {"dice": "R G R $ C"}) == c.Reroll(seat=1, dice=(2, 4, 5))
    assert not isinstance(move(**more, actions=1), c.Reroll)


def test_of_equal_dice_it_rolls_the_first_ones_again() -> None:
    s = position(2, dice="R R Y G C", have=["crystal=1"], open_="die-1 " + WEAK[8:]).state
    assert Greedy().at(s, 1).reroll().command == c.Reroll(seat=1, dice=(1, 5))


def test_it_ends_the_turn_when_nothing_is_left() -> None:
    assert move(dice="R", actions=2) == c.End(seat=1)
    assert move(dice="R") == c.End(seat=1)
    assert move(dice="", have=["green=3 brown=2"], actions=2) == c.End(seat=1)


def test_it_chooses_the_best_revealed_card() -> None:
    more = {"phase": "card", "dice": "R", "card_dice": 2}
    used = move(shown="a-red e-lira", have=["lira=13"], taken={"green": 1}, **more)
    assert used == c.Use(seat=1, card="e-lira", areas=("green",))
    assert move(shown="a-red e-lira", **more) == c.Use(seat=1, card="a-red")
    assert move(shown="h-tile g-3", **more).card in ("h-tile", "g-3")


def test_it_does_without_a_bad_bargain() -> None:
    tile = move(shown="h-tile", phase="card", dice="R", card_dice=1, tiles=["die-1"])
    assert tile == c.Otherwise(seat=1, card="h-tile")


def test_it_gives_its_worst_tile_for_a_ruby() -> None:
    used = move(
        shown="e-tile",
        phase="card",
        dice="R",
        card_dice=1,
        tiles=["die-1 goods-r"],
        have=["brown"],
        rubies=[4, 0],
        taken={"left": 1},
    )
    assert (used.discard, used.areas) == (("goods-r",), ("left",))


def test_it_accepts_what_is_useful() -> None:
    assert offered("b-red") == c.Accept(seat=2)
    assert offered("c-blue", have=["", "lira=2"]) == c.Accept(seat=2)
    assert offered("d-green") == c.Accept(seat=2, choice="green")
    assert offered("a-red", have=["", "red=3"]) == c.Refuse(seat=2)
    assert offered("a-crystal", have=["", "crystal=2"]) == c.Accept(seat=2)


def test_its_tiles_come_in_the_usual_order() -> None:
    tiles = "lira-r crystal-g bazaar-y"
    assert move(phase="income", tiles=[tiles], income=tiles) == c.Income(seat=1, tile="lira-r")
