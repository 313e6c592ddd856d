"""Lies in a log: every digest is right, only the rules can tell."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import Heard, tells
from ledger.games.century import events as e
from ledger.kernel.log.events import Line
from ledger.testing.forge import change, forge, judge

from .scenario import NEXT, play, position, random_game

FIRST = {"A2": "1", "B3": "1", "C3": "1"}


def played(script: str, players: int = 2, **here: Any) -> list[Line]:
    lines: list[Line] = play(position(players, **here), script).table.lines
    return lines


def find(lines: list[Line], name: str, number: int = -1) -> Line:
    return [x for x in lines if x.type == name][number]


def lie(lines: list[Line], name: str, **fields: Any) -> Heard:
    """Change the last event of a type; return how the lie is told."""
    line = find(lines, name)
    _, problem = judge(forge(lines, {line.seq: [change(line, **fields)]}))
    assert problem.line == line.seq
    return Heard(" ".join(filter(None, (problem.kind, problem.rule))), "-", problem.message)


@pytest.mark.rule("CEN-14")
def test_a_card_that_was_not_paid() -> None:
    lines = played(f"Ana acquire YYYY-GG YR\n{NEXT}", hold=["YYR"])
    assert lie(lines, "acquired", paid=("yellow",)).tells("illegal CEN-14 | - | YYYY-GG | 2 | 1")
    assert lie(lines, "acquired", paid=("yellow", "brown")).kind == "illegal CEN-14"


@pytest.mark.rule("CEN-15")
def test_cubes_that_did_not_lie_on_the_card() -> None:
    lines = played(f"Ana acquire YYY\n{NEXT}", laid=["R"])
    assert lie(lines, "acquired", got={"red": 2}).tells(
        'mismatch CEN-15 | - | acquired | got | {"red":2} | {"red":1}'
    )


@pytest.mark.rule("CEN-17")
def test_a_row_that_is_not_refilled_or_with_a_card_from_nowhere() -> None:
    lines = played(f"Ana acquire YYY\n{NEXT}")
    filled = find(lines, "row_filled")
    _, problem = judge(forge(lines, {filled.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-17")
    assert lie(lines, "row_filled", cards=("YY-G",)).kind == "impossible CEN-17"


@pytest.mark.rule("CEN-18")
def test_a_card_played_twice() -> None:
    lines = played("Ana play YY\nBartek rest\nAna play UP2")
    second = find(lines, "upgraded")
    again = e.Gathered(seat=1, card="YY", got={"yellow": 2})
    _, problem = judge(forge(lines, {second.seq: [again]}))
    assert (problem.kind, problem.rule) == ("illegal", "CEN-18")


@pytest.mark.rule("CEN-19", "CEN-20", "CEN-22")
def test_cubes_too_many() -> None:
    lines = played("Ana play YY")
    assert lie(lines, "gathered", got={"yellow": 3}).kind == "mismatch CEN-19"
    lines = played("Ana play UP2 Y>R", hold=["YY"])
    assert lie(lines, "upgraded", got={"green": 1}).kind == "mismatch CEN-20"
    assert lie(lines, "upgraded", steps=("yellow",) * 3).kind == "illegal CEN-20"
    lines = played("Ana play YY-G", hold=["YYYY"], hand=["YY-G"], row="YYY")
    assert lie(lines, "traded", got={"green": 2}).kind == "mismatch CEN-22"
    assert lie(lines, "traded", times=3).tells("illegal CEN-22 | - | YY-G | 3 | 6 | yellow | 4")


@pytest.mark.rule("CEN-24", "CEN-25", "CEN-A19", "CEN-A38")
def test_a_move_that_was_not_paid_with_cards() -> None:
    lines = played("Ana move C3 discard YY UP2", ships=["A2", "E2"])
    assert lie(lines, "sailed", hand=()).kind == "illegal CEN-25"
    assert lie(lines, "sailed", hand=("YY",)).kind == "illegal CEN-24"
    assert lie(lines, "sailed", hand=("YY", "G")).kind == "illegal CEN-24"
    assert lie(lines, "sailed", steps=1).kind == "mismatch CEN-A38"
    assert lie(lines, "sailed", free=1).kind == "mismatch CEN-A18"
    assert lie(lines, "sailed", to="B2").kind == "illegal CEN-A19"
    assert lie(lines, "sailed", start="C2").kind == "mismatch CEN-24"


@pytest.mark.rule("CEN-27", "CEN-28")
def test_a_toll_that_was_not_paid() -> None:
    lines = played("Ana move C3 discard YY toll YR", 3, hold=["YYR"], ships=["C2", "C3", "C3"])
    assert lie(lines, "sailed", toll=("yellow",)).tells("illegal CEN-27 | - | 2 | C3 | 1")
    assert lie(lines, "toll_paid", opponent=2).kind == "mismatch CEN-27"
    assert lie(lines, "toll_paid", cube="yellow").kind == "mismatch CEN-A16"
    _, problem = judge(forge(lines, {find(lines, "toll_paid").seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-27")


@pytest.mark.rule("CEN-28")
def test_a_stop_that_cannot_be_paid() -> None:
    lines = played("Ana move C1 discard YY", 3, hold=["Y"], ships=["C2", "C3", "C3"])
    assert lie(lines, "sailed", to="C3", toll=("yellow",)).kind == "illegal CEN-28"


@pytest.mark.rule("CEN-30", "CEN-31", "CEN-32")
def test_an_outpost_too_many_too_cheap_or_of_another_row() -> None:
    lines = played("Ana stay build YR", hold=["YRG"], ships=["C3", "E2"], posts={"C3": "2"})
    assert lie(lines, "sailed", pay=("yellow",)).kind == "illegal CEN-31"
    assert lie(lines, "built", symbol="ginger").kind == "mismatch CEN-32"
    assert lie(lines, "built", column=2).kind == "mismatch CEN-32"
    assert lie(lines, "built", gave={"yellow": 1}).kind == "mismatch CEN-31"
    lines = played("Ana stay", hold=["YRG"], ships=["C3", "E2"], posts={"C3": "1"})
    assert lie(lines, "sailed", build=True, pay=("yellow", "red")).tells("illegal CEN-30 | - | C3")


@pytest.mark.rule("CEN-33", "CEN-34", "CEN-A09", "CEN-A12")
def test_a_reward_that_is_not_due_and_one_that_is_left_out() -> None:
    lines = played(f"Ana stay build\nAna reward YYY\n{NEXT}", ships=["C4", "E2"], posts=FIRST)
    reward = find(lines, "card_rewarded")
    tile = e.BonusTaken(seat=1, bonus="vp", points=6)
    _, problem = judge(forge(lines, {reward.seq: [tile]}))
    assert (problem.kind, problem.rule) == ("illegal", "CEN-33")
    assert tells(problem.message, "1")
    emptied = find(lines, "column_emptied")
    assert lie(lines, "column_emptied", column=2).kind == "mismatch CEN-A12"
    _, problem = judge(forge(lines, {emptied.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-A12")
    turned = e.Turned(seat=2)
    whole = {emptied.seq: [emptied.data, turned]}
    whole |= {x.seq: [] for x in lines if x.seq > emptied.seq}
    _, problem = judge(forge(lines, whole))
    assert tells(problem.message, "turned")


@pytest.mark.rule("CEN-A07", "CEN-36")
def test_a_vp_tile_from_under_the_stack() -> None:
    posts = {**FIRST, "C4": "1", "A3": "1", "B1": "1", "C2": "1"}
    lines = played(
        "Ana stay build\nAna reward vp", ships=["C5", "E2"], posts=posts, bonus=["", "vp6"]
    )
    assert lie(lines, "bonus_taken", points=6).tells(
        "mismatch CEN-A07 | - | bonus_taken | points | 6 | 5"
    )


@pytest.mark.rule("CEN-38", "CEN-A11")
def test_a_market_used_too_often_without_an_outpost_or_too_early() -> None:
    lines = played("Ana stay market 1", hold=["GGG"], ships=["C3", "E2"], posts={"C3": "1"})
    assert lie(lines, "sailed", times=2).kind == "illegal CEN-38"
    assert lie(lines, "exchanged", got={"brown": 3}).kind == "mismatch CEN-38"
    lines = played("Ana stay", hold=["GGG"], ships=["C3", "E2"])
    assert lie(lines, "sailed", times=1).kind == "illegal CEN-38"
    lines = played("Ana stay build", hold=["B"], ships=["C4", "E2"], posts=FIRST)
    assert lie(lines, "sailed", times=1).kind == "illegal CEN-A11"


@pytest.mark.rule("CEN-39", "CEN-40", "CEN-41", "CEN-42")
def test_lies_at_the_ports() -> None:
    hold = ["YYYYRRGGG", "RRRGGG"]
    script = "Ana stay port\nport closed\nBartek stay port\nport 20-BBBBB"
    lines = played(script, hold=hold, ships=["A1", "E1"])
    assert lie(lines, "tile_taken", points=20).kind == "mismatch CEN-39"
    assert lie(lines, "tile_taken", tile="20-BBBBB").kind == "mismatch CEN-39"
    assert lie(lines, "closed_moved", start="E1", to="A1").kind == "mismatch CEN-42"
    assert lie(lines, "port_filled", port="E1").kind == "mismatch CEN-40"
    assert lie(lines, "port_filled", tile="11-YYGGG").kind == "impossible CEN-40"
    _, problem = judge(forge(lines, {find(lines, "closed_moved").seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-42")
    lines = played("Ana stay", hold=hold, ships=["A1", "E1"], ports={"A1": "closed"})
    assert lie(lines, "sailed", tile=True).tells("illegal CEN-41 | - | A1")
    lines = played("Ana stay", hold=["YG"], ships=["A1", "E1"])
    assert lie(lines, "sailed", tile=True).kind == "illegal CEN-39"


@pytest.mark.rule("CEN-43")
def test_a_rest_that_took_more_cards() -> None:
    assert lie(played("Ana rest", played=["YY"]), "rested", cards=2).kind == "mismatch CEN-43"


@pytest.mark.rule("CEN-44", "CEN-A20")
def test_eleven_cubes_kept() -> None:
    lines = played("Ana play G\nAna discard YR", hold=["YYYYYRRRRGG"], hand=["G"])
    assert lie(lines, "discarded", cubes=("yellow",)).tells("illegal CEN-44 | - | 12 | 10 | 2 | 1")
    assert lie(lines, "overflowed", seats=(2,)).kind == "mismatch CEN-A20"
    _, problem = judge(forge(lines, {find(lines, "overflowed").seq: [e.Turned(seat=2)]}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-A20")


@pytest.mark.rule("CEN-04", "CEN-05", "CEN-08", "CEN-12", "CEN-A39", "CEN-02")
def test_lies_in_the_set_up() -> None:
    lines = random_game(2, "set-up", turns=0).lines
    assert lie(lines, "dealt", cards=("YY", "UP3")).kind == "mismatch CEN-02"
    assert lie(lines, "shuffled", tiles=("sea",)).kind == "mismatch CEN-04"
    assert lie(lines, "removed", tiles=("YY-G", "YY-RR")).kind == "impossible CEN-04"
    tiles = find(lines, "mapped").data.tiles
    assert lie(lines, "mapped", tiles=("sea", *tiles[1:])).kind.split()[1] in ("CEN-A02", "CEN-40")
    assert lie(lines, "mapped", cells=("A1", *tiles[1:])).kind == "mismatch CEN-05"
    assert lie(lines, "port_filled", tile="closed").kind == "impossible CEN-40"
    first = find(lines, "embarked", 0)
    _, problem = judge(forge(lines, {first.seq: [change(first, got={"brown": 4})]}))
    assert (problem.kind, problem.rule) == ("mismatch", "CEN-12")
    _, problem = judge(forge(lines, {first.seq: [change(first, to="A1")]}))
    assert (problem.kind, problem.rule) == ("illegal", "CEN-12")


@pytest.mark.rule("CEN-A30")
def test_a_turn_out_of_order() -> None:
    lines = played("Ana rest", 3)
    assert lie(lines, "turned", seat=3).kind == "mismatch CEN-A30"


@pytest.mark.rule("CEN-47", "CEN-48")
def test_another_winner() -> None:
    lines = random_game(2, "a winner").lines
    ended = find(lines, "ended").data
    assert lie(lines, "ended", ranking=ended.ranking[::-1]).kind == "mismatch CEN-47"
    more = (ended.scores[0] + 1, ended.scores[1])
    assert lie(lines, "ended", scores=more).kind == "mismatch CEN-47"


@pytest.mark.rule("CEN-46", "CEN-A30")
def test_a_game_that_ends_too_early_or_too_late() -> None:
    lines = random_game(2, "a winner").lines
    turned, ended = find(lines, "turned", 20), find(lines, "ended")
    end = [e.Finished(round=10), ended.data]
    _, problem = judge(forge(lines, {turned.seq: end}, cut=turned.seq))
    assert (problem.kind, problem.line) == ("mismatch", turned.seq)
    finished = find(lines, "finished")
    on = {finished.seq: [e.Turned(seat=1)], ended.seq: []}
    _, problem = judge(forge(lines, on, cut=ended.seq))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "CEN-46", finished.seq)
