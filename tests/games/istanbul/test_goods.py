"""Paying with goods, and the four exchanges."""

from __future__ import annotations

import random

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.games.istanbul.commands import Mix, Pair
from ledger.games.istanbul.rules.payment import pay_for
from ledger.games.istanbul.setup import Cost
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded

from .scenario import illegal, moves, play, position

ALL = "R Y G B C"


@pytest.mark.rule("IST-20")
@pytest.mark.parametrize("pay", ["d:R d:R", "d:R t:R", "t:R d:R", "t:R t:R"])
def test_dice_and_tokens_in_any_mix(pay: str) -> None:
    here = position(2, dice="R R", have=["red=2"])
    done = play(here, f"Ana pair R pay {pay}")
    assert done.only("paired").paid == tuple(pay.split())
    dice = pay.split().count("d:R")
    assert len(done.state.dice) == 2 - dice
    assert done.has("Ana") == {"red": 2 - (2 - dice) + 1}


@pytest.mark.rule("IST-20")
def test_tokens_must_be_there() -> None:
    here = position(2, dice="R", have=["red"])
    illegal(here, "Ana pair R pay t:R t:R", "IST-20", "1 red token | 2")
    illegal(here, "Ana pair R pay d:R t:N", "IST-20", "brown tokens | 1")


@pytest.mark.rule("IST-21")
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_a_brown_token_counts_as_any_colour(colour: str) -> None:
    letter = colour[0].upper()
    here = position(2, dice=letter, have=["brown"])
    done = play(here, f"Ana pair {colour} pay d:{letter} t:N")
    assert done.has("Ana") == {colour: 1}
    assert done.state.bank["brown"] == 10


@pytest.mark.rule("IST-20", "IST-30", "IST-34")
def test_a_price_is_paid_exactly() -> None:
    here = position(2, dice="R R R R R R", open_="lira-r")
    for n in (2, 4):
        pay = " ".join(["d:R"] * n)
        illegal(here, f"Ana mosque lira-r pay {pay}", "IST-30", f"lira-r | 3 red | {n} red")
    illegal(
        here,
        "Ana ruby red pay d:R d:R d:R d:R d:R",
        "IST-34",
        "4 red | 5 red",
    )


@pytest.mark.rule("IST-23")
def test_two_identical_goods_give_a_token_of_their_colour() -> None:
    done = play(position(2, dice="Y Y B"), "Ana pair Y")
    assert done.told == ["paired", "gained"]
    assert done.gains == [(1, "yellow", 1)]
    assert done.state.dice == ["B"]
    say = "yellow"
    illegal(position(2, dice="Y B"), "Ana pair Y pay d:Y d:B", "IST-23", say)
    illegal(position(2, dice="Y Y Y"), "Ana pair Y pay d:Y d:Y d:Y", "IST-23", say)


@pytest.mark.rule("IST-24")
def test_two_different_goods_give_a_crystal() -> None:
    done = play(position(2, dice=ALL), "Ana two pay d:R d:B")
    assert done.gains == [(1, "crystal", 1)]
    assert done.state.dice == ["Y", "G", "C"]
    say = "2"
    illegal(position(2, dice="R R Y"), "Ana two pay d:R d:R", "IST-24", say)
    illegal(position(2, dice="R G Y"), "Ana two pay d:R d:G d:Y", "IST-24", say)


@pytest.mark.rule("IST-24")
def test_an_unwritten_payment_leaves_different_goods_for_the_next_action() -> None:
    done = play(position(2, dice="R Y G G"), "Ana two\nAna two")
    assert [sorted(x.paid) for x in done.of("mixed")] == [["d:G", "d:R"], ["d:G", "d:Y"]]


@pytest.mark.rule("IST-25")
def test_three_different_goods_give_a_brown_token() -> None:
    done = play(position(2, dice=ALL), "Ana three")
    assert done.gains == [(1, "brown", 1)]
    assert done.only("mixed").goods == 3
    say = "3"
    illegal(position(2, dice="R R Y"), "Ana three pay d:R d:R d:Y", "IST-25", say)
    illegal(position(2, dice=ALL), "Ana three pay d:R d:Y d:G d:B", "IST-25", say)


@pytest.mark.rule("IST-26", "IST-A32")
@pytest.mark.parametrize("take", ["R R", "R B", "Y G", "B B"])
def test_four_different_goods_give_two_tokens_of_choice(take: str) -> None:
    done = play(position(2, dice=ALL), f"Ana four take {take}")
    names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    wanted = [names[x] for x in take.split()]
    assert sum(n for _, _, n in done.gains) == 2
    assert done.has("Ana") == {k: wanted.count(k) for k in wanted}
    assert len([m for m in moves(position(2, dice=ALL)) if m.startswith("four")]) == 10


@pytest.mark.rule("IST-26")
def test_no_brown_token_for_four_different_goods() -> None:
    here = position(2, dice=ALL)
    illegal(here, "Ana four take N R", "IST-26", "brown")
    assert not any("brown" in m for m in moves(here))
    for take in ((), ("red",), ("red",) * 3):
        with pytest.raises(Illegal) as refusal:
            pay = ("d:R", "d:Y", "d:G", "d:B")
            decide(GAME, here.state, Mix(seat=1, goods=4, pay=pay, take=take), Seeded(0))
        assert tells(refusal.value.message, "4 | 2")
        assert refusal.value.rule == "IST-26"


