"""The empty supply: who has to give, who gets nothing."""

from __future__ import annotations

import pytest

from .scenario import play, position, standard_box


@pytest.mark.rule("IST-22", "IST-A19")
def test_everybody_who_owns_one_returns_one_then_the_taker_takes() -> None:
    here = position(3, dice="R R", have=["red=2", "red=6"])
    done = play(here, "Ana pair R pay d:R d:R")
    assert done.told == ["paired", "levied", "gained"]
    assert done.only("levied").seats == (1, 2)
    assert [p.have["red"] for p in done.state.players] == [2, 5, 0]
    assert done.state.bank["red"] == 1


@pytest.mark.rule("IST-22")
def test_while_the_supply_has_one_nobody_returns_anything() -> None:
    done = play(position(3, dice="R R", have=["red=2", "red=5"]), "Ana pair R pay d:R d:R")
    assert done.told == ["paired", "gained"]


@pytest.mark.rule("IST-A19", "IST-22")
def test_it_repeats_while_something_is_owed() -> None:
    here = position(2, dice="$ $ $", have=["lira=1", "lira=84"])
    done = play(here, "Ana lira")
    assert done.told == ["cashed", "gained", "levied", "gained", "levied", "gained"]
    assert [e.seats for e in done.of("levied")] == [(1, 2), (1, 2)]
    assert [e.count for e in done.of("gained")] == [2, 2, 2]
    assert [p.have["lira"] for p in done.state.players] == [1 + 2 - 1 + 2 - 1 + 2, 82]


@pytest.mark.rule("IST-A19")
def test_a_taker_who_owns_them_all_gains_nothing_in_the_end() -> None:
    done = play(position(2, dice="R R", have=["red=8"]), "Ana pair R pay d:R d:R")
    assert done.told == ["paired", "levied", "gained"]
    assert done.has("Ana") == {"red": 8}


@pytest.mark.rule("IST-A19")
def test_if_nobody_can_return_anything_the_rest_is_lost() -> None:
    box = standard_box()
    box["supply"]["red"] = 0
    done = play(position(2, dice="R R", box=box), "Ana pair R")
    assert done.told == ["paired", "missed"]
    missed = done.only("missed")
    assert (missed.seat, missed.what, missed.count) == (1, "red", 1)
    box["supply"]["red"] = 1
    done = play(position(2, dice="R Y G B", box=box), "Ana four take R R")
    assert done.told == ["mixed", "gained", "levied", "gained"]
    assert done.has("Ana") == {"red": 1}


@pytest.mark.rule("IST-A19", "IST-A11")
def test_several_takers_are_served_one_after_the_other() -> None:
    here = position(3, dice="C", have=["red=7"])
    done = play(here, "Ana bazaar 1\nreveal b-red\nBartek accept\nCelina accept")
    assert done.told[-5:] == ["gained", "accepted", "levied", "gained", "cleared"]
    assert done.only("levied").seats == (1, 2)
    assert [p.have["red"] for p in done.state.players] == [6, 0, 1]


@pytest.mark.rule("IST-A20")
def test_lira_are_a_number_with_a_bank_of_87() -> None:
    here = position(2, dice="$ $ $ $ $", have=["lira=26", "lira=51"])
    done = play(here, "Ana lira")
    assert done.has("Ana") == {"lira": 36}
    assert done.state.bank["lira"] == 0
    paid = play(done, "Ana ruby right")
    assert (paid.has("Ana"), paid.state.bank["lira"]) == ({"lira": 26}, 10)
