"""What the greedy bot does where one move is plainly best; ../test_bots.py has its strength."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ledger.games.century import GAME
from ledger.games.century import commands as c
from ledger.games.century.bots.cube_levels import COUNTS, work
from ledger.games.century.bots.greedy import Greedy
from ledger.testing.bots import play_out

from .scenario import cubes, position, standard_box


def move(players: int = 2, **more: Any) -> Any:
    """What the bot in the first seat does in a position."""
    return Greedy().choose(GAME, position(players, **more).state, 1, random.Random(1))


# --- strength ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_among_greedy_bots_end_by_the_fourth_tile(players: int) -> None:
    for seed in range(8):
        s = play_out(GAME, [Greedy()] * players, seed).state
        assert max(len(p.tiles) for p in s.players) == 4
        assert s.turn < 75 * players


def test_it_plays_with_a_box_of_ones_own() -> None:
    box = standard_box()
    box["limits"] |= {"hold": 7, "end_tiles": 2, "row": 3}
    box["bonus"] |= {"move": 0, "hold": 0, "vp": []}
    for seed in range(5):
        assert play_out(GAME, [Greedy()] * 3, seed, box=box).over


# --- single choices ---------------------------------------------------------------------------


def test_it_takes_a_tile_as_soon_as_it_can() -> None:
    taken = move(hold=["GGGG"], ships=["A3"])
    assert taken == c.Move(seat=1, to="A4", hand=("YY",), tile=True)
    assert move(hold=["GGGG"], ships=["A4"]) == c.Move(seat=1, to="A4", tile=True)


def test_it_sails_over_the_cards_it_has_played() -> None:
    taken = move(hold=["GGGG"], ships=["A3"], played=["YYY"])
    assert (taken.played, taken.hand) == (("YYY",), ())


def test_it_rests_when_its_cards_are_gone() -> None:
    rested = move(ships=["C1"], hand=["-"], down=["YY UP2 YYY"], row="")
    assert rested == c.Rest(seat=1)


def test_it_exchanges_towards_a_tile() -> None:
    """Two more green cubes are all that the nearest tile needs."""
    traded = move(hold=["YYYYGG"], ships=["A2"], posts={"A2": "1"})
    assert traded == c.Move(seat=1, to="A2", times=2)
    again = move(hold=["RRGG"], ships=["A3"], hand=["RR-GG YY UP2"])
    assert (again.to, again.build, again.times) == ("B3", True, 1), "better than by a card"


def test_it_upgrades_what_is_missing() -> None:
    own = {"A3": "1", "B5": "1"}
    played = move(hold=["YGGG"], ships=["A4"], hand=["UP2"], posts=own, row="")
    assert played == c.Play(seat=1, card="UP2", steps=("yellow", "red"))


def test_a_bonus_of_six_points_is_the_best_reward() -> None:
    s = position(2).state
    s.phase, s.column = "reward", 2
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Reward(seat=1, bonus="vp")
    s.column = 1
    taken: Any = Greedy().choose(GAME, s, 1, random.Random(1))
    assert taken.card in s.row


def test_it_uses_the_market_after_a_reward_only_if_that_helps() -> None:
    s = position(2, hold=["YYYYGG"], ships=["A2"], posts={"A2": "1"}).state
    s.phase = "market"
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Exchange(seat=1, times=2)
    s = position(2, hold=["GGBB"], ships=["C5"], posts={"C5": "1"}).state
    s.phase = "market"
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Decline(seat=1)


def test_it_keeps_the_cubes_that_a_tile_needs() -> None:
    s = position(2, hold=["YYYYYYYYGGGG"], ships=["A4"]).state
    s.phase, s.asked = "hold", [1]
    kept = Greedy().choose(GAME, s, 1, random.Random(1))
    assert kept == c.Discard(seat=1, cubes=("yellow", "yellow"))


def test_what_is_missing_is_counted_in_work() -> None:
    four, *holds = (COUNTS.of(cubes(text).items()) for text in ("GGGG", "GGG", "YGGG", "GGGB"))
    assert work(four, four) == 0
    green, yellow, brown = (work(hold, four) for hold in holds)
    assert green == 3, "a green cube has the work of three"
    assert yellow == 2, "a yellow one is two upgrades away"
    assert brown == pytest.approx(1.2), "a brown one can be traded"
