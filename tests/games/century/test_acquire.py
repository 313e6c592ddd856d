"""Acquire: a cube on every card to the left, then the card and the cubes that lie on it."""

from __future__ import annotations

import pytest

from .scenario import NEXT, illegal, moves, play, position


@pytest.mark.example("CEN-G7")
def test_the_fourth_card_costs_three_cubes_one_on_each_card_to_the_left(golden) -> None:
    done = play(position(hold=["YYRG"]), f"Ana acquire R-YYY YRG\n{NEXT}")
    acquired = done.only("acquired")
    assert acquired.paid == ("yellow", "red", "green")
    assert done.state.laid == [["yellow"], ["red"], ["green"], []]
    assert done.hold("Ana") == "Y"
    assert done.data == golden


@pytest.mark.example("CEN-G7")
def test_the_leftmost_card_is_free() -> None:
    done = play(position(hold=["Y"]), f"Ana acquire YYY\n{NEXT}")
    assert (done.hold("Ana"), done.state.laid) == ("Y", [[], [], [], []])


@pytest.mark.rule("CEN-14", "CEN-A23")
@pytest.mark.parametrize("pay", ["YRR", "RYR", "RRY"])
def test_the_payer_decides_which_cube_lies_where(pay: str) -> None:
    done = play(position(hold=["YRR"]), f"Ana acquire 4 {pay}\n{NEXT}")
    names = {"Y": "yellow", "R": "red"}
    assert done.state.laid[:3] == [[names[x]] for x in pay]
    assert done.seat("Ana").cards.hand == ["YY", "UP2", "R-YYY"]


@pytest.mark.rule("CEN-14")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("acquire YY-G", "YY-G | 1 cube | 0"),
        ("acquire YYYY-GG Y", "YYYY-GG | 2 cubes | 1"),
        ("acquire YY-G YY", "YY-G | 1 | 2"),
        ("acquire YYYY-GG YB", "1 | brown | 0"),
        ("acquire YY-G G", "green"),
        ("acquire RR-GG", "RR-GG | YYY | R-YYY"),
    ],
)
def test_a_wrong_payment_is_refused(move: str, sentence: str) -> None:
    illegal(position(hold=["YYR"]), f"Ana {move}", "CEN-14", sentence)


@pytest.mark.rule("CEN-16")
def test_the_free_card_takes_no_cube() -> None:
    illegal(position(hold=["YY"]), "Ana acquire 1 Y", "CEN-16", "YYY")


@pytest.mark.rule("CEN-15")
def test_cubes_on_the_card_go_into_the_hold() -> None:
    done = play(position(hold=["Y"], laid=["", "RRG"]), f"Ana acquire YY-G Y\n{NEXT}")
    assert done.only("acquired").got == {"red": 2, "green": 1}
    assert done.hold("Ana") == "RRG"
    assert done.state.laid == [["yellow"], [], [], []]


@pytest.mark.rule("CEN-A23")
def test_cubes_on_the_card_do_not_pay_for_it() -> None:
    illegal(
        position(hold=["Y"], laid=["", "", "RRR"]),
        "Ana acquire YYYY-GG YR",
        "CEN-A23",
        "YYYY-GG | 2 | cubes | 1",
    )


@pytest.mark.rule("CEN-17")
def test_the_row_slides_left_and_is_refilled_on_the_right() -> None:
    here = position(hold=["YR"], laid=["G", "", "B", "R"])
    done = play(here, "Ana acquire YY-G Y\nrow GG-BB")
    assert done.state.row == ["YYY", "YYYY-GG", "R-YYY", "GG-BB"]
    assert done.state.laid == [["green", "yellow"], ["brown"], ["red"], []], "cubes stay on cards"
    assert done.told == ["acquired", "row_filled", "turned"]


@pytest.mark.rule("CEN-A27")
def test_an_empty_deck_refills_nothing() -> None:
    done = play(position(deck=""), "Ana acquire YYY")
    assert done.state.row == ["YY-G", "YYYY-GG", "R-YYY"]
    assert done.told == ["acquired", "turned"]
    last = play(position(row="YYY", deck=""), "Ana acquire YYY")
    assert not [m for m in last.moves() if m.startswith("acquire")]


@pytest.mark.rule("CEN-13", "CEN-A37")
def test_one_action_and_it_is_the_next_players_turn() -> None:
    done = play(position(), f"Ana acquire YYY\n{NEXT}")
    assert done.asked == [("Bartek", "turn")]
    illegal(done, "Ana rest", "CEN-13", "Bartek")


@pytest.mark.rule("CEN-14")
def test_what_can_be_acquired_is_what_can_be_paid() -> None:
    there = [m for m in moves(position(hold=["YR"])) if m.startswith("acquire")]
    assert there == ["acquire YYY", "acquire YY-G Y", "acquire YYYY-GG YR"]
