"""A turn: place, Luk-Phat, draw; and when nothing can be placed."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME

from .scenario import illegal, moves, play, position, refused, session, standard_box

WATER = "c3=S0:1 d4=L0:2"


@pytest.mark.rule("KLO-07", "KLO-22")
def test_place_a_boat_then_draw_back_to_four() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"], stack=20)
    done = play(here, "Ana place B0 e5 / Ana hand F0")
    assert done.state.boats["e5"] == "B0"
    assert done.hand("Ana") == ["A0", "A1", "B1", "F0"]
    assert done.told == ["placed", "drew", "turned"]
    assert done.asked == [("Bartek", "place")]
    assert done.state.stacks[0].size == 19


@pytest.mark.rule("KLO-07")
def test_only_boats_of_the_hand_and_only_on_free_water() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"])
    illegal(here, "Ana place B2 e5", "KLO-07", "B2")
    illegal(here, "Ana place B0 d4", "KLO-07", "d4")
    e = refused(here, "Ana place B0 k4")
    assert e.kind == "malformed"
    assert tells(e.message, "k4 | a1 | j8")


@pytest.mark.rule("KLO-22", "A-KLO-20")
def test_when_the_stack_is_empty_play_goes_on_from_hand() -> None:
    here = position(2, WATER, hands=["B0 B1 F0", "A0"], stack=0)
    done = play(here, "Ana place B0 e5 / Bartek place A0 c4 / Ana place B1 e4")
    assert done.asked == [("Ana", "place")], "an empty hand passes"
    assert done.told.count("drew") == 0
    assert done.told.count("placed") == 3
    assert done.hand("Bartek") == []


@pytest.mark.rule("KLO-22")
def test_the_last_boat_of_the_stack() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"], stack=1)
    done = play(here, "Ana place B0 e5 / Ana hand ? / Bartek place F0 c4 / Ana place B1 e4")
    assert done.told.count("drew") == 1
    assert done.state.stacks[0].size == 0


@pytest.mark.rule("KLO-08")
@pytest.mark.example("KLO-G1")
@pytest.mark.parametrize("marker", [2, 6, 10])
def test_a_parasol_moves_the_marker_to_a_six(marker: int, golden: object) -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], marker=marker)
    done = play(here, "Ana place B0p e5")
    assert done.state.marker == marker + 1
    assert done.points == (6, 0)
    assert done.data == golden


@pytest.mark.rule("KLO-08")
def test_without_a_parasol_the_marker_stays() -> None:
    here = position(2, WATER, hands=["B2n B1 A0 A1"], marker=2)
    done = play(here, "Ana place B2n e5")
    assert (done.state.marker, done.points) == (2, (0, 0))


@pytest.mark.rule("KLO-09")
def test_a_market_day_field_gives_its_points_first_and_then_a_small_day() -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], marker=3, cards=[0, 0])
    done = play(here, "Ana place B0p e5")
    assert done.points == (3, 0)
    assert done.told[:3] == ["placed", "advanced", "day_began"]
    assert done.only("day_began").kind == "small"
    assert done.asked == [("Bartek", "place")], "after a small day play goes on"


@pytest.mark.rule("KLO-09")
def test_after_the_big_day_only_the_warehouses_follow() -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], marker=11, stores=["F0 F0", ""])
    done = play(here, "Ana place B0p e5")
    assert done.points == (2 + 3, 0)
    assert done.told == [
        *("placed", "advanced", "day_began", "day_over"),
        *("valued", "valued", "ended", "sealed"),
    ]


@pytest.mark.rule("A-KLO-08")
def test_effect_then_luk_phat_then_market_day_then_move_then_draw() -> None:
    square = "d4=S0:1 e4=L0:1 d5=A0:2 c3=S1:1"
    here = position(2, square, hands=["B0p B1 A0 A1"], marker=3, stack=9)
    done = play(here, "Ana place B0p e5 / Ana score de45 remove e4")
    assert done.asked == [("Ana", "end of turn")]
    done = play(done, "Ana move c3 c4 / Ana hand F0 / Bartek place F1 c5 / Bartek hand ?")
    assert done.told[:3] == ["moved", "drew", "turned"]
    illegal(
        here,
        "Ana place B0p e5 move c3 c4",
        "A-KLO-08",
    )


@pytest.mark.rule("A-KLO-08")
def test_the_effect_of_a_boat_comes_before_its_luk_phat() -> None:
    box = standard_box()
    box["specials"]["boats"][1]["parasol"] = True
    here = position(2, "c4=thief c3=S0", hands=["guard B0 B1 B2"], stack=9, box=box)
    done = play(here, "Ana place guard c5 out / Ana hand ?")
    assert done.told[:3] == ["placed", "chased", "advanced"]


@pytest.mark.rule("A-KLO-08")
@pytest.mark.parametrize(
    ("marker", "kind", "when"), [(3, "small", "after it"), (11, "big", "no more")]
)
def test_nothing_is_drawn_before_the_market_day(marker: int, kind: str, when: str) -> None:
    square = "d4=S0:1 e4=L0:1 d5=A0:2"
    here = position(2, square, hands=["B0p B1 A0 A1"], marker=marker, stack=9)
    e = refused(here, "Ana place B0p e5 / Ana hand S2")
    say = f"{kind} | {when}"
    assert e.rule == "A-KLO-08"
    assert tells(e.message, say)


@pytest.mark.rule("A-KLO-08")
def test_after_the_big_day_nobody_moves_or_draws() -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], marker=11, stack=9)
    illegal(
        here,
        "Ana place B0p e5 move c3 c4",
        "A-KLO-08",
    )
    done = play(here, "Ana place B0p e5")
    assert not {"moved", "drew"} & set(done.told)


@pytest.mark.rule("A-KLO-27", "KLO-28")
def test_after_a_small_day_its_player_moves_draws_and_the_next_one_follows() -> None:
    here = position(3, WATER, hands=["? ? ? ?", "B0p B1 A0 A1"], active=2, marker=7, stack=9)
    done = play(here, "Bartek place B0p e5 / Bartek end / Bartek hand L1")
    assert done.told == [
        *("placed", "advanced", "day_began", *["skipped"] * 6, "day_over"),
        *("turn_ended", "drew", "turned"),
    ]
    assert done.asked == [("Celina", "place")]
    moved = play(here, "Bartek place B0p e5 / Bartek move d4 d5 / Bartek hand L1")
    assert moved.asked == [("Celina", "place")]
    assert moved.seat("Bartek").cards == 1
    left_out = play(here, "Bartek place B0p e5 / Bartek hand L1")
    assert left_out.told == done.told, "not moving can be left out"


@pytest.mark.rule("A-KLO-27")
def test_without_a_choice_nobody_is_asked_after_a_small_day() -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], marker=3, cards=[0], stack=9)
    done = play(here, "Ana place B0p e5 / Ana hand ?")
    assert "turn_ended" not in done.told
    assert done.asked == [("Bartek", "place")]


@pytest.mark.rule("A-KLO-09")
def test_a_parasol_counts_again_when_it_is_placed_again() -> None:
    here = position(2, "c4=S0 e4=B0p", hands=["thief B1 A0 A1"], stack=9)
    done = play(here, "Ana place thief d4 take e4 hand / Bartek place F0 e5 / Bartek hand ?")
    assert done.state.marker == 0
    done = play(done, "Ana place B0p e4 / Ana hand ?")
    assert (done.state.marker, done.points) == (1, (2, 0))


@pytest.mark.rule("A-KLO-06")
def test_moving_a_boat_does_not_move_the_marker() -> None:
    box = GAME.boxes.whole({})
    box["fleet"]["boats"][0]["parasol"] = True  # an empty seat with a parasol
    here = position(2, "c3=S0:1 d4=L0:2", hands=["B1 B1 A0 A1"], box=box)
    done = play(here, "Ana place B1 e5 move c3 c4")
    assert done.state.marker == 0
    assert "advanced" not in done.told


@pytest.mark.rule("A-KLO-32")
def test_nobody_passes_with_a_boat_that_can_be_placed() -> None:
    here = position(2, WATER, hands=["thief B1"])
    illegal(here, "Ana pass", "A-KLO-32")


@pytest.mark.rule("KLO-06", "KLO-07")
def test_a_whole_round() -> None:
    table = session(
        "Ana, Bartek",
        """
        Ana hand S0 ? ? ?
        Bartek hand L0 A0 ? ?
        Ana place S0 a4 / Ana hand ?
        Bartek place L0 a5 / Bartek hand ?
        Ana place S1 b3 / Ana hand ?
        """,
    )
    assert GAME.rules.round(table.state) == 2
    assert table.state.turn == 4
    assert "pass" not in moves_of(table)


def moves_of(table) -> list[str]:
    from .scenario import Position

    return moves(Position(table.lines[0].data, table.state))