@pytest.mark.rule("IST-26")
def test_only_four_goods_bring_a_choice() -> None:
    illegal(
        position(2, dice=ALL),
        "Ana three pay d:R d:Y d:G take R",
        "IST-26",
        "3 | tokens",
    )
    with pytest.raises(Illegal) as refusal:
        here = position(2, dice=ALL)
        decide(GAME, here.state, Mix(seat=1, goods=5, pay=("d:R",), take=()), Seeded(0))
    assert refusal.value.rule == "IST-24"


@pytest.mark.rule("IST-A01")
def test_tokens_pay_in_exchanges() -> None:
    here = position(2, dice="R", have=["red yellow green blue"])
    assert play(here, "Ana pair R pay d:R t:R").gains == [(1, "red", 1)]
    assert play(here, "Ana four pay t:R t:Y t:G t:B take R R").gains == [(1, "red", 2)]


@pytest.mark.rule("IST-A01")
def test_a_table_can_decide_that_only_dice_pay_in_exchanges() -> None:
    here = position(
        2,
        dice="R Y R R",
        have=["red yellow green brown=2"],
        open_="lira-r",
        options={"tokens_in_exchanges": False},
    )
    illegal(here, "Ana pair R pay d:R t:R", "IST-A01")
    illegal(here, "Ana three pay d:R d:Y t:G", "IST-A01")
    listed = [m for m in moves(here) if m.split()[0] in ("pair", "two", "three", "four")]
    assert listed == ["pair red pay d:R d:R", "two pay d:R d:Y"]
    assert play(here, "Ana mosque lira-r pay d:R d:R t:R\ntile die-4").seat("Ana").fresh


@pytest.mark.rule("IST-A02")
@pytest.mark.parametrize("pay", ["d:R d:Y t:N", "d:R t:N t:N", "t:N t:N t:N"])
def test_each_brown_token_stands_for_a_colour_of_its_own(pay: str) -> None:
    here = position(2, dice="R Y", have=["brown=3"])
    assert play(here, f"Ana three pay {pay}").gains == [(1, "brown", 1)]


@pytest.mark.rule("IST-A02")
def test_a_pair_of_brown_tokens_stands_for_a_colour_but_not_for_brown() -> None:
    here = position(2, dice="C", have=["brown=2"])
    assert [m for m in moves(here) if m.startswith("pair")] == [
        f"pair {k} pay t:N t:N" for k in ("red", "yellow", "green", "blue")
    ]
    assert play(here, "Ana pair B").has("Ana") == {"blue": 1}
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Pair(seat=1, colour="brown", pay=("t:N", "t:N")), Seeded(0))
    assert refusal.value.rule == "IST-23"
    assert tells(refusal.value.message, "brown")


@pytest.mark.rule("IST-A02", "IST-A13")
def test_a_brown_icon_on_a_card_needs_brown_tokens() -> None:
    here = position(
        2, dice="C", have=["red yellow brown=2"], shown="e-brown", phase="card", card_dice=1
    )
    illegal(
        here,
        "Ana use e-brown pay t:R t:N t:N ruby left",
        "IST-54",
        "e-brown | 3 brown | 1 red | 2 brown",
    )


@pytest.mark.rule("IST-A30")
def test_what_is_paid_is_back_in_the_supply_before_the_gain() -> None:
    here = position(2, dice="R", have=["red=5", "red=3"])
    done = play(here, "Ana pair R pay t:R t:R")
    assert done.told == ["paired", "gained"], "nobody has to return a token"
    assert done.has("Ana") == {"red": 4}


@pytest.mark.rule("IST-A30")
def test_what_an_action_gives_can_be_used_in_the_next() -> None:
    done = play(position(2, dice="R R R"), "Ana pair R pay d:R d:R / Ana pair R pay d:R t:R")
    assert done.has("Ana") == {"red": 1}


def test_the_canonical_payment_prefers_dice_then_colours_then_brown() -> None:
    here = position(2, dice="G G R", have=["green=2 brown=3"])
    s = here.state
    assert pay_for(s, 1, Cost({"green": 3})) == ("d:G", "d:G", "t:G")
    assert pay_for(s, 1, Cost({"green": 5})) == ("d:G", "d:G", "t:G", "t:G", "t:N")
    assert pay_for(s, 1, Cost({"green": 1, "any": 3})) == ("d:G", "d:R", "d:G", "t:G")
    assert pay_for(s, 1, Cost({"red": 1, "brown": 2})) == ("d:R", "t:N", "t:N")
    assert pay_for(s, 1, Cost({"blue": 2, "brown": 2})) is None
    assert pay_for(s, 1, Cost({"green": 4}, dice=False)) == ("t:G", "t:G", "t:N", "t:N")
    assert pay_for(s, 1, Cost({"any": 9})) is None


def test_a_sample_can_pay_in_every_way() -> None:
    s = position(2, dice="G G", have=["green=2 brown=1"]).state
    cost, rng = Cost({"green": 3}), random.Random(1)
    seen = {tuple(sorted(pay_for(s, 1, cost, rng=rng) or ())) for _ in range(300)}
    assert seen == {
        ("d:G", "d:G", "t:G"),
        ("d:G", "d:G", "t:N"),
        ("d:G", "t:G", "t:G"),
        ("d:G", "t:G", "t:N"),
        ("t:G", "t:G", "t:N"),
    }
