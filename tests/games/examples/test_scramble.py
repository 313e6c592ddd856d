"""The rules of Scramble: pairs of dice, climbers, slipping and stopping, the top, the end."""

from __future__ import annotations

import random
import sys

import pytest

from common.examples import GAMES
from ledger.boards.draw import draw_board
from ledger.kernel.boxes.box import WrongBox
from ledger.testing import Sessions
from ledger.testing.screens import screen

sys.path.append(str(GAMES))

from ledger_scramble import CHANCE, GAME, Careful, Climb, Player, Roll, Slipped, State, Stop, pairs

SCRAMBLE = Sessions(GAME)
TWO = "Ana, Bo"
FROM_THE_FOOT = "Ana roll -> 1 1 6 6\nAna climb 2+12\n"


def state(lines: str, names: str = TWO) -> State:
    """Return the position after some lines."""
    return SCRAMBLE.session(names, lines).state


@pytest.mark.rule("SCR-01")
def test_the_likelier_a_sum_is_the_longer_is_its_gully():
    ledges = state("").setup.ledges
    assert list(ledges) == list(range(2, 13))
    assert list(ledges.values()) == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]


@pytest.mark.rule("SCR-02")
def test_a_turn_begins_with_a_roll_of_four_dice_and_goes_clockwise():
    assert SCRAMBLE.no_session(TWO, "Ana stop").rule == "SCR-02"
    assert SCRAMBLE.no_session(TWO, "Bo roll -> 1 2 3 4").rule == "SCR-06"
    assert SCRAMBLE.no_session(TWO, "Ana roll -> 1 2 3 7").line == 1
    after = state(f"{FROM_THE_FOOT}Ana stop\nBo roll -> 1 2 3 4")
    assert (after.active, after.turn, after.dice) == (2, 2, ["1", "2", "3", "4"])


@pytest.mark.rule("SCR-03")
def test_four_dice_make_three_pairs_of_sums():
    assert pairs(state("Ana roll -> 1 2 3 5")) == ["3+8", "4+7", "5+6"]
    assert pairs(state("Ana roll -> 1 1 2 2")) == ["2+4", "3+3"]
    assert SCRAMBLE.no_session(TWO, "Ana roll -> 1 2 3 5\nAna climb 3+7").rule == "SCR-03"
    assert SCRAMBLE.no_session(TWO, "Ana roll -> 1 2 3 5\nAna climb 3").rule == "SCR-03"
    assert SCRAMBLE.no_session(TWO, "Ana roll -> 1 2 3 5\nAna stop").rule == "SCR-03"
    assert state("Ana roll -> 1 1 2 2\nAna climb 3+3").climbers == {3: 2}


@pytest.mark.rule("SCR-03", "SCR-04")
def test_where_one_climber_is_left_and_both_sums_need_one_the_player_chooses():
    there = state(f"{FROM_THE_FOOT}Ana roll -> 1 2 3 5")
    assert pairs(there) == ["3", "8", "4", "7", "5", "6"]
    after = state(f"{FROM_THE_FOOT}Ana roll -> 1 2 3 5\nAna climb 7\nAna roll -> 1 1 3 4")
    assert after.climbers == {2: 1, 12: 1, 7: 1}
    assert pairs(after) == ["2+7"]


@pytest.mark.rule("SCR-04", "SCR-06")
def test_a_climber_starts_above_the_camp_and_climbs_on():
    camped = state(f"{FROM_THE_FOOT}Ana roll -> 1 1 6 6\nAna climb 2+12\nAna stop")
    assert camped.players == [Player(camps={2: 2, 12: 2}), Player()]
    assert (camped.climbers, camped.active, camped.phase) == ({}, 2, "roll")
    again = f"{FROM_THE_FOOT}Ana stop\nBo roll -> 1 1 6 6\nBo climb 2+12\nBo stop\n{FROM_THE_FOOT}"
    assert state(again).climbers == {2: 2, 12: 2}


@pytest.mark.rule("SCR-04")
def test_nobody_climbs_above_the_top():
    lines = FROM_THE_FOOT * 3
    assert pairs(state(f"{lines}Ana roll -> 1 1 6 6")) == ["7+7"]
    assert pairs(state(f"{FROM_THE_FOOT * 2}Ana roll -> 1 1 1 1")) == ["2"]


