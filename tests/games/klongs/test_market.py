"""Small market days: order, conditions, points, removal."""

from __future__ import annotations

import pytest

from ledger.games.klongs import GAME

from .scenario import illegal, moves, play, position, standard_box

SQUARE = "d4=S2:1 e4=L0:1 d5=A0:2 e5=P3n"
"""KLO-G2: baskets 2 + 0 + 0 + 3; two boats of seat 1, one of seat 2."""


@pytest.mark.rule("KLO-25", "KLO-26")
@pytest.mark.example("KLO-G2")
def test_five_baskets_for_two_boats_and_for_one(golden: object) -> None:
    done = play(position(2, SQUARE, day="small"), "Ana score de45 remove d4")
    scored = done.only("scored")
    assert (scored.baskets, scored.factor, scored.points) == (5, 1, (10, 5))
    assert done.points == (10, 5)
    assert done.seat("Ana").warehouse == ["S2"]
    assert done.seat("Ana").traders == 15, "one is left on e4"
    assert "d4" not in done.state.boats
    assert done.data == golden


@pytest.mark.rule("KLO-37")
@pytest.mark.example("KLO-G7")
def test_a_cook_shop_doubles(golden: object) -> None:
    square = "d4=S2:1 e4=L2:1 d5=A1:2 e5=cook"
    done = play(position(2, square, day="small"), "Ana score de45 remove d4")
    assert done.points == (20, 10)
    assert done.only("scored").factor == 2
    assert done.data == golden


@pytest.mark.rule("A-KLO-11")
def test_two_cook_shops_double_once_unless_the_table_says_otherwise() -> None:
    square = "d4=S2:1 e4=cook d5=A1:2 e5=cook"
    done = play(position(2, square, day="small"), "Ana score de45 remove d4")
    assert done.points == (3 * 2, 3 * 2)
    options = {"stacked_cook_shops": True}
    done = play(position(2, square, day="small", options=options), "Ana score de45 remove d4")
    assert done.points == (3 * 4, 3 * 4)


@pytest.mark.rule("KLO-25")
def test_the_baskets_of_a_thief_are_ignored() -> None:
    box = standard_box()
    box["specials"]["boats"][0]["baskets"] = 2
    box["specials"]["boats"][1]["baskets"] = 1
    square = "d4=S2:1 e4=thief d5=guard e5=P3n"
    done = play(position(2, square, day="small", box=box), "Ana score de45 remove d4")
    assert done.only("scored").baskets == 2 + 0 + 1 + 3
    square = "d4=S2:1 e4=thief d5=A1 e5=P3n"
    done = play(position(2, square, day="small"), "Ana score de45 remove d4")
    assert done.only("scored").baskets == 6


@pytest.mark.rule("KLO-24")
def test_a_mooring_place_with_three_boats() -> None:
    assert "score de45 remove d4" in moves(position(2, SQUARE, day="small"))
    here = position(2, "d4=S2:1 e4=L0:1 d5=A0:2", day="small")
    illegal(
        here,
        "Ana score de45 remove d4",
        "KLO-24",
        "de45 | 3",
    )


@pytest.mark.rule("KLO-24")
def test_the_middle_of_a_district_is_no_mooring_place() -> None:
    here = position(2, SQUARE, day="small")
    assert "cd34" not in here.state.setup.moorings
    assert {m.split()[1] for m in moves(here) if m.startswith("score")} == {"de45"}


@pytest.mark.rule("KLO-24")
def test_one_of_the_boats_must_be_the_players() -> None:
    here = position(3, SQUARE + " f5=F0:3 f4=F1:3", day="small", asked=3)
    assert "score ef45 remove f5" in moves(here)
    illegal(here, "Celina score de45 remove d4", "KLO-24", "de45")


@pytest.mark.rule("KLO-26", "A-KLO-30")
def test_an_own_boat_of_the_four_is_removed_and_no_other() -> None:
    here = position(2, SQUARE + " c3=B0:1", day="small")
    say = "the boat on {} isn't yours: remove one of your own"
    illegal(here, "Ana score de45 remove d5", "KLO-26", say.format("d5"))
    illegal(here, "Ana score de45 remove e5", "KLO-26", say.format("e5"))
    illegal(here, "Ana score de45 remove c3", "KLO-26", "c3 | de45")
    e4 = play(here, "Ana score de45 remove e4")
    assert e4.points == (10, 5), "points are given before the boat goes"
    assert sorted(m for m in moves(here)) == [
        "pass",
        "score de45 remove d4",
        "score de45 remove e4",
    ]


