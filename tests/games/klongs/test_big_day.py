"""The big market day: who is first, how long it goes on, what may be removed."""

from __future__ import annotations

import pytest

from .scenario import illegal, moves, play, position

SQUARE = "d4=S2:1 e4=L0:1 d5=A0:2 e5=P3n"
# squares that do not touch: bc23, ef23, hi23
THREE = "b2=S0:2 c2=S0:1 b3=S1 c3=S1 e2=L0:1 f2=L0:2 e3=L1 f3=L1 h2=A0:1 i2=A0:2 h3=A1 i3=A1"

SPOTS = "a1 c1 e1 g1 i1 a3 c3 e3 g3 i3 a5 c5 e5 g5 i5"
KINDS = "S0 S0 S1 S1 S2 L0 L0 L1 L1 L2 A0 A0 A1 A1 A2"


def first(board: str, trigger: int, points: tuple[int, ...]) -> int:
    """Return who begins the big day that a seat brings about by placing at the edge."""
    players = len(points)
    hands = ["? ?"] * (trigger - 1) + ["B0p ?"]
    here = position(players, board, hands=hands, active=trigger, points=points, marker=11)
    name = ("Ana", "Bartek", "Celina", "Dora")[trigger - 1]
    began = play(here, f"{name} place B0p j8").only("day_began")
    assert (began.kind, began.trigger) == ("big", trigger)
    return int(began.first)


def traders(*counts: int) -> str:
    """A board with so many traders of each seat, and a boat to place next to."""
    spots = iter(SPOTS.split())
    kinds = iter(KINDS.split())
    owned = [
        f"{next(spots)}={next(kinds)}:{seat}" for seat, n in enumerate(counts, 1) for _ in range(n)
    ]
    return " ".join([*owned, "i7=cook"])


@pytest.mark.rule("KLO-29")
@pytest.mark.example("KLO-G8")
@pytest.mark.parametrize(("trigger", "begins"), [(3, 1), (2, 2)])
def test_the_order_of_the_example(trigger: int, begins: int, golden: object) -> None:
    # the one who triggers scores 2 for the last field of the track, so the example's 30, 30, 41
    # are the points after that
    points = [30, 30, 41]
    points[trigger - 1] -= 2
    assert first(traders(5, 5, 4), trigger, tuple(points)) == begins
    assert {
        "trigger": trigger,
        "points": [30, 30, 41],
        "traders": [5, 5, 4],
        "first": begins,
    } == golden


@pytest.mark.rule("KLO-29")
def test_the_player_furthest_behind_is_first() -> None:
    assert first(traders(5, 1, 1), 3, (9, 12, 10)) == 1
    assert first(traders(1, 1, 5), 1, (9, 12, 10)) == 3


@pytest.mark.rule("KLO-29", "A-KLO-16")
def test_of_tied_players_the_one_with_fewer_traders_on_the_board() -> None:
    assert first(traders(2, 1, 1), 3, (10, 10, 20)) == 2
    assert first(traders(1, 2, 1), 3, (10, 10, 20)) == 1


@pytest.mark.rule("KLO-29")
def test_then_the_one_who_brought_it_about_then_who_has_the_next_turn() -> None:
    assert first(traders(1, 1, 1), 2, (10, 8, 20)) == 2
    assert first(traders(1, 1, 1, 1), 2, (10, 30, 20, 10)) == 4, "Dora's turn comes before Ana's"
    assert first(traders(1, 1, 1, 1), 4, (10, 30, 10, 20)) == 1


@pytest.mark.rule("A-KLO-15")
def test_the_points_of_the_last_field_count() -> None:
    assert first(traders(1, 1), 1, (9, 10)) == 2, "9 and 2 points are more than 10"
    assert first(traders(1, 1), 1, (8, 10)) == 1
    assert first(traders(1, 1), 2, (109, 98)) == 2


@pytest.mark.rule("KLO-30", "A-KLO-12")
def test_rounds_go_on_until_nothing_can_be_scored() -> None:
    here = position(2, THREE, day="big")
    done = play(
        here,
        "Ana score bc23 remove c2 / Bartek score ef23 remove f2 / Ana score hi23 remove h2",
    )
    assert done.told.count("scored") == 3
    assert done.told[-5:] == ["day_over", "valued", "valued", "ended", "sealed"]
    assert "skipped" not in done.told


@pytest.mark.rule("KLO-30", "A-KLO-12")
def test_a_pass_is_not_final_but_all_in_succession_end_the_day() -> None:
    here = position(2, THREE, day="big")
    done = play(
        here, "Ana pass / Bartek score ef23 remove f2 / Ana score bc23 remove c2 / Bartek pass"
    )
    assert done.asked == [("Ana", "market day")], "hi23 is left"
    done = play(done, "Ana pass")
    assert done.state.over
    assert play(here, "Ana pass / Bartek pass").state.over


@pytest.mark.rule("KLO-30")
def test_more_than_two_rounds() -> None:
    here = position(2, THREE, day="big")
    done = play(
        here, "Ana pass / Bartek score ef23 remove f2 / Ana pass / Bartek score bc23 remove b2"
    )
    done = play(done, "Ana pass / Bartek score hi23 remove i2")
    assert done.state.over
    assert len(done.seat("Bartek").warehouse) == 3


@pytest.mark.rule("KLO-31", "A-KLO-14")
def test_a_neutral_boat_may_be_removed() -> None:
    here = position(2, SQUARE, day="big")
    done = play(here, "Ana score de45 remove e5")
    assert done.seat("Ana").warehouse == ["P3n"]
    assert done.seat("Ana").traders == 14, "both traders stay on their boats"
    assert done.points == (10 + 1, 5), "a pineapple in the warehouse"


@pytest.mark.rule("KLO-31")
def test_also_a_special_boat() -> None:
    here = position(2, "d4=S2:1 e4=thief d5=guard e5=cook", day="big")
    for field, boat in {"e4": "thief", "d5": "guard", "e5": "cook"}.items():
        done = play(here, f"Ana score de45 remove {field}")
        assert done.seat("Ana").warehouse == [boat]


@pytest.mark.rule("KLO-31")
def test_opponents_boats_are_untouchable() -> None:
    here = position(2, SQUARE, day="big")
    illegal(
        here,
        "Ana score de45 remove d5",
        "KLO-31",
        "d5",
    )
    assert moves(here) == [*(f"score de45 remove {f}" for f in ("d4", "e4", "e5")), "pass"]


@pytest.mark.rule("A-KLO-13")
def test_an_own_boat_is_needed_also_to_remove_a_neutral_one() -> None:
    here = position(3, SQUARE + " f4=F0:3 f5=F1", day="big", asked=3)
    illegal(here, "Celina score de45 remove e5", "KLO-24", "de45")
    assert "score ef45 remove e5" in moves(here)


@pytest.mark.rule("A-KLO-30")
def test_a_boat_is_removed_after_every_scoring() -> None:
    here = position(2, THREE, day="big")
    done = play(here, "Ana score bc23 remove b3 / Bartek score ef23 remove f3")
    assert [x.boat for x in done.of("stored")] == ["S1", "L1"]
    assert done.told.count("stored") == done.told.count("scored")
