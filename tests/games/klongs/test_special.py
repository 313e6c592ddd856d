"""Thieves, guards and cook-shops."""

from __future__ import annotations

import pytest

from .scenario import illegal, moves, play, position

# row 4: c4 own, d4 free, e4 neutral, g4 another's, h4 a cook-shop
ROW = "c4=S0:1 e4=A2n g4=S1:2 h4=cook c3=P0:2"


@pytest.mark.rule("KLO-32", "KLO-33", "A-KLO-17")
def test_a_thief_takes_any_boat_of_its_row_to_the_warehouse() -> None:
    here = position(2, ROW, hands=["thief B0 B1 B2"], stack=9)
    for field, boat in {"c4": "S0", "e4": "A2n", "g4": "S1", "h4": "cook"}.items():
        done = play(here, f"Ana place thief d4 take {field} warehouse / Ana hand F0")
        assert field not in done.state.boats
        assert done.seat("Ana").warehouse == [boat]
        assert done.told == ["placed", "stolen", "drew", "turned"]


@pytest.mark.rule("KLO-32")
def test_the_trader_goes_back_to_its_owner() -> None:
    here = position(2, ROW, hands=["thief"])
    other = play(here, "Ana place thief d4 take g4 warehouse")
    assert (other.seat("Bartek").traders, "g4" in other.state.owners) == (15, False)
    assert other.only("stolen").owner == 2
    own = play(here, "Ana place thief d4 take c4 warehouse")
    assert own.seat("Ana").traders == 16
    neutral = play(here, "Ana place thief d4 take e4 warehouse")
    assert (neutral.seat("Ana").traders, neutral.only("stolen").owner) == (15, 0)


@pytest.mark.rule("KLO-33")
def test_or_into_the_hand_and_then_no_draw() -> None:
    here = position(2, ROW, hands=["thief B0 B1 B2"], stack=9)
    done = play(here, "Ana place thief d4 take g4 hand")
    assert done.told == ["placed", "stolen", "turned"]
    assert done.hand("Ana") == ["B0", "B1", "B2", "S1"]
    assert done.seat("Ana").shown == ["S1"]
    illegal(here, "Ana place thief d4 take g4", "KLO-33")
    illegal(here, "Ana place thief d4 take g4 out", "KLO-33")


@pytest.mark.rule("KLO-33")
def test_only_where_something_is_removed() -> None:
    here = position(2, ROW, hands=["thief B0 B1 B2"])
    illegal(here, "Ana place thief d4 hand", "KLO-33")
    illegal(here, "Ana place B0 d4 hand", "KLO-33", "B0")
    illegal(here, "Ana place B0 d4 take c4 hand", "KLO-32", "B0")


@pytest.mark.rule("KLO-32", "A-KLO-17")
def test_a_thief_does_not_reach_other_rows_or_take_nothing() -> None:
    here = position(2, ROW, hands=["thief"])
    illegal(
        here,
        "Ana place thief d4 take c3 hand",
        "KLO-32",
        "c3 | d4",
    )
    illegal(here, "Ana place thief d4 take f4 hand", "KLO-32", "f4")
    illegal(here, "Ana place thief d4 take d4 hand", "KLO-32", "d4")


@pytest.mark.rule("A-KLO-17")
def test_a_thief_takes_another_thief() -> None:
    here = position(2, "c4=thief c3=S0", hands=["thief"])
    done = play(here, "Ana place thief d4 take c4 hand")
    assert done.hand("Ana") == ["thief"]


@pytest.mark.rule("A-KLO-35", "A-KLO-17")
def test_a_thief_need_not_take_anything() -> None:
    here = position(2, ROW, hands=["thief"])
    done = play(here, "Ana place thief d4")
    assert done.told == ["placed", "turned"]


@pytest.mark.rule("KLO-32")
def test_a_guard_cannot_be_taken() -> None:
    here = position(2, "c4=guard e4=S0:2", hands=["thief"])
    illegal(here, "Ana place thief d4 take c4 hand", "KLO-32")


@pytest.mark.rule("KLO-34", "KLO-32")
def test_a_guard_protects_its_column() -> None:
    here = position(2, "c4=S0:2 c8=guard e4=S1:2", hands=["thief"])
    illegal(here, "Ana place thief d4 take c4 hand", "KLO-34", "c4")
    assert play(here, "Ana place thief d4 take e4 hand").hand("Ana") == ["S1"]
    takes = {m.split("take ")[1].split()[0] for m in moves(here) if "thief d4 take" in m}
    assert takes == {"e4"}


