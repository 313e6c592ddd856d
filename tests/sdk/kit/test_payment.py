"""Paying with things of certain kinds, for which jokers may stand, or with what adds up."""

from __future__ import annotations

import random

import pytest

from ledger.sdk.kit.payment import Price, lacking, least_sum

PRICE = Price({"red": 2, "blue": 1}, any=1, jokers=1)


@pytest.mark.parametrize(
    ("kinds", "fits"),
    [
        ("red red blue red gold", True),
        ("red gold blue green gold", True),
        ("gold gold gold gold gold", True),
        ("red red blue red green", False),  # nothing stands for a joker
        ("red green blue green gold", False),
        ("red red blue gold", False),
        ("red red blue red red gold", False),
    ],
)
def test_a_price_is_paid_exactly_and_jokers_stand_for_any_kind(kinds: str, fits: bool) -> None:
    assert PRICE.fits(kinds.split(), "gold") is fits


def purse() -> dict[str, list[str]]:
    return {"red": ["r1"], "blue": ["b1", "b2"], "green": ["g1"]}


def test_it_is_paid_with_as_few_jokers_as_possible() -> None:
    paid = PRICE.payment(purse(), "gold", lambda left: left["green"] + left["blue"])
    assert paid == ["r1", "b1", "g1", "gold", "gold"]


def test_every_way_to_pay_it_comes_up() -> None:
    rng = random.Random(1)
    kind = {"r": "red", "b": "blue", "g": "green"}
    ways = {tuple(sorted(PRICE.random_payment(purse(), "gold", 3, 1, rng))) for _ in range(500)}
    for way in ways:
        assert PRICE.fits([x if x == "gold" else kind[x[0]] for x in way], "gold")
    assert {way.count("gold") for way in ways} == {2, 3, 4}
    assert {len(way) for way in ways} == {PRICE.total}


@pytest.mark.parametrize(
    ("things", "cost", "paid"),
    [("5 3 2 2", 4, ["2", "2"]), ("5 4 2 2", 4, ["4"]), ("5 3", 6, ["3", "5"]), ("5", 6, None)],
)
def test_the_least_sum_that_pays_is_given(things: str, cost: int, paid: list[str] | None) -> None:
    assert least_sum(things.split(), {x: int(x) for x in "2345"}, cost) == paid


def test_what_is_missing_is_told_as_often_as_it_is() -> None:
    assert lacking(["a", "b"], ["b", "a", "b", "c", "b"]) == ["b", "c", "b"]
    assert lacking(["a", "b"], ["b"]) == []
