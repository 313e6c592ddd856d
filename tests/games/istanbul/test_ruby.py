"""Rubies: the four goods areas and the two sides of the carpet."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.games.istanbul.commands import Ruby
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded

from .scenario import illegal, moves, play, position

COLOURS = ("red", "yellow", "green", "blue")


def goods(colour: str, n: int) -> str:
    return " ".join([colour[0].upper()] * n)


@pytest.mark.rule("IST-33", "IST-34")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("taken", "price"), [(0, 4), (1, 5), (2, 6)])
def test_the_nearest_ruby_of_a_goods_area(colour: str, taken: int, price: int) -> None:
    here = position(3, dice=goods(colour, price + 1), taken={colour: taken})
    done = play(here, f"Ana ruby {colour}")
    assert done.told == ["ruby_bought", "ruby_taken"]
    assert len(done.only("ruby_bought").paid) == price
    assert (done.only("ruby_taken").number, done.state.taken[colour]) == (taken + 1, taken + 1)
    assert (done.seat("Ana").rubies, len(done.state.dice)) == (1, 1)
    poor = position(3, dice=goods(colour, price - 1), taken={colour: taken})
    assert not any(m.startswith("ruby") for m in moves(poor))


@pytest.mark.rule("IST-33")
@pytest.mark.parametrize("area", ["middle", "", "brown"])
def test_an_area_that_is_nowhere(area: str) -> None:
    with pytest.raises(Illegal) as refusal:
        decide(GAME, position(3, dice="R").state, Ruby(seat=1, area=area), Seeded(0))
    assert refusal.value.rule == "IST-33"
    assert tells(refusal.value.message, f"{area}")


@pytest.mark.rule("IST-33", "IST-02")
def test_goods_of_another_colour_pay_nothing() -> None:
    illegal(
        position(3, dice="G G G R"),
        "Ana ruby green pay d:G d:G d:G d:R",
        "IST-34",
        "4 green | 3 green | 1 red",
    )


@pytest.mark.rule("IST-35", "IST-20", "IST-21")
@pytest.mark.example("IST-G1")
def test_the_second_green_ruby_costs_five(golden: object) -> None:
    here = position(3, dice="G G G R C", have=["green brown"], taken={"green": 1})
    done = play(here, "Ana ruby green pay d:G d:G d:G t:G t:N")
    assert done.seat("Ana").rubies == 1
    assert done.has("Ana") == {}
    illegal(
        here,
        "Ana ruby green pay d:G d:G d:G t:G",
        "IST-34",
        "5 green | 4 green",
    )
    assert done.data == golden


@pytest.mark.rule("IST-36")
@pytest.mark.parametrize("taken", range(5))
def test_the_left_carpet_costs_one_of_each_and_more_of_any_kind(taken: int) -> None:
    here = position(3, dice="R Y G B", have=["red=2 blue=2"], taken={"left": taken})
    done = play(here, "Ana ruby left")
    assert len(done.only("ruby_bought").paid) == 4 + taken
    assert sum(done.has("Ana").values()) == 4 - taken
    short = position(3, dice="R R R G B", have=["red=2 blue=2"], taken={"left": taken})
    assert not any(m.startswith("ruby left") for m in moves(short))


@pytest.mark.rule("IST-37", "IST-36")
@pytest.mark.example("IST-G2")
def test_the_third_ruby_of_the_left_carpet(golden: object) -> None:
    here = position(3, dice="R Y G B B", have=["red"], taken={"left": 2})
    done = play(here, "Ana ruby left pay d:R d:Y d:G d:B d:B t:R")
    assert done.seat("Ana").rubies == 1
    illegal(
        here,
        "Ana ruby left pay d:R d:Y d:G d:B d:B",
        "IST-36",
        "1 red | 1 blue | 2 | 2 blue",
    )
    assert done.data == golden


@pytest.mark.rule("IST-38")
@pytest.mark.parametrize(("taken", "price"), list(enumerate((10, 12, 14, 16, 18, 20))))
def test_the_right_carpet_costs_lira(taken: int, price: int) -> None:
    done = play(
        position(3, dice="R", have=[f"lira={price}"], taken={"right": taken}), "Ana ruby right"
    )
    assert (done.only("ruby_bought").lira, done.has("Ana")) == (price, {})
    assert done.state.bank["lira"] == 87
    illegal(
        position(3, dice="R", have=[f"lira={price - 1}"], taken={"right": taken}),
        "Ana ruby right",
        "IST-38",
        f"{price} | {price - 1}",
    )


@pytest.mark.rule("IST-38")
def test_goods_do_not_pay_on_the_right() -> None:
    illegal(position(3, dice="R", have=["lira=10"]), "Ana ruby right pay d:R", "IST-38")


@pytest.mark.rule("IST-39", "IST-38")
@pytest.mark.example("IST-G3")
def test_the_third_ruby_of_the_right_carpet_costs_14(golden: object) -> None:
    done = play(position(3, dice="R", have=["lira=20"], taken={"right": 2}), "Ana ruby right")
    assert done.has("Ana") == {"lira": 6}
    assert done.data == golden


@pytest.mark.example("IST-G10")
@pytest.mark.rule("IST-34")
def test_three_fruit_dice_and_a_fruit_token(golden: object) -> None:
    here = position(3, dice="Y Y Y R C", have=["yellow"])
    done = play(here, "Ana ruby yellow pay d:Y d:Y d:Y t:Y")
    assert done.seat("Ana").rubies == 1
    assert done.data == golden


@pytest.mark.rule("IST-A22")
def test_one_ruby_per_action_and_more_than_one_in_a_turn() -> None:
    here = position(3, dice="G G G G C", have=["lira=22"])
    done = play(here, "Ana ruby right / Ana ruby right")
    assert done.seat("Ana").rubies == 2
    assert done.has("Ana") == {}
    assert play(here, "Ana ruby right / Ana ruby green").seat("Ana").rubies == 2


@pytest.mark.rule("IST-A27")
@pytest.mark.parametrize(("area", "rubies"), [("green", 3), ("left", 5), ("right", 6)])
def test_an_empty_area_gives_none(area: str, rubies: int) -> None:
    here = position(
        3, dice="G G G G G G G", have=["lira=40 red=2 yellow=2 blue=2"], taken={area: rubies}
    )
    illegal(here, f"Ana ruby {area}", "IST-A27", f"{area}")
    assert not any(m.startswith(f"ruby {area}") for m in moves(here))


@pytest.mark.rule("IST-34")
def test_who_cannot_pay_is_told_what_is_there_and_what_is_missing() -> None:
    here = position(2, dice="R R C C Y")
    illegal(here, "Ana ruby red", "IST-34", "2 red | lack 2")