@pytest.mark.rule("SCR-05")
def test_who_cannot_climb_slips_and_keeps_only_what_was_camped():
    lines = f"{FROM_THE_FOOT}Ana stop\nBo roll -> 1 1 6 6\nBo climb 2+12\nBo stop\n"
    lines += f"{FROM_THE_FOOT}Ana roll -> 3 3 3 3\nAna climb 6+6\nAna roll -> 1 2 3 2"
    after = state(lines)
    assert after.players[0].camps == {2: 1, 12: 1}
    assert (after.climbers, after.dice, after.active) == ({}, [], 2)
    assert SCRAMBLE.session(TWO, lines).lines[-2].data == Slipped(seat=1)


@pytest.mark.rule("SCR-07")
def test_the_top_gives_a_gully_to_its_climber_and_sends_the_others_away():
    lines = f"{FROM_THE_FOOT}Ana stop\nBo roll -> 1 1 1 1\nBo climb 2+2\nBo roll -> 1 1 6 6\n"
    after = state(f"{lines}Bo climb 2+12\nBo stop")
    assert after.players == [Player(camps={12: 1}), Player(camps={12: 1}, gullies=[2])]
    closed = f"{lines}Bo climb 2+12\nBo stop\nAna roll -> 1 1 1 3"
    assert pairs(state(closed)) == ["4"]


@pytest.mark.rule("SCR-08")
def test_three_gullies_win_at_once():
    sums = ("1 1 6 6", "2+12"), ("1 1 6 6", "2+12"), ("1 1 6 6", "2+12")
    first = "".join(f"{{0}} roll -> {dice}\n{{0}} climb {pair}\n" for dice, pair in sums)
    second = "{0} roll -> 1 2 1 2\n{0} climb 3+3\n" * 2 + "{0} roll -> 1 2 2 3\n{0} climb 3+5\n"
    bo = "Bo roll -> 3 3 4 4\nBo climb 6+8\nBo stop\n"
    lines = first.format("Ana") + "Ana stop\n" + bo + second.format("Ana")
    assert GAME.rules.outcome(state(lines)) is None, "nobody owns what they haven't camped on"
    table = SCRAMBLE.session(TWO, lines + "Ana stop")
    assert table.over
    outcome = GAME.rules.outcome(table.state)
    assert (outcome.ranking, outcome.scores) == (((1,), (2,)), (3, 0))


def test_a_box_has_a_gully_for_every_sum():
    boxes = GAME.boxes
    assert boxes.read_new(boxes.whole({"hill": {"ledges": [5] * 11}})).hill.ledges == (5,) * 11
    for count in (10, 12):
        with pytest.raises(WrongBox):
            boxes.read_new(boxes.whole({"hill": {"ledges": [5] * count}}))


def test_the_chance_to_climb():
    """Of three gullies, 6, 7 and 8 are the safest, and 2, 3 and 12 the worst: both are known."""
    assert CHANCE[frozenset((6, 7, 8))] == pytest.approx(0.92, abs=0.001)
    assert CHANCE[frozenset((2, 3, 12))] == pytest.approx(0.438, abs=0.001)
    assert CHANCE[frozenset(range(2, 13))] == 1


def test_the_careful_bot_stops_when_it_has_enough_to_lose():
    careful, rng = Careful(), random.Random(1)
    there = state(f"{FROM_THE_FOOT}Ana roll -> 1 2 2 6\nAna climb 3")
    assert careful.choose(GAME, there, 1, rng) == Stop(seat=1)
    safe = state("Ana roll -> 3 3 4 4\nAna climb 7+7")
    assert careful.choose(GAME, safe, 1, rng) == Roll(seat=1)
    best = state("Ana roll -> 1 1 6 6")
    assert careful.choose(GAME, best, 1, rng) == Climb(seat=1, pair="2+12")


def test_the_board_shows_camps_climbers_and_owners():
    lines = f"{FROM_THE_FOOT * 3}Ana stop\nBo roll -> 3 3 4 4\nBo climb 7+7\nBo stop\n"
    shown = state(f"{lines}Ana roll -> 3 4 3 5\nAna climb 7+8\nAna roll -> 1 1 3 4")
    for width in (80, 40):
        told = screen(draw_board(GAME, GAME.view(shown, 1), width, ["Ana", "Bo"]), width)
        assert "\n 2 111" in told
        assert "\n 7 ▲" in told
        assert "Dice 1 1 3 4   7  4  5" in told
