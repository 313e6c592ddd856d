"""The move: steps, cards to discard, tolls."""

from __future__ import annotations

import pytest

from ledger.games.century import commands as c

from .scenario import illegal, moves, no_command, play, position

FIVE = "YY UP2 RR YR G"


@pytest.mark.example("CEN-G1")
@pytest.mark.rule("CEN-26", "CEN-24", "CEN-A38")
@pytest.mark.parametrize("cards", ["YY UP2 RR", "YY YR G", "RR YR G", "UP2 RR G"])
def test_three_tiles_cost_three_cards_of_hand_and_face_up_cards(cards: str, golden) -> None:
    # A2 to D2 is three steps; YY, UP2 and RR are in hand, YR and G lie face up
    here = position(2, ships=["A2", "E2"], hand=["YY UP2 RR"], played=["YR G"])
    done = play(here, f"Ana move D2 discard {cards}")
    ana = done.seat("Ana")
    assert (ana.ship, done.only("sailed").steps) == ("D2", 3)
    assert sorted(ana.cards.down) == sorted(cards.split()), "face down on the discard pile"
    assert ana.cards.in_hand + len(ana.played) == 2
    assert done.data == golden


@pytest.mark.example("CEN-G2")
@pytest.mark.rule("CEN-35", "CEN-A18")
def test_three_tiles_cost_two_cards_with_an_extra_move_tile(golden) -> None:
    here = position(2, ships=["A2", "E2"], bonus=["move"])
    done = play(here, "Ana move D2 discard YY UP2")
    assert (done.only("sailed").steps, done.only("sailed").free) == (3, 1)
    assert done.data == golden
    say = "3 steps | 1 | 2 cards"
    illegal(here, "Ana move D2 discard YY", "CEN-24", say)


@pytest.mark.rule("CEN-A18", "CEN-A07")
def test_free_steps_add_up_and_can_be_all_of_a_move() -> None:
    here = position(2, ships=["A2", "E2"], bonus=["move move"])
    done = play(here, "Ana move C3")
    assert (done.only("sailed").steps, done.only("sailed").free) == (2, 2)
    say = "1 step | 0 cards"
    illegal(here, "Ana move B2 discard YY", "CEN-A19", say)


@pytest.mark.rule("CEN-25")
def test_even_the_first_step_is_paid() -> None:
    say = "1 step | 1 card | 0"
    illegal(position(2, ships=["A2"]), "Ana move B2", "CEN-25", say)


@pytest.mark.rule("CEN-24")
def test_too_few_cards_are_refused() -> None:
    here = position(2, ships=["A2", "E2"], hand=[FIVE])
    illegal(
        here,
        "Ana move D2 discard YY UP2",
        "CEN-24",
        "3 | 2",
    )


@pytest.mark.rule("CEN-A19")
def test_more_cards_than_steps_are_refused() -> None:
    here = position(2, ships=["A2", "E2"], hand=[FIVE])
    say = "1 | 2"
    illegal(here, "Ana move B2 discard YY UP2", "CEN-A19", say)
    say = "0 | 1"
    illegal(here, "Ana stay discard YY", "CEN-A19", say)


@pytest.mark.rule("CEN-24")
@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("G", "G"),
        ("YR YR", "YR"),
        ("RR RR", ""),
        ("UP2 YY", "UP2"),
    ],
)
def test_cards_that_are_not_there_are_refused(cards: str, sentence: str) -> None:
    here = position(2, ships=["A2", "E2"], hand=["YY RR"], played=["YR"], down=["UP2"])
    to = "C3" if " " in cards else "B2"
    illegal(here, f"Ana move {to} discard {cards}", "CEN-24", sentence)


@pytest.mark.rule("CEN-24")
def test_there_are_only_so_many_cards() -> None:
    here = position(2, ships=["A2", "E2"], hand=["YY"], played=["YR"], down=["UP2"])
    say = "1"
    illegal(here, "Ana move C3 discard ? ?", "CEN-24", say)


@pytest.mark.rule("CEN-A38")
def test_steps_are_the_shortest_way() -> None:
    here = position(2, ships=["A1", "E2"], hand=[FIVE])
    sails = [m.split() for m in moves(here) if m.startswith("move") and "build" not in m]
    assert {m[1]: len(m[3:]) for m in sails} == {
        "A1": 0,
        "A2": 1,
        "B1": 1,
        "B2": 1,
        "A3": 2,
        "B3": 2,
        "C1": 2,
        "C2": 2,
        "C3": 2,
        "A4": 3,
        "B4": 3,
        "C4": 3,
        "D1": 3,
        "D2": 3,
        "D3": 3,
        "B5": 4,
        "C5": 4,
        "D4": 4,
        "E1": 4,
        "E3": 4,
        "C6": 5,
        "D5": 5,
        "E4": 5,
    }, "E2 is 4 steps away too, but a ship there must be paid"
    illegal(here, "Ana move A1 discard YY UP2", "CEN-A19", _stay("A1", 2))


def _stay(cell: str, n: int) -> str:
    return f"{cell} is 0 steps away: discard 0 cards, not {n}"


@pytest.mark.example("CEN-G6")
@pytest.mark.rule("CEN-27")
def test_two_opponents_on_a_market_tile_get_a_cube_each(golden) -> None:
    here = position(3, hold=["YR", "", "G"], ships=["C2", "C3", "C3"])
    done = play(here, "Ana move C3 discard YY toll RY")
    assert [(e.opponent, e.cube) for e in done.of("toll_paid")] == [(2, "red"), (3, "yellow")]
    assert [done.hold(x) for x in ("Ana", "Bartek", "Celina")] == ["", "R", "YG"]
    assert done.data == golden


