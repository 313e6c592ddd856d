"""Playing cards and resting."""

from __future__ import annotations

import pytest

from ledger.games.century import commands as c

from .scenario import illegal, moves, no_command, play, position

GIVE = "GG-YYRB YY-G UP2 YY"


@pytest.mark.rule("CEN-18")
def test_a_played_card_lies_face_up_and_cannot_be_played_again() -> None:
    done = play(position(2), "Ana play YY\nBartek rest")
    ana = done.seat("Ana")
    assert (ana.cards.hand, ana.played) == (["UP2"], ["YY"])
    illegal(done, "Ana play YY", "CEN-18")
    illegal(done, "Ana play RR", "CEN-18", "RR")


@pytest.mark.rule("CEN-19", "CEN-45")
@pytest.mark.parametrize(
    ("card", "hold"), [("YY", "YYR"), ("YYR", "YYRR"), ("B", "RB"), ("YYYY", "YYYYR")]
)
def test_a_spice_card_brings_its_cubes(card: str, hold: str) -> None:
    done = play(position(2, hold=["R"], hand=[card]), f"Ana play {card}")
    assert done.hold("Ana") == hold
    assert done.told == ["gathered", "turned"]


@pytest.mark.rule("CEN-45")
def test_the_supply_has_no_end() -> None:
    # more brown cubes than the boxes hold together
    hold = ["B" * 90]
    done = play(position(2, hold=hold, hand=["GGG-BBB B"]), "Ana play B")
    assert done.only("discarded").cubes == ("brown",) * 81


@pytest.mark.example("CEN-G4")
def test_upgrade_2_on_two_yellow_cubes(golden) -> None:
    both = play(position(2, hold=["YY"]), "Ana play UP2 Y>R Y>R")
    one = play(position(2, hold=["YY"]), "Ana play UP2 Y>G")
    assert (both.hold("Ana"), one.hold("Ana")) == ("RR", "YG")
    assert one.only("upgraded").steps == ("yellow", "red")
    assert both.data + one.data == golden


@pytest.mark.rule("CEN-20", "CEN-21")
@pytest.mark.parametrize(
    ("steps", "hold"),
    [
        ("", "YYRG"),
        ("Y>R", "YRRG"),
        ("YY>RR", "RRRG"),
        ("YR>RG", "YRGG"),
        ("R>G", "YYGG"),
        ("G>B", "YYRB"),
        ("R>B", "YYGB"),
    ],
)
def test_steps_may_go_to_any_cubes_and_be_left_out(steps: str, hold: str) -> None:
    done = play(position(2, hold=["YYRG"]), f"Ana play UP2 {steps}")
    assert done.hold("Ana") == hold


@pytest.mark.rule("CEN-20")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("UP2 Y>R Y>R Y>R", "UP2 | 2 upgrades | 3"),
        ("UP2 Y>B", "UP2 | 2 | 3"),
        ("UP2 R>G R>G", "2 | red | 1"),
        ("UP2 G>B", "1 | green | 0"),
        ("YY Y>R", "YY"),
    ],
)
def test_wrong_steps_are_refused(move: str, sentence: str) -> None:
    illegal(position(2, hold=["YYYR"]), f"Ana play {move}", "CEN-20", sentence)


@pytest.mark.rule("CEN-21")
def test_a_step_may_use_the_cube_of_the_step_before() -> None:
    done = play(position(2, hold=["Y"], hand=["UP3"]), "Ana play UP3 Y>B")
    assert done.hold("Ana") == "B"
    assert done.only("upgraded").gave == {"yellow": 1}
    assert done.only("upgraded").got == {"brown": 1}


@pytest.mark.rule("CEN-A22")
def test_brown_is_the_highest_level() -> None:
    here = position(2, hold=["B"])
    brown = c.Play(seat=1, card="UP2", steps=("brown",))
    no_command(here, brown, "CEN-A22", "brown")
    assert [m for m in moves(here) if "UP2" in m and m.startswith("play")] == ["play UP2"]


@pytest.mark.example("CEN-G3")
@pytest.mark.rule("CEN-23")
@pytest.mark.parametrize(("times", "hold"), [(1, "YYYYG"), (2, "YYGG"), (3, "GGG")])
def test_six_yellow_and_a_trade_of_two_yellow_for_one_green(times: int, hold: str, golden) -> None:
    here = position(2, hold=["YYYYYY"], hand=["YY-G"], row="YYY")
    assert [m for m in moves(here) if m.startswith("play")] == [
        "play YY-G",
        "play YY-G x2",
        "play YY-G x3",
    ]
    done = play(here, f"Ana play YY-G x{times}")
    assert done.hold("Ana") == hold
    assert done.data == golden


@pytest.mark.rule("CEN-22", "CEN-23")
def test_a_trade_with_cubes_that_are_not_held_is_refused() -> None:
    here = position(2, hold=["YYYYYY"], hand=[GIVE], row="YYY")
    say = "YY-G | 4 times | 8 | yellow | 6"
    illegal(here, "Ana play YY-G x4", "CEN-22", say)
    say = "GG-YYRB | 1 time | 2 | green | 0"
    illegal(here, "Ana play GG-YYRB", "CEN-22", say)


@pytest.mark.rule("CEN-22", "CEN-18")
def test_cubes_are_given_before_cubes_are_taken() -> None:
    # the trade pays itself with nothing it brings
    here = position(2, hold=["GG"], hand=["GG-YYRB"])
    assert play(here, "Ana play GG-YYRB").hold("Ana") == "YYRB"
    mixed = play(position(2, hold=["YYYYGG"], hand=["YYG-BB"]), "Ana play YYG-BB x2")
    assert (mixed.only("traded").card, mixed.seat("Ana").played) == ("YYG-BB", ["YYG-BB"])
    assert mixed.only("traded").gave == {"yellow": 4, "green": 2}
    assert mixed.hold("Ana") == "BBBB"
    illegal(here, "Ana play YY x2", "CEN-18", "YY")
    illegal(position(2), "Ana play YY x2", "CEN-22", "YY")


@pytest.mark.rule("CEN-A21")
def test_a_trade_card_is_played_for_at_least_one_trade() -> None:
    here = position(2, hold=["YY"], hand=["YY-G"], row="YYY")
    illegal(here, "Ana play YY-G x0", "CEN-A21", "YY-G")
    waived = play(here, "Ana play YY-G x0 !CEN-A21")
    assert (waived.hold("Ana"), waived.seat("Ana").played) == ("YY", ["YY-G"])


@pytest.mark.rule("CEN-43")
def test_a_rest_brings_played_and_discarded_cards_back() -> None:
    here = position(2, hand=["RR"], played=["YY"], down=["UP2 YR"])
    done = play(here, "Ana rest")
    ana = done.seat("Ana")
    assert ana.cards.hand == ["RR", "UP2", "YR", "YY"]
    assert (ana.cards.down, ana.played) == ([], [])
    assert done.only("rested").cards == 3


@pytest.mark.rule("CEN-A26", "CEN-A37")
def test_a_rest_with_nothing_to_take_back_is_a_pass() -> None:
    done = play(position(2), "Ana rest")
    assert done.only("rested").cards == 0
    assert done.asked == [("Bartek", "turn")]


@pytest.mark.rule("CEN-A32", "CEN-18")
def test_where_cards_lie() -> None:
    done = play(position(2, ships=["C2", "E2"]), "Ana play YY\nBartek rest\nAna move C3 discard YY")
    ana = done.seat("Ana")
    assert (ana.cards.hand, ana.played, ana.cards.down) == (["UP2"], [], ["YY"])
