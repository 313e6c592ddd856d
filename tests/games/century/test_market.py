"""The market: outposts, what they cost, exchanges."""

from __future__ import annotations

import pytest

from ledger.games.century import commands as c

from .scenario import MAP, illegal, moves, no_command, play, position

BY_SYMBOL = {"ginger": "A2", "chili": "B3", "tea": "C3", "cloves": "C4"}


@pytest.mark.example("CEN-G5")
@pytest.mark.parametrize(
    ("players", "there", "cost"),
    [(2, "", ""), (2, "2", "YR"), (3, "2", "Y"), (3, "2 3", "YR"), (4, "2 3", "YR"), (4, "", "")],
)
def test_what_an_outpost_costs(players: int, there: str, cost: str, golden) -> None:
    ships = ["B2", "E2", "E2", "E2"]
    here = position(players, hold=["YRG"], ships=ships, posts={"C3": there})
    done = play(here, f"Ana move C3 discard YY build {cost}")
    assert sum(done.only("built").gave.values()) == len(cost)
    assert done.state.posts["C3"] == [*map(int, there.split()), 1]
    assert done.data == golden


@pytest.mark.rule("CEN-31")
@pytest.mark.parametrize(
    ("pay", "sentence"),
    [
        ("", "2 outposts | C3 | 2 cubes | 0"),
        ("Y", "2 | C3 | 1"),
        ("YRG", "2 | C3 | 3"),
        ("YB", "1 | brown | 0"),
    ],
)
def test_a_wrong_price_is_refused(pay: str, sentence: str) -> None:
    here = position(3, hold=["YRG"], ships=["B2", "E2", "E2"], posts={"C3": "2 3"})
    illegal(here, f"Ana move C3 discard YY build {pay}", "CEN-31", sentence)


@pytest.mark.rule("CEN-31")
def test_the_cubes_go_to_the_supply() -> None:
    here = position(3, hold=["YRG"], ships=["B2", "E2", "E2"], posts={"C3": "2 3"})
    done = play(here, "Ana move C3 discard YY build GR")
    assert [done.hold(x) for x in ("Ana", "Bartek", "Celina")] == ["Y", "", ""]


@pytest.mark.rule("CEN-30")
def test_one_outpost_of_each_player_on_a_tile() -> None:
    here = position(3, hold=["YYY"], ships=["C3", "E2", "E2"], posts={"C3": "1"})
    illegal(here, "Ana stay build Y", "CEN-30", "C3")
    assert not [m for m in moves(here) if m.startswith("move C3 build")]
    four = position(4, hold=["", "", "", "YYY"], ships=["C3"] * 4, posts={"C3": "1 2 3"}, active=4)
    assert play(four, "Dora stay build YYY").state.posts["C3"] == [1, 2, 3, 4]


@pytest.mark.rule("CEN-32")
@pytest.mark.parametrize("symbol", BY_SYMBOL)
def test_the_leftmost_outpost_of_the_row_with_the_symbol(symbol: str) -> None:
    cell = BY_SYMBOL[symbol]
    done = play(position(3, ships=[cell, "E2", "E2"]), "Ana stay build")
    built = done.only("built")
    assert (built.symbol, built.column, built.cell) == (symbol, 1, cell)
    left = done.seat("Ana").outposts
    assert left == {k: 3 if k == symbol else 4 for k in BY_SYMBOL}


@pytest.mark.rule("CEN-32")
def test_the_next_outpost_of_a_row_comes_from_the_next_column() -> None:
    here = position(3, ships=["A3", "E2", "E2"], posts={"A2": "1"})
    assert play(here, "Ana stay build").only("built").column == 2
    three = position(3, ships=["B5", "E2", "E2"], posts={"A2": "1", "A3": "1", "B2": "1"})
    assert play(three, "Ana stay build").only("built").column == 4


