"""Warehouses, the winner, and games in which no boat can be placed any more."""

from __future__ import annotations

import pytest

from ledger.games.klongs import GAME
from ledger.kernel.replay.replay import Replay

from .scenario import illegal, moves, play, position, standard_box


def finish(players: int, **here: object):
    """Place the boat that brings the big market day, on which nobody can score."""
    start = position(players, "d4=S0:1", hands=["B0p"], marker=11, **here)
    return play(start, "Ana place B0p d5")


@pytest.mark.rule("KLO-38", "KLO-39")
@pytest.mark.example("KLO-G3")
def test_the_warehouse_of_the_example(golden: object) -> None:
    flowers = "L0 L0 L1 L1 L2 L2n L3n"
    done = finish(2, stores=["", f"B0 F0 F0 F1 {flowers}"])
    assert [x.points for x in done.of("valued")] == [0, 35]
    assert done.points == (2, 35)
    assert done.data[:-1] == golden, "all but the seal"


@pytest.mark.rule("KLO-38", "A-KLO-18")
def test_special_boats_score_nothing() -> None:
    done = finish(2, stores=["thief guard cook cook", "S0"])
    assert [x.points for x in done.of("valued")] == [0, 1]


@pytest.mark.rule("KLO-39")
@pytest.mark.parametrize(
    ("store", "points"),
    [("", 0), ("S0", 1), ("S0 S1", 3), ("S0 L0", 2), ("S0 S1 S2n S3n", 10), ("S0 S1 L0 L1", 6)],
)
def test_one_two_three_points_for_boats_of_a_good(store: str, points: int) -> None:
    assert finish(2, stores=[store]).of("valued")[0].points == points


@pytest.mark.rule("KLO-10", "KLO-38")
def test_nobody_has_won_before_the_last_warehouse_is_valued() -> None:
    done = finish(3, stores=["S0", "S1 S2n", "L0"])
    told = [
        GAME.rules.outcome(state)
        for line, state in Replay(GAME, done.table.lines).walk(done.first + 1)
        if line.type == "valued"
    ]
    assert [outcome and outcome.scores for outcome in told] == [None, None, (3, 3, 1)]


@pytest.mark.rule("KLO-10")
def test_the_most_points_win() -> None:
    done = finish(3, points=[10, 30, 20])
    ended = done.only("ended")
    assert (ended.reason, ended.ranking) == ("big market day", ((2,), (3,), (1,)))
    assert ended.scores == (12, 30, 20)
    assert GAME.rules.outcome(done.state).rule == "KLO-10"


@pytest.mark.rule("A-KLO-23")
def test_tied_players_win_together() -> None:
    done = finish(3, points=[18, 20, 5])
    assert done.only("ended").ranking == ((1, 2), (3,))
    assert GAME.rules.outcome(done.state).rule == "A-KLO-23"


def full_pond() -> dict:
    """Two districts that hold two boats each."""
    box = standard_box()
    box["grid"] |= {"rows": 2, "cols": 4}
    box["limits"]["district"] = 2
    box["entrances"] |= {"light": ["a1", "a2"], "dark": ["d1", "d2"]}
    box["moorings"]["names"] = ["bc12"]
    return box


@pytest.mark.rule("A-KLO-21")
def test_a_full_board_ends_the_game_with_a_big_market_day() -> None:
    here = position(
        2,
        "b1=S0:1 b2=S1:2 c1=L2:2",
        hands=["A1 A0", "B0"],
        points=[5, 9],
        marker=3,
        box=full_pond(),
    )
    done = play(here, "Ana place A1 c2")
    assert done.told == ["placed", "turned", "passed", "turned", "passed", "day_began"]
    began = done.only("day_began")
    assert (began.kind, began.trigger, began.first) == ("big", 1, 1)
    assert done.state.marker == 3, "no points of the track"
    assert [x.kind for x in done.of("day_began")] == ["big"], "small days are not held"
    assert done.asked == [("Ana", "market day")]
    done = play(done, "Ana score bc12 remove b1")
    ended = done.only("ended")
    assert ended.scores == (5 + 2 * 4 + 1, 9 + 2 * 4)


@pytest.mark.rule("A-KLO-21")
def test_an_empty_hand_passes_and_play_goes_on() -> None:
    here = position(3, "d4=S0:1", hands=["B0 B1", "", "L0"])
    done = play(here, "Ana place B0 d5")
    assert done.told == ["placed", "turned", "passed", "turned"]
    assert done.asked == [("Celina", "place")]
    assert (done.only("passed").seat, done.only("passed").thieves) == (2, 0)


def narrow() -> dict:
    """A board of two columns, so that two guards watch all of it."""
    box = standard_box()
    box["grid"] |= {"rows": 4, "cols": 2}
    box["entrances"] |= {"light": ["a1", "b1"], "dark": ["a4", "b4"]}
    box["moorings"]["names"] = ["ab23"]
    return box


@pytest.mark.rule("A-KLO-21", "A-KLO-32")
def test_thieves_in_a_guarded_place_pass() -> None:
    here = position(2, "a1=guard b1=guard", hands=["thief thief", "B0 B1"], box=narrow())
    assert moves(here) == ["pass"]
    done = play(here, "Ana pass")
    assert done.only("passed").thieves == 2
    assert done.seat("Ana").shown == ["thief", "thief"], "everybody knows the hand now"
    assert done.asked == [("Bartek", "place")]
    other = position(2, "a1=guard b1=guard", hands=["thief B0", "B0 B1"], box=narrow())
    illegal(other, "Ana pass", "A-KLO-32")


@pytest.mark.rule("A-KLO-21")
def test_passes_must_come_in_succession() -> None:
    here = position(2, "a1=guard b1=guard", hands=["thief", "B0 B1"], box=narrow())
    done = play(here, "Ana pass / Bartek place B0 a2 / Ana pass")
    assert done.asked == [("Bartek", "place")]
    assert done.state.passes == 1


@pytest.mark.rule("A-KLO-21")
def test_the_last_pass_can_be_a_players_own() -> None:
    here = position(2, "a1=guard b1=guard", hands=["B0 thief", ""], box=narrow())
    done = play(here, "Ana place B0 a2")
    assert (done.asked, done.state.passes) == ([("Ana", "place")], 1)
    done = play(done, "Ana pass")
    assert done.told[:2] == ["passed", "day_began"]
    assert done.only("day_began").trigger == 1
    assert done.state.over
