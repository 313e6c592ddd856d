"""Who owns a boat: printed traders, empty seats, and a player without traders."""

from __future__ import annotations

import pytest

from .scenario import illegal, moves, play, position

WATER = "d4=S0:1 e4=S1:1 f4=L0:2"


@pytest.mark.rule("KLO-11")
def test_a_printed_trader_is_neutral() -> None:
    here = position(2, WATER, hands=["B2n B0p"])
    done = play(here, "Ana place B2n e5")
    assert "e5" not in done.state.owners
    assert done.only("placed").owner == 0
    assert done.seat("Ana").traders == 14
    illegal(here, "Ana place B2n e5 from d4", "KLO-11", "B2n")


@pytest.mark.rule("KLO-12", "A-KLO-01")
def test_the_seat_is_taken_when_the_boat_is_placed() -> None:
    here = position(2, WATER, hands=["B0"])
    done = play(here, "Ana place B0 e5")
    assert done.state.owners["e5"] == 1
    assert done.only("placed").owner == 1
    assert done.seat("Ana").traders == 13


@pytest.mark.rule("A-KLO-01")
def test_who_has_traders_must_use_one() -> None:
    here = position(2, WATER, hands=["B0"])
    say = "14"
    illegal(here, "Ana place B0 e5 without", "A-KLO-01", say)
    illegal(here, "Ana place B0 e5 from d4", "A-KLO-01", say)


@pytest.mark.rule("KLO-16")
def test_without_traders_do_without_or_take_one_from_another_boat() -> None:
    here = position(2, WATER, hands=["B0 B2n"], traders=[0])
    illegal(
        here,
        "Ana place B0 e5",
        "KLO-16",
    )
    done = play(here, "Ana place B0 e5 without")
    assert done.state.owners == {"d4": 1, "e4": 1, "f4": 2}
    done = play(here, "Ana place B0 e5 from d4")
    assert done.state.owners == {"e5": 1, "e4": 1, "f4": 2}
    assert done.state.boats["d4"] == "S0", "the boat stays"
    assert done.seat("Ana").traders == 0
    illegal(here, "Ana place B0 e5 from f4", "KLO-16", "f4")
    illegal(here, "Ana place B0 e5 from g7", "KLO-16", "g7")
    ways = {m for m in moves(here) if m.startswith("place B0 e5") and "move" not in m}
    assert ways == {f"place B0 e5 {x}" for x in ("without", "from d4", "from e4")}
    assert "place B2n e5" in moves(here), "a printed trader needs none"


@pytest.mark.rule("A-KLO-02")
def test_a_boat_without_trader_stays_nobodys() -> None:
    """Its baskets count, it makes nobody score, and it goes as neutral on the big day."""
    # after `from d5` both d5 and e5 were placed with empty seats
    water = "d4=S0:2 e4=S1:2 d5=L2:1 c3=P0:2"
    here = position(2, water, hands=["B1", "B0p"], traders=[0], marker=11)
    done = play(here, "Ana place B1 e5 from d5 / Bartek place B0p c4")
    assert done.state.owners == {"d4": 2, "e4": 2, "e5": 1, "c3": 2}
    assert done.asked == [("Ana", "market day")]
    assert "score de45 remove d5" in moves(done)
    done = play(done, "Ana score de45 remove d5")
    assert done.seat("Ana").warehouse == ["L2"]
    assert done.of("scored")[0].baskets == 0 + 1 + 2 + 1


@pytest.mark.rule("A-KLO-02", "KLO-12")
def test_a_boat_placed_without_trader_is_not_owned_by_moving_or_scoring() -> None:
    here = position(2, WATER, hands=["B0"], traders=[0], cards=[2])
    illegal(
        here,
        "Ana place B0 e5 without move e5 e6",
        "A-KLO-05",
        "e5",
    )