@pytest.mark.rule("CEN-32")
def test_a_row_without_outposts_builds_nothing() -> None:
    ginger = [cell for cell, tile in MAP.items() if tile in ("YY-G", "YY-RR", "YYY-RG", "YYY-B")]
    here = position(3, hold=["Y"], ships=["A2", "E2", "E2"], posts=dict.fromkeys(ginger, "1"))
    # only a second outpost on a tile, which the table would have to allow, could ask for a fifth
    say = "CEN-30 | CEN-32 | ginger"
    illegal(here, "Ana stay build Y !CEN-30", "CEN-32", say)


@pytest.mark.rule("CEN-38")
@pytest.mark.parametrize(("times", "hold"), [(1, "YGGBB"), (2, "YBBBB")])
def test_the_market_is_used_any_number_of_times(times: int, hold: str) -> None:
    here = position(2, hold=["YGGGG"], ships=["C3", "E2"], posts={"C3": "1"})
    done = play(here, f"Ana stay market {times}")
    assert done.hold("Ana") == hold
    assert done.only("exchanged").gave == {"green": 2 * times}


@pytest.mark.rule("CEN-38")
def test_the_market_needs_the_cubes() -> None:
    here = position(2, hold=["GGG"], ships=["C3", "E2"], posts={"C3": "1"})
    say = "2 times | 4 | green | 3"
    illegal(here, "Ana stay market 2", "CEN-38", say)


@pytest.mark.rule("CEN-38", "CEN-A24")
def test_the_market_needs_an_own_outpost() -> None:
    here = position(2, hold=["GG"], ships=["C3", "E2"], posts={"C3": "2"})
    illegal(here, "Ana stay market 1", "CEN-38", "C3")


@pytest.mark.rule("CEN-A24", "CEN-38", "CEN-30")
def test_an_outpost_just_built_is_enough() -> None:
    here = position(2, hold=["RRGG"], ships=["C3", "E2"], posts={"C3": "2"})
    done = play(here, "Ana stay build RR market 1")
    assert done.told == ["sailed", "built", "exchanged", "turned"]
    assert done.hold("Ana") == "BB"


@pytest.mark.rule("CEN-A24")
def test_building_without_trading_and_trading_without_building() -> None:
    here = position(2, hold=["GG"], ships=["C3", "E2"])
    assert play(here, "Ana stay build").told == ["sailed", "built", "turned"]
    own = position(2, hold=["GG"], ships=["C3", "E2"], posts={"C3": "1"})
    assert play(own, "Ana stay market 1").told == ["sailed", "exchanged", "turned"]


@pytest.mark.rule("CEN-A24")
def test_cubes_of_the_exchange_do_not_pay_for_the_outpost() -> None:
    here = position(2, hold=["GG"], ships=["C3", "E2"], posts={"C3": "2"})
    illegal(here, "Ana stay build BB market 1", "CEN-31", "2 | brown | 0")
    say = "1 time | 2 | green | 0"
    illegal(here, "Ana stay build GG market 1", "CEN-38", say)


@pytest.mark.rule("CEN-A25")
def test_first_the_opponents_then_the_outpost() -> None:
    here = position(2, hold=["YRG"], ships=["C2", "C3"], posts={"C3": "2"})
    done = play(here, "Ana move C3 discard YY toll G build YR")
    assert done.told == ["sailed", "toll_paid", "built", "turned"]
    say = "1 | yellow | 0"
    illegal(here, "Ana move C3 discard YY toll Y build YR", "CEN-31", say)
    poor = position(2, hold=["YR"], ships=["C2", "C3"], posts={"C3": "2"})
    say = "1 | C3 | 2"
    illegal(poor, "Ana move C3 discard YY toll Y build R", "CEN-31", say)


@pytest.mark.rule("CEN-31")
def test_cubes_are_paid_only_for_an_outpost() -> None:
    here = position(2, hold=["YY"], ships=["C3", "E2"])
    pay = c.Move(seat=1, to="C3", pay=("yellow",))
    no_command(here, pay, "CEN-31")
