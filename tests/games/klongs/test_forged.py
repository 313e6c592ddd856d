"""Lies in a log: every digest is right, only the rules can tell."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import Heard, tells
from ledger.games.klongs import events as e
from ledger.kernel.log.events import Line
from ledger.testing.forge import change, forge, judge

from .scenario import play, position, session

SQUARE = "d4=S2:1 e4=L0:1 d5=A0:2 e5=P3n"
WATER = "c3=S0:1 d4=L0:2"


def played(script: str, board: str, players: int = 2, **here: Any) -> list[Line]:
    return play(position(players, board, **here), script).table.lines


def find(lines: list[Line], name: str, number: int = -1) -> Line:
    return [x for x in lines if x.type == name][number]


def lie(lines: list[Line], name: str, *, number: int = -1, **fields: Any) -> Heard:
    """Change an event; return what is found."""
    line = find(lines, name, number)
    _, problem = judge(forge(lines, {line.seq: [change(line, **fields)]}))
    assert problem.line == line.seq
    return Heard(" ".join(filter(None, (problem.kind, problem.rule))), "-", problem.message)


@pytest.mark.rule("KLO-19")
def test_a_fourth_boat_in_a_district() -> None:
    lines = played("Ana place B0 e5", "c3=S0 d3=S1 c4=L0 d5=P0", hands=["B0"])
    assert lie(lines, "placed", field="d4").tells("illegal KLO-19 | - | d4 | 3")


@pytest.mark.rule("KLO-18")
def test_a_boat_away_from_all_others() -> None:
    lines = played("Ana place B0 e5", WATER, hands=["B0"])
    assert lie(lines, "placed", field="h8").tells("illegal KLO-18 | - | h8")


@pytest.mark.rule("KLO-17")
def test_past_the_entrance() -> None:
    lines = session(
        "Ana, Bartek", "Ana hand S0 ? ? ? / Bartek hand ? ? ? ? / Ana place S0 a4 / Ana hand ?"
    ).lines
    assert lie(lines, "placed", field="b4").tells("illegal KLO-17 | - | b4 | a4 | a5")


@pytest.mark.rule("KLO-20")
def test_a_thief_under_the_eyes_of_a_guard() -> None:
    lines = played("Ana place thief e5", "d4=S0 d7=guard", hands=["thief"])
    assert lie(lines, "placed", field="d5").tells("illegal KLO-20 | - | d5")


@pytest.mark.rule("KLO-32", "KLO-34")
def test_a_protected_boat_stolen() -> None:
    lines = played(
        "Ana place thief d4 take e4 warehouse", "c4=S0:2 c8=guard e4=S1:2", hands=["thief"]
    )
    placed, stolen = find(lines, "placed"), find(lines, "stolen")
    both = {
        placed.seq: [change(placed, take="c4")],
        stolen.seq: [change(stolen, field="c4", boat="S0")],
    }
    _, problem = judge(forge(lines, both))
    assert problem.rule == "KLO-34"
    assert tells(problem.message, "c4")


@pytest.mark.rule("KLO-12")
def test_a_trader_on_a_neutral_boat() -> None:
    lines = played("Ana place B2n e5", WATER, hands=["B2n"])
    assert lie(lines, "placed", owner=1).tells("mismatch KLO-12 | - | placed | owner | 1 | 0")


@pytest.mark.rule("KLO-16")
def test_a_trader_from_a_boat_of_another_player() -> None:
    lines = played("Ana place B0 e5 from c3", WATER, hands=["B0"], traders=[0])
    assert lie(lines, "placed", trader="d4").tells("illegal KLO-16 | - | d4")


@pytest.mark.rule("KLO-21")
def test_a_second_move_in_a_turn() -> None:
    lines = played("Ana move c3 b3 / Ana place B0 e5", WATER, hands=["B0"])
    assert lie(lines, "placed", move="e5", to="e6").tells("illegal KLO-21 | -")


@pytest.mark.rule("KLO-21")
def test_a_move_that_nobody_chose() -> None:
    lines = played("Ana place B0 e5", WATER, hands=["B0"])
    placed = find(lines, "placed")
    extra = [placed.data, e.Moved(seat=1, field="c3", to="c4")]
    _, problem = judge(forge(lines, {placed.seq: extra}))
    assert problem.message


@pytest.mark.rule("KLO-08")
def test_points_of_the_track() -> None:
    lines = played("Ana place B0p e5", WATER, hands=["B0p"])
    assert lie(lines, "advanced", points=6).tells("mismatch KLO-08 | - | advanced | points | 6 | 2")
    advanced = find(lines, "advanced")
    _, problem = judge(forge(lines, {advanced.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "KLO-08"), "a marker left standing"


@pytest.mark.rule("KLO-24")
def test_a_mooring_place_with_three_boats() -> None:
    lines = played("Ana score de45 remove d4", SQUARE + " f5=F0:1", day="small")
    assert lie(lines, "scored", mooring="ef45", remove="e4").tells("illegal KLO-24 | - | ef45 | 3")


@pytest.mark.rule("KLO-25", "KLO-37")
def test_points_of_a_mooring_place() -> None:
    lines = played("Ana score de45 remove d4", SQUARE, day="small")
    assert lie(lines, "scored", points=(10, 0)).tells(
        "mismatch KLO-25 | - | scored | points | [10,0] | [10,5]"
    )
    assert lie(lines, "scored", baskets=6).kind.endswith(" KLO-25")
    assert lie(lines, "scored", factor=2, points=(20, 10)).tells(
        "mismatch KLO-37 | - | scored.factor | 2 | 1"
    )


@pytest.mark.rule("KLO-26")
def test_another_boat_in_the_warehouse() -> None:
    lines = played("Ana score de45 remove d4", SQUARE, day="small")
    assert lie(lines, "stored", boat="P3n").tells("mismatch KLO-26 | - | stored | P3n | S2")
    stored = find(lines, "stored")
    _, problem = judge(forge(lines, {stored.seq: []}))
    assert problem.rule == "KLO-26", "a boat left lying"


@pytest.mark.rule("KLO-31")
def test_a_boat_of_another_player_removed_on_the_big_day() -> None:
    lines = played("Ana score de45 remove d4", SQUARE, day="big")
    scored, stored = find(lines, "scored"), find(lines, "stored")
    both = {
        scored.seq: [change(scored, remove="d5")],
        stored.seq: [change(stored, field="d5", boat="A0", owner=2)],
    }
    _, problem = judge(forge(lines, both))
    say = "d5"
    assert (problem.kind, problem.rule) == ("illegal", "KLO-31")
    assert tells(problem.message, say)


@pytest.mark.rule("KLO-29")
def test_another_first_player_of_the_big_day() -> None:
    lines = played("Ana place B0p e5", WATER, hands=["B0p"], marker=11)
    assert lie(lines, "day_began", first=1).tells("mismatch KLO-29 | - | day_began | 1 | 2")


@pytest.mark.rule("KLO-35", "KLO-36")
def test_two_thieves_into_the_hand() -> None:
    lines = played("Ana place guard c5 hand", "c4=thief c3=S0 c8=thief", hands=["guard"])
    assert lie(lines, "chased", keep="hand").tells(
        "mismatch KLO-36 | - | chased | keep | hand | out"
    )
    chased = find(lines, "chased")
    _, problem = judge(forge(lines, {chased.seq: []}))
    assert problem.rule == "KLO-35", "a thief left lying"


@pytest.mark.rule("KLO-35", "KLO-33")
@pytest.mark.parametrize(
    ("board", "line", "rule"),
    [
        ("c4=thief c3=S0", "Ana place guard c5 hand", "KLO-35"),
        ("c4=S1:2 c3=S0", "Ana place thief d4 take c4 hand", "KLO-33"),
    ],
)
def test_a_draw_beside_a_boat_taken_into_the_hand(board: str, line: str, rule: str) -> None:
    boat = line.split()[2]
    lines = played(line, board, hands=[f"{boat} B0 B1 B2"], stack=9)
    taken = lines[find(lines, "turned").seq - 2]
    extra = [taken.data, e.Drew(seat=1, stack="", boats=("F0",))]
    _, problem = judge(forge(lines, {taken.seq: extra}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", rule, taken.seq + 1)
    assert tells(problem.message, "drew")


@pytest.mark.rule("KLO-22")
def test_a_boat_too_many_or_none_drawn() -> None:
    lines = played("Ana place B0 e5 / Ana hand F0", WATER, hands=["B0 B1 A0 A1"], stack=9)
    assert lie(lines, "drew", boats=("F0", "F1")).kind == "mismatch KLO-22"
    drew = find(lines, "drew")
    _, problem = judge(forge(lines, {drew.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "KLO-22")


@pytest.mark.rule("KLO-15", "KLO-22")
def test_a_boat_that_is_somewhere_else() -> None:
    board = WATER + " e4=thief e6=thief e8=thief"
    lines = played("Ana place B0 e5 / Ana hand F0", board, hands=["B0 B1 A0 A1"], stack=9)
    assert lie(lines, "drew", boats=("thief",)).tells("impossible KLO-22 | - | thief")


@pytest.mark.rule("KLO-07")
def test_a_boat_that_is_not_in_the_hand() -> None:
    lines = played("Ana place B0 e5", WATER, hands=["B0 B1"])
    assert lie(lines, "placed", boat="B2").tells("illegal KLO-07 | - | B2")


@pytest.mark.rule("KLO-06", "KLO-28")
def test_another_player_has_the_next_turn() -> None:
    lines = played("Ana place B0 e5", WATER, 3, hands=["B0"])
    assert lie(lines, "turned", seat=3).tells("mismatch KLO-06 | - | turned | 3 | 2")


@pytest.mark.rule("KLO-23")
def test_a_player_who_could_score_is_skipped() -> None:
    lines = played("Ana pass / Bartek pass / Ana score de45 remove d4", SQUARE, day="small")
    declined = find(lines, "declined")
    _, problem = judge(forge(lines, {declined.seq: []}))
    assert problem.rule == "KLO-23"
    first = find(lines, "declined", 0)
    _, problem = judge(forge(lines, {first.seq: [first.data, e.Skipped(seat=2)]}))
    assert (problem.kind, problem.rule) == ("mismatch", "KLO-23")


@pytest.mark.rule("KLO-39", "KLO-38")
def test_the_value_of_a_warehouse() -> None:
    lines = played("Ana place B0p e5", WATER, hands=["B0p"], marker=11, stores=["F0 F0 cook"])
    assert lie(lines, "valued", number=0, points=4).tells(
        "mismatch KLO-39 | - | valued | points | 4 | 3"
    )


@pytest.mark.rule("KLO-10")
def test_another_winner() -> None:
    lines = played("Ana place B0p e5", WATER, hands=["B0p"], marker=11)
    assert lie(lines, "ended", ranking=((2,), (1,))).kind.endswith(" KLO-10")


@pytest.mark.rule("A-KLO-32")
def test_a_pass_with_a_boat_to_place() -> None:
    lines = played("Ana place B0 e5", WATER, hands=["B0 B1", "A0"])
    placed = find(lines, "placed")
    lies = {placed.seq: [e.Passed(seat=1, thieves=0)]}
    _, problem = judge(forge(lines, lies))
    say = ""
    assert (problem.kind, problem.rule) == ("illegal", "A-KLO-32")
    assert tells(problem.message, say)


@pytest.mark.rule("KLO-41")
def test_another_stack() -> None:
    lines = played(
        "Ana place B0 e5 draw 2 / Ana hand S1",
        WATER,
        hands=["B0 B1 A0 A1"],
        stack=(5, 5),
        options={"tactical": True},
    )
    drew = find(lines, "drew")
    assert lie(lines, "drew", stack="1").kind.endswith(" KLO-41")
    placed = find(lines, "placed")
    both = {placed.seq: [change(placed, stack="")], drew.seq: [drew.data]}
    _, problem = judge(forge(lines, both))
    assert (problem.kind, problem.rule) == ("illegal", "KLO-41")
