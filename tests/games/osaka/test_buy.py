"""Buying goods: what is bought, how it is paid, how the ships sail."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ledger.games.osaka import GAME
from ledger.games.osaka.commands import Buy

from .scenario import illegal, play, position

REFILL = "\nmarket G2 G3\nfarm G5 G5 G5"


@pytest.mark.rule("OSA-13")
def test_a_purchase_takes_the_whole_market_but_what_others_reserved() -> None:
    here = position(
        3,
        market="R5 B3 Y2 G2",
        hands=["R5 B5", "G5", ""],
        reserve={1: "B3", 2: "R5"},
    )
    done = play(here, "Ana buy R5 B5\nmarket R2 R3\nfarm Y5 Y5 Y5")
    bought = done.only("bought")
    assert sorted(bought.cards) == ["B3", "G2", "Y2"], "the own reserved B3 is included"
    assert bought.cost == 3 + 2 + 2
    assert done.market == ["R2", "R3", "R5"]
    assert done.seat("Bartek").piece == "R5"


@pytest.mark.rule("OSA-13")
def test_coins_are_cards_of_the_own_hand() -> None:
    here = position(2, market="R2", hands=["B2", "G5"], goods=["Y5", ""])
    for coins, gone in (("G5", "G5"), ("Y5", "Y5"), ("B2 B2", "B2")):
        sentence = f"{gone}"
        illegal(here, f"Ana buy {coins}", "OSA-13", sentence)
    assert play(here, "Ana buy B2" + REFILL).seat("Ana").hand == []


@pytest.mark.rule("OSA-14")
def test_the_coins_must_cover_the_cost() -> None:
    here = position(2, market="R5 B3", hands=["R2 B5 Y3", "G5"], discard="Y5")
    illegal(here, "Ana buy R2 B5", "OSA-14", "8 | 7")
    done = play(here, "Ana buy B5 Y3" + REFILL)
    assert done.only("bought").cost == 8
    assert done.seat("Ana").hand == ["R2"]
    assert done.discard == ["B5", "Y3", "Y5"], "paid cards lie on the discard pile"


@pytest.mark.rule("OSA-14")
def test_there_is_no_change() -> None:
    here = position(2, market="R2", hands=["R5 B2", "G5"])
    done = play(here, "Ana buy R5" + REFILL)
    assert done.seat("Ana").hand == ["B2"], "5 coins for 2, nothing comes back"
    assert done.discard == ["R5"]


@pytest.mark.rule("OSA-14")
def test_a_price_that_the_table_waives_is_noted_in_the_log() -> None:
    here = position(2, market="R5 B3", hands=["R2 B5", "G5"])
    done = play(here, "Ana buy R2 B5 !OSA-14" + REFILL)
    assert done.lines[0].waived == ("OSA-14",)
    assert done.only("bought").cost == 8


@pytest.mark.rule("A-OSA-11")
def test_needless_cards_may_be_paid() -> None:
    here = position(2, market="R2", hands=["R2 B5 Y3", "G5"])
    done = play(here, "Ana buy R2 B5 Y3" + REFILL)
    assert done.only("bought").paid == ("R2", "B5", "Y3")
    assert done.discard == ["B5", "R2", "Y3"]


@pytest.mark.rule("A-OSA-11")
def test_random_play_pays_enough_and_now_and_then_too_much() -> None:
    here = position(2, market="R2", hands=["R2 B5 Y3", "G5"])
    rng = random.Random(11)
    moves = [GAME.rules.random_move(here.state, rng) for _ in range(1500)]
    paid = Counter(len(m.pay) for m in moves if isinstance(m, Buy))
    assert set(paid) == {1, 2, 3}, "each of the three cards would do"
    assert paid[1] > 4 * (paid[2] + paid[3])
    dear = position(2, market="R5 B3", hands=["R2 B5 Y3", "G5"])
    sums = {
        sum(int(card[1]) for card in m.pay)
        for m in (GAME.rules.random_move(dear.state, rng) for _ in range(300))
        if isinstance(m, Buy)
    }
    assert sums == {8, 10}


@pytest.mark.rule("OSA-15")
def test_goods_lie_open_before_the_buyer_without_limit() -> None:
    here = position(
        2,
        market="9xR2 5xB2",
        hands=["6xG5", "G5"],
        goods=["R5 7xY5", ""],
    )
    done = play(here, "Ana buy G5 G5 G5 G5 G5 G5\nmarket G2 G3\nfarm G2 G2 G2")
    assert sorted(done.seat("Ana").goods) == ["B2"] * 5 + ["R2"] * 9 + ["R5"] + ["Y5"] * 7
    assert done.seat("Ana").hand == [], "goods are no coins"
    assert GAME.holdings(done.state)[0] == (0, 0, 22, 0, 0, 0)


@pytest.mark.rule("OSA-15", "OSA-18")
def test_goods_never_become_coins_nor_coins_goods() -> None:
    here = position(2, market="R2", hands=["R2", "G5"], goods=["R5", ""])
    illegal(here, "Ana buy R5", "OSA-13", "R5")
    done = play(here, "Ana take R2\nmarket G2 G3\nfarm G5 G5 G5")
    assert done.seat("Ana").hand == ["R2", "R2"]
    assert done.seat("Ana").goods == ["R5"]


@pytest.mark.rule("OSA-16")
@pytest.mark.parametrize(("copies", "spaces"), [(1, 1), (2, 2), (3, 2), (4, 2), (6, 2)])
def test_one_card_moves_its_ship_by_one_more_cards_by_two(copies: int, spaces: int) -> None:
    here = position(2, market=f"{copies}xB2", hands=["3xR5", "G5"])
    done = play(here, "Ana buy R5 R5 R5" + REFILL)
    assert done.only("sailed").colour == "blue"
    assert (done.only("sailed").start, done.only("sailed").end) == (0, spaces)
    assert done.ships == {"red": 0, "blue": spaces, "yellow": 0, "green": 0}


@pytest.mark.rule("OSA-16")
def test_each_colour_bought_moves_its_own_ship_once() -> None:
    here = position(
        2,
        market="R2 R3 B2 Y2 Y2 Y2",
        hands=["3xR5", "G5"],
        ships={"red": 1, "blue": 1, "yellow": 0},
    )
    done = play(here, "Ana buy R5 R5 R5" + REFILL)
    assert [(e.colour, e.start, e.end) for e in done.of("sailed")] == [
        ("red", 1, 3),
        ("blue", 1, 2),
        ("yellow", 0, 2),
    ]
    assert done.ships["green"] == 0, "nothing green was bought"
    assert not done.of("sold"), "no ship reached Edo"


@pytest.mark.rule("OSA-16")
def test_coins_and_reservations_move_no_ship() -> None:
    here = position(2, market="R2 B2 Y2", hands=["R5", "G5"])
    done = play(here, "Ana take R2\nBartek reserve B2")
    assert set(done.ships.values()) == {0}
    assert not done.of("sailed")


@pytest.mark.rule("OSA-17")
@pytest.mark.parametrize(("at", "sale"), [(2, False), (3, False), (4, True)])
def test_a_ship_that_reaches_edo_brings_a_sale(at: int, sale: bool) -> None:
    here = position(2, market="Y3", hands=["R5", "G5"], goods=["", "Y2"], ships={"yellow": at})
    done = play(here, "Ana buy R5" + REFILL)
    assert done.only("sailed").end == at + 1
    assert [(e.seat, e.colour, e.vp) for e in done.of("sold")] == (
        [(1, "yellow", 1), (2, "yellow", 1)] if sale else []
    )
    assert done.ships["yellow"] == (0 if sale else at + 1)


@pytest.mark.rule("A-OSA-01")
def test_a_ship_stops_in_edo() -> None:
    here = position(2, market="Y3 Y2", hands=["R5", "G5"], ships={"yellow": 4})
    done = play(here, "Ana buy R5" + REFILL)
    assert (done.only("sailed").start, done.only("sailed").end) == (4, 5)
    assert done.ships["yellow"] == 0, "back in Osaka, the surplus space is lost"


@pytest.mark.rule("A-OSA-06")
def test_ships_share_a_space() -> None:
    here = position(
        2, market="Y3 Y2 R2", hands=["R5 R3", "G5"], ships={"yellow": 0, "red": 1, "blue": 2}
    )
    done = play(here, "Ana buy R5 R3" + REFILL)
    assert done.ships == {"red": 2, "blue": 2, "yellow": 2, "green": 0}
    assert done.told == ["bought", "sailed", "sailed", "dealt", "dealt", "turned"]


@pytest.mark.rule("A-OSA-14")
def test_nothing_cannot_be_bought() -> None:
    here = position(2, market="R5", hands=["B5", ""], reserve={2: "R5"}, farm="G2", pile="", rest=2)
    illegal(here, "Ana buy B5", "A-OSA-14")
    assert [GAME.words.write(c) for c in GAME.rules.legal_moves(here.state, 1)] == [
        "reserve G2 farm"
    ]


@pytest.mark.example("OSA-G3")
def test_two_yellow_and_one_red(golden) -> None:
    # the values are not given in the rulebook
    here = position(2, market="Y2 R3 Y5", hands=["B5 B5", "G5"])
    done = play(here, "Ana buy B5 B5\nmarket G2 G3\nfarm B2 B3 G5")
    assert [(e.colour, e.end - e.start) for e in done.of("sailed")] == [("red", 1), ("yellow", 2)]
    assert done.ships == {"red": 1, "blue": 0, "yellow": 2, "green": 0}
    assert done.data == golden


@pytest.mark.example("OSA-G4")
def test_three_blue_and_one_green_bring_green_to_edo(golden) -> None:
    # one space to Edo: green stood on 4, the last space before it
    here = position(
        2, market="B2 B2 B5 G3", hands=["R5 R5 R2", ""], ships={"green": 4}, goods=["", "G5"]
    )
    done = play(here, "Ana buy R5 R5 R2\nmarket Y2 Y3\nfarm R2 R3 Y5")
    assert [(e.colour, e.end - e.start) for e in done.of("sailed")] == [("blue", 2), ("green", 1)]
    assert [(e.seat, e.colour) for e in done.of("sold")] == [(1, "green"), (2, "green")]
    assert done.ships == {"red": 0, "blue": 2, "yellow": 0, "green": 0}
    assert done.data == golden
