"""The hold limit at the end of every turn."""

from __future__ import annotations

import pytest

from .scenario import illegal, play, position

THIRTEEN = "YYYYYRRRRGGB"  # and one more by a card


@pytest.mark.example("CEN-G10")
@pytest.mark.rule("CEN-44")
def test_thirteen_cubes_lose_three_or_none_with_a_hold_tile(golden) -> None:
    asked = play(position(2, hold=[THIRTEEN], hand=["G"]), "Ana play G")
    assert sum(asked.seat("Ana").hold.values()) == 13
    assert asked.asked == [("Ana", "hold")]
    done = play(asked, "Ana discard YYR")
    assert done.hold("Ana") == "YYYRRRGGGB"
    roomy = play(position(2, hold=[THIRTEEN], hand=["G"], bonus=["hold"]), "Ana play G")
    assert roomy.told == ["gathered", "turned"]
    assert asked.data + done.data + roomy.data == golden


@pytest.mark.rule("CEN-44")
@pytest.mark.parametrize(
    ("cubes", "sentence"),
    [
        ("YY", "13 | 10 | 3 | 2"),
        ("YYYY", "13 | 10 | 3 | 4"),
        ("", "13 | 10 | 3 | 0"),
        ("YBB", "2 | brown | 1"),
    ],
)
def test_a_wrong_discard_is_refused(cubes: str, sentence: str) -> None:
    asked = play(position(2, hold=[THIRTEEN], hand=["G"]), "Ana play G")
    illegal(asked, f"Ana discard {cubes}", "CEN-44", sentence)


@pytest.mark.rule("CEN-44")
def test_eleven_cubes_are_one_too_many_and_ten_are_not() -> None:
    ten = play(position(2, hold=["YYYYYRRRR"], hand=["G"]), "Ana play G")
    assert ten.told == ["gathered", "turned"]
    eleven = play(position(2, hold=["YYYYYRRRRR"], hand=["G"]), "Ana play G")
    assert eleven.moves() == ["discard G", "discard R", "discard Y"]


@pytest.mark.rule("CEN-37", "CEN-A07")
def test_every_hold_tile_is_room_for_three_more() -> None:
    here = position(2, hold=["Y" * 15 + "R"], hand=["G"], bonus=["hold hold"])
    asked = play(here, "Ana play G")
    illegal(
        asked,
        "Ana discard YY",
        "CEN-44",
        "17 | 16 | 1 | 2",
    )


@pytest.mark.rule("CEN-A20")
def test_above_the_limit_during_the_turn() -> None:
    here = position(2, hold=["YYYYYYYYYY"], ships=["C2", "A2"], hand=["YYYY GG-BB"])
    asked = play(here, "Ana play YYYY")
    assert asked.hold("Ana") == "YYYYYYYYYY", "one colour: there is nothing to choose"
    assert asked.only("discarded").cubes == ("yellow",) * 4
    # an exchange to more than ten cubes and a toll after it stay possible
    rich = position(2, hold=["RRRRRRRRRR"], ships=["B1", "E2"], posts={"B1": "1"})
    grown = play(rich, "Ana stay market 3")
    assert grown.only("exchanged").got == {"yellow": 9}
    assert grown.asked == [("Ana", "hold")]


@pytest.mark.rule("CEN-A20")
def test_opponents_who_were_paid_discard_after_the_active_player() -> None:
    hold = ["YYYGRRRRRRRRRR", "YYYYYYYYYR", "GGGGGYYYYY", "GGGGGYYYYY"]
    here = position(4, hold=hold, ships=["C2", "C3", "C3", "C3"])
    asked = play(here, "Ana move C3 discard YY toll YYY")
    assert asked.only("overflowed").seats == (1, 2, 3, 4)
    assert asked.asked == [(x, "hold") for x in ("Ana", "Bartek", "Celina", "Dora")]
    done = play(asked, "Ana discard R\nBartek discard Y\nCelina discard G\nDora discard Y")
    assert [done.hold(x) for x in ("Bartek", "Celina", "Dora")] == [
        "YYYYYYYYYR",
        "YYYYYYGGGG",
        "YYYYYGGGGG",
    ]
    assert done.asked == [("Bartek", "turn")]


@pytest.mark.rule("CEN-A20")
def test_clockwise_from_the_active_player() -> None:
    hold = ["Y" * 9 + "G", "Y" * 9 + "G", "RR"]
    here = position(3, hold=hold, ships=["C3", "C3", "C2"], active=3)
    asked = play(here, "Celina move C3 discard YY toll RR")
    assert asked.only("overflowed").seats == (1, 2)
    hold = ["Y" * 9 + "G", "RRRR" + "Y" * 10, "Y" * 9 + "G", "Y" * 9 + "G"]
    here = position(4, hold=hold, ships=["C3", "C2", "C3", "C3"], active=2)
    asked = play(here, "Bartek move C3 discard YY toll RRR")
    assert asked.only("overflowed").seats == (2, 3, 4, 1)


@pytest.mark.rule("CEN-A20")
def test_who_has_one_colour_only_is_not_asked() -> None:
    hold = ["YY", "Y" * 10, "Y" * 9 + "G"]
    here = position(3, hold=hold, ships=["C2", "C3", "C3"])
    asked = play(here, "Ana move C3 discard YY toll YY")
    assert asked.told[-2:] == ["overflowed", "discarded"]
    assert asked.only("discarded").seat == 2
    assert asked.asked == [("Celina", "hold")]


@pytest.mark.rule("CEN-A41")
def test_the_order_at_the_end_of_a_turn() -> None:
    here = position(2, hold=["YYYYYYYYYR"], laid=["YG"])
    done = play(here, "Ana acquire YYY\nrow RR-GG\nAna discard YY")
    assert done.told == ["acquired", "row_filled", "overflowed", "discarded", "turned"]
    port = position(2, hold=["YYGGG" + "Y" * 9 + "R"], ships=["A1", "E2"], tiles=["", ""])
    done = play(port, "Ana stay port\nport 20-BBBBB")
    assert done.told == ["sailed", "tile_taken", "port_filled", "turned"]


@pytest.mark.rule("CEN-A41", "CEN-44")
def test_holds_are_checked_before_the_game_ends() -> None:
    here = position(
        2,
        hold=["", "YYGGG" + "Y" * 9 + "RR"],
        ships=["E2", "A1"],
        tiles=["", "12-RRBB 12-RRGB 12-RRRGG"],
        active=2,
        turn=2,
    )
    asked = play(here, "Bartek stay port\nport 20-BBBBB")
    assert asked.told == ["sailed", "tile_taken", "port_filled", "overflowed"]
    done = play(asked, "Bartek discard R")
    assert done.told == ["discarded", "finished", "ended", "sealed"]
    assert done.only("ended").scores == (0, 36 + 11 + 1)