@pytest.mark.rule("KLO-23", "A-KLO-36")
def test_two_rounds_clockwise_from_the_one_who_brought_it_about() -> None:
    water = "b2=S0:2 c2=S0:1 b3=S1 c3=S1 e2=L0:1 f2=L0:2 e3=L1 f3=L1 h2=A0:1 i2=A0:2 h3=A1 i3=A1"
    here = position(2, water, day="small", active=2, hands=["B0", "B1"], cards=[0, 0])
    done = play(here, "Bartek score bc23 remove b2")
    assert done.asked == [("Ana", "market day")]
    done = play(done, "Ana score ef23 remove e2")
    assert done.asked == [("Bartek", "market day")], "once each in a round"
    done = play(done, "Bartek score hi23 remove i2")
    assert done.told[-3:] == ["skipped", "day_over", "turned"], "Ana has nothing left to score"
    assert done.asked == [("Ana", "place")]
    third = play(here, "Bartek score bc23 remove b2 / Ana pass / Bartek pass / Ana pass")
    assert third.told.count("scored") == 1
    assert third.asked == [("Ana", "place")], "two rounds, though two squares are left"


@pytest.mark.rule("KLO-23")
def test_who_passes_in_the_first_round_can_score_in_the_second() -> None:
    here = position(2, SQUARE, day="small", hands=["B0", "B1"], cards=[0, 0])
    done = play(here, "Ana pass / Bartek pass / Ana score de45 remove e4")
    assert done.told[:3] == ["declined", "declined", "scored"]
    assert done.points == (10, 5)
    assert done.asked == [("Bartek", "place")]


@pytest.mark.rule("KLO-23")
def test_everybody_sees_which_of_the_two_rounds_it_is() -> None:
    here = position(3, SQUARE, day="small")
    rounds = []
    for script in ("Ana pass", "Bartek pass", "Ana pass"):
        seen = GAME.view(here.state, 0)
        rounds.append((seen.day_round, seen.day_rounds))
        here = play(here, script)
    assert rounds == [(1, 2), (1, 2), (2, 2)], "Celina has no boat there and is skipped"


@pytest.mark.rule("A-KLO-26", "KLO-23")
def test_a_small_day_on_which_nobody_can_score() -> None:
    here = position(3, "d4=S0:1", hands=["B0p B1"], marker=3, cards=[0])
    done = play(here, "Ana place B0p d5")
    assert [x.seat for x in done.of("skipped")] == [1, 2, 3, 1, 2, 3]
    assert done.asked == [("Bartek", "place")]


@pytest.mark.rule("A-KLO-10")
def test_a_square_without_baskets_can_be_scored() -> None:
    here = position(2, "d4=S0:1 e4=L0:1 d5=A0:2 e5=P0p", day="small")
    done = play(here, "Ana score de45 remove d4")
    assert done.points == (0, 0)
    assert done.seat("Ana").warehouse == ["S0"]


@pytest.mark.rule("A-KLO-31")
def test_no_mooring_place_is_scored_twice_on_a_day() -> None:
    here = position(2, SQUARE, day="small")
    done = play(here, "Ana score de45 remove d4")
    assert done.of("skipped")[0].seat == 2, "Bartek's boat lies at no full mooring place any more"
    more = position(2, SQUARE + " f4=F0:2 f5=F1:1", day="small")
    illegal(
        more,
        "Ana score de45 remove d4 / Bartek score de45 remove d5",
        "KLO-24",
        "de45 | 3",
    )


@pytest.mark.rule("KLO-28")
def test_play_goes_on_to_the_left_of_who_brought_it_about() -> None:
    here = position(3, SQUARE, day="small", active=3, hands=["B0", "B1", "A0"], cards=[0, 0, 0])
    done = play(here, "Celina pass / Ana score de45 remove d4")
    assert done.asked == [("Ana", "place")]
    assert [x.seat for x in done.of("turned")] == [1]


@pytest.mark.rule("KLO-26")
def test_a_boat_of_somebody_else_gives_them_their_trader_back() -> None:
    """As a house rule only; and whoever counts seat by seat counts both."""
    start = position(2, SQUARE, day="small")
    done = play(start, "Ana score de45 remove d5 !KLO-26")
    assert done.seat("Bartek").traders == start.state.players[1].traders + 1
    assert type(done.only("stored")) not in GAME.holdings.own
