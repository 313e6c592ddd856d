"""Move cards: one own boat to a neighbouring field, before or after placing."""

from __future__ import annotations

from typing import Any

import pytest

from .scenario import illegal, moves, play, position, standard_box

WATER = "d4=S0:1 e4=S1:2 f4=A2n"


@pytest.mark.rule("KLO-21", "A-KLO-33")
def test_after_placing() -> None:
    here = position(2, WATER, hands=["B0"])
    done = play(here, "Ana place B0 e5 move d4 c3")
    assert done.state.boats["c3"] == "S0"
    assert done.state.owners == {"c3": 1, "e4": 2, "e5": 1}
    assert (done.seat("Ana").cards, done.state.discarded) == (1, 1)
    assert done.told[:2] == ["placed", "moved"]
    own = play(here, "Ana place B0 e5 move e5 e6")
    assert own.state.boats["e6"] == "B0", "the boat just placed"


@pytest.mark.rule("KLO-21", "A-KLO-33")
def test_before_placing() -> None:
    here = position(2, WATER, hands=["B0"])
    done = play(here, "Ana move d4 d5 / Ana place B0 d4")
    assert done.state.boats["d5"] == "S0"
    assert done.state.boats["d4"] == "B0"
    assert done.seat("Ana").cards == 1


@pytest.mark.rule("KLO-21")
def test_across_footbridges_and_away_from_all_others() -> None:
    here = position(2, "b2=S0:1 h7=S1:2", hands=["B0"])
    done = play(here, "Ana place B0 h8 move b2 c3")
    assert done.state.boats["c3"] == "S0", "no boat lies next to c3"


@pytest.mark.rule("KLO-21")
def test_once_in_a_turn() -> None:
    here = position(2, WATER, hands=["B0"])
    illegal(here, "Ana move d4 d5 / Ana move d5 d6", "KLO-21")
    illegal(here, "Ana move d4 d5 / Ana place B0 c4 move c4 b4", "KLO-21")
    day = position(2, WATER, hands=["B0p B1"], marker=3)
    done = play(day, "Ana move d4 d5 / Ana place B0p c4")
    assert done.asked == [("Bartek", "place")], "after a market day nobody is asked again"


@pytest.mark.rule("KLO-21")
def test_twice_in_a_game() -> None:
    here = position(2, WATER, hands=["B0 B1"], cards=[1])
    done = play(here, "Ana place B0 c4 move d4 d5 / Bartek place P0 e5")
    illegal(done, "Ana place B1 c5 move d5 d6", "KLO-21")
    assert not [m for m in moves(done) if "move" in m]


@pytest.mark.rule("KLO-21", "A-KLO-05")
def test_only_an_own_boat() -> None:
    here = position(2, WATER, hands=["B0"])
    illegal(here, "Ana move e4 e5", "A-KLO-05", "e4")
    illegal(here, "Ana move f4 f5", "A-KLO-05", "f4")
    illegal(here, "Ana move a1 a2", "KLO-21", "a1")


@pytest.mark.rule("KLO-21")
def test_only_to_a_neighbouring_field() -> None:
    here = position(2, WATER, hands=["B0"])
    illegal(here, "Ana move d4 d6", "KLO-21", "d6 | d4")


@pytest.mark.rule("A-KLO-03")
def test_neighbours_touch_by_side_or_corner_unless_the_table_wants_sides_only() -> None:
    here = position(2, WATER, hands=["B0"])
    assert play(here, "Ana move d4 c5 / Ana place B0 b5").state.boats["c5"] == "S0"
    strict = position(2, WATER, hands=["B0"], options={"move_adjacency": "orthogonal"})
    illegal(strict, "Ana move d4 c5", "A-KLO-03", "c5 | d4")
    assert play(strict, "Ana move d4 d5 / Ana place B0 c5").state.boats["d5"] == "S0"


@pytest.mark.rule("A-KLO-04")
def test_to_a_free_field_in_a_district_with_room() -> None:
    here = position(2, "d4=S0:1 e4=S1:2 e3=L0 f3=L1", hands=["B0"])
    illegal(here, "Ana move d4 e4", "A-KLO-04", "e4")
    # e3, f3 and e4 fill the district of f4
    full = position(2, "g4=S0:1 e4=S1:2 e3=L0 f3=L1", hands=["B0"])
    illegal(full, "Ana move g4 f4", "A-KLO-04", "f4 | 3")
    within = position(2, "f4=S0:1 e4=S1:2 e3=L0", hands=["B0"])
    done = play(within, "Ana move f4 f3 / Ana place B0 g4")
    assert done.state.boats["f3"] == "S0", "the moved boat does not count"


@pytest.mark.rule("A-KLO-07")
def test_in_round_1_after_placing() -> None:
    here = position(2, "", hands=["B0 B1 A0 A1"], turn=1)
    done = play(here, "Ana place B0 a4 move a4 b4")
    assert done.state.boats == {"b4": "B0"}
    done = play(done, "Bartek place P0 a4")
    assert done.state.boats == {"b4": "B0", "a4": "P0"}
    illegal(here, "Ana move a4 b4", "KLO-21", "a4")


def pond() -> dict[str, Any]:
    """Two districts of 2 x 2 that hold two boats each: ab and cd."""
    box = standard_box()
    box["grid"] |= {"rows": 2, "cols": 4}
    box["limits"]["district"] = 2
    box["entrances"] |= {"light": ["a1", "a2"], "dark": ["d1", "d2"]}
    box["moorings"]["names"] = ["bc12"]
    return box


@pytest.mark.rule("A-KLO-33")
def test_a_move_before_placing_needs_a_placement_after_it() -> None:
    here = position(2, "b1=S0:1 a2=S1:2", hands=["B0"], box=pond())
    illegal(here, "Ana move b1 a1", "A-KLO-33")
    assert [m for m in moves(here) if m.startswith("move")] == [
        "move b1 c1",
        "move b1 b2",
        "move b1 c2",
    ]
    assert play(here, "Ana move b1 b2 / Ana place B0 c2").state.boats["c2"] == "B0"


@pytest.mark.rule("A-KLO-33", "A-KLO-32")
def test_nobody_is_forced_to_move_to_be_able_to_place() -> None:
    before = position(2, "a1=S0:1", hands=["B0", "B1 ?"], active=2, box=pond())
    here = play(before, "Bartek place B1 a2")
    assert here.asked == [("Ana", "place")]
    assert moves(here) == ["pass", "move a1 b1", "move a1 b2"], "a district is full, the other away"
    done = play(here, "Ana pass")
    assert done.of("passed")[0].thieves == 0
    assert play(here, "Ana move a1 b1 / Ana place B0 c1").state.boats["c1"] == "B0"


@pytest.mark.rule("A-KLO-33")
def test_after_a_move_a_boat_must_be_placed() -> None:
    here = position(2, "c3=S0:1 d7=guard", hands=["thief"], cards=[1])
    done = play(here, "Ana move c3 c4")
    illegal(done, "Ana pass", "A-KLO-33")