@pytest.mark.example("CEN-G6")
@pytest.mark.rule("CEN-28")
@pytest.mark.parametrize(("hold", "mine"), [("Y", "1 cube"), ("", "0 cubes")])
def test_no_stop_without_enough_cubes(hold: str, mine: str) -> None:
    here = position(3, hold=[hold], ships=["C2", "C3", "C3"])
    illegal(
        here,
        f"Ana move C3 discard YY {'toll ' + hold if hold else ''}",
        "CEN-28",
        f"2 opponents | C3 | {mine}",
    )
    assert not [m for m in moves(here) if m.startswith("move C3")]


@pytest.mark.rule("CEN-27")
@pytest.mark.parametrize(
    ("toll", "sentence"),
    [
        ("", "2 opponents | C3 | 0"),
        ("toll Y", "2 | C3 | 1"),
        ("toll YYR", "2 | C3 | 3"),
        ("toll YB", "1 | brown | 0"),
    ],
)
def test_a_wrong_toll_is_refused(toll: str, sentence: str) -> None:
    here = position(3, hold=["YYR"], ships=["C2", "C3", "C3"])
    illegal(here, f"Ana move C3 discard YY {toll}", "CEN-27", sentence)


@pytest.mark.rule("CEN-27", "CEN-A16")
def test_clockwise_from_the_payer() -> None:
    here = position(4, hold=["", "", "YRG"], ships=["C3", "C3", "C2", "C3"], active=3)
    done = play(here, "Celina move C3 discard YY toll YRG")
    paid = [(e.opponent, e.cube) for e in done.of("toll_paid")]
    assert paid == [(4, "yellow"), (1, "red"), (2, "green")]


@pytest.mark.rule("CEN-A16")
def test_the_payer_chooses_the_colour_and_the_cube_goes_over_at_once() -> None:
    for cube in "YRGB":
        here = position(2, hold=["YRGB"], ships=["C2", "C3"])
        done = play(here, f"Ana move C3 discard YY toll {cube}")
        assert done.hold("Bartek") == cube
        assert cube not in done.hold("Ana")


@pytest.mark.rule("CEN-A14")
@pytest.mark.parametrize("cell", ["C1", "A1"])
def test_nobody_pays_on_sea_tiles_and_ports(cell: str) -> None:
    here = position(2, hold=["Y"], ships=["B1", cell])
    assert play(here, f"Ana move {cell} discard YY").hold("Ana") == "Y"
    say = f"{cell}"
    illegal(here, f"Ana move {cell} discard YY toll Y", "CEN-27", say)


@pytest.mark.rule("CEN-A15")
def test_passing_a_ship_is_free() -> None:
    # from A2 straight on to C3 only B2 and B3 lie between, a ship on each
    here = position(3, hold=["Y"], ships=["A2", "B2", "B3"])
    done = play(here, "Ana move C3 discard YY UP2")
    assert (done.hold("Ana"), done.of("toll_paid")) == ("Y", [])


@pytest.mark.rule("CEN-A13")
def test_a_move_of_no_steps_discards_and_pays_nothing() -> None:
    here = position(2, hold=["YG"], ships=["C2", "C2"], posts={"C2": "1"})
    done = play(here, "Ana stay market 1")
    assert (done.hold("Ana"), done.hold("Bartek")) == ("YRR", "")
    assert (done.only("sailed").steps, done.seat("Ana").cards.in_hand) == (0, 2)
    illegal(here, "Ana stay toll Y", "CEN-27", "C2")


@pytest.mark.rule("CEN-A37", "CEN-A13")
def test_a_move_of_no_steps_and_nothing_else_is_a_pass() -> None:
    here = position(2, hand=["-"], down=["YY UP2"], row="", deck="")
    assert [m for m in moves(here) if not m.startswith("move C2 build")] == ["rest", "move C2"]
    done = play(here, "Ana pass")
    assert done.told == ["sailed", "turned"]


@pytest.mark.rule("CEN-29", "CEN-A40")
@pytest.mark.parametrize(
    ("script", "rule", "sentence"),
    [
        ("move C1 discard YY build", "CEN-A40", "C1"),
        ("move C1 discard YY market 1", "CEN-A40", "C1"),
        ("move C1 discard YY port", "CEN-29", "C1"),
        ("move B2 discard YY port", "CEN-29", "B2"),
        ("move A1 discard YY build", "CEN-29", "A1"),
        ("move A1 discard YY market 2", "CEN-29", "A1"),
        ("move A1 discard YY build port", "CEN-29", ""),
    ],
)
def test_each_tile_has_its_own_use(script: str, rule: str, sentence: str) -> None:
    here = position(2, hold=["YYYGGGG"], ships=["B1"])
    illegal(here, f"Ana {script}", rule, sentence)


@pytest.mark.rule("CEN-A40", "CEN-29")
@pytest.mark.parametrize("cell", ["B2", "A1", "C1"])
def test_the_use_of_a_tile_can_be_left_out(cell: str) -> None:
    here = position(2, hold=["YYGGG"], ships=["B1"], posts={"B2": "1"})
    assert play(here, f"Ana move {cell} discard YY").told == ["sailed", "turned"]


@pytest.mark.rule("CEN-24")
def test_there_is_no_such_place() -> None:
    no_command(position(2), c.Move(seat=1, to="Z9"), "CEN-24", "Z9")