@pytest.mark.rule("A-KLO-18")
def test_a_special_boat_in_the_warehouse_is_worth_nothing() -> None:
    here = position(2, "c4=cook c3=S0:1", hands=["thief", "B0p"], marker=11)
    done = play(here, "Ana place thief d4 take c4 warehouse / Bartek place B0p d5")
    assert done.seat("Ana").warehouse == ["cook"]
    assert [x.points for x in done.of("valued")] == [0, 0]


@pytest.mark.rule("KLO-35", "A-KLO-35")
def test_a_guard_removes_the_thief_of_its_column() -> None:
    here = position(2, "c4=thief c3=S0 d4=S1", hands=["guard B0 B1 B2"], stack=9)
    out = play(here, "Ana place guard c5 out / Ana hand F0")
    assert (out.state.out, "c4" in out.state.boats) == (["thief"], False)
    assert out.told == ["placed", "chased", "drew", "turned"]
    hand = play(here, "Ana place guard c5 hand")
    assert hand.told == ["placed", "chased", "turned"], "no draw"
    assert hand.seat("Ana").shown == ["thief"]
    illegal(here, "Ana place guard c5", "KLO-35")
    illegal(here, "Ana place guard c5 warehouse", "KLO-35")
    illegal(here, "Ana place guard d5 out", "KLO-35", "d5")


@pytest.mark.rule("KLO-36")
@pytest.mark.example("KLO-G6")
@pytest.mark.parametrize(
    ("line", "hand", "out", "draws"),
    [
        ("Ana place guard c5 hand", ["B0", "B1", "B2", "thief"], ["thief"], 0),
        ("Ana place guard c5 out / Ana hand F0", ["B0", "B1", "B2", "F0"], ["thief", "thief"], 1),
    ],
    ids=["to hand", "out"],
)
def test_a_guard_and_two_thieves(
    line: str, hand: list[str], out: list[str], draws: int, golden: object
) -> None:
    here = position(2, "c4=thief c3=S0 c8=thief", hands=["guard B0 B1 B2"], stack=9)
    done = play(here, line)
    assert (done.hand("Ana"), done.state.out) == (hand, out)
    assert done.told.count("drew") == draws
    assert done.data == golden


@pytest.mark.rule("A-KLO-19")
def test_three_thieves_in_a_column() -> None:
    here = position(2, "c4=thief c2=thief c8=thief b5=S0", hands=["guard B0 B1 B2"], stack=9)
    done = play(here, "Ana place guard c5 hand")
    assert [x.keep for x in done.of("chased")] == ["hand", "out", "out"]
    assert (done.state.out, done.seat("Ana").shown) == (["thief"] * 2, ["thief"])


@pytest.mark.rule("KLO-35", "A-KLO-20")
def test_with_an_empty_stack_a_thief_can_still_come_into_the_hand() -> None:
    here = position(2, "c4=thief c3=S0", hands=["guard B0"], stack=0)
    assert play(here, "Ana place guard c5 hand").hand("Ana") == ["B0", "thief"]
    assert play(here, "Ana place guard c5 out").hand("Ana") == ["B0"]


@pytest.mark.rule("A-KLO-24")
def test_two_thieves_can_take_each_other_for_ever() -> None:
    here = position(2, "c4=thief c3=S0", hands=["thief", "B0"])
    script = "Ana place thief d4 take c4 hand / Bartek place B0 d5"
    done = play(here, script)
    done = play(done, "Ana place thief c4 take d4 hand")
    assert done.state.boats["c4"] == "thief"
    assert done.hand("Ana") == ["thief"]
    assert done.asked == [("Ana", "place")], "Bartek has an empty hand and passes"


@pytest.mark.rule("KLO-15")
def test_special_boats_have_no_seat() -> None:
    here = position(2, ROW, hands=["cook guard thief"])
    for boat in ("cook", "guard", "thief"):
        done = play(here, f"Ana place {boat} d4")
        assert "d4" not in done.state.owners
        illegal(here, f"Ana place {boat} d4 without", "KLO-11", f"{boat}")
