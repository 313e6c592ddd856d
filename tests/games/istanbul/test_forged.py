"""Lies in a log: every digest is right, only the rules can tell."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.istanbul import events as e
from ledger.kernel.log.events import Line
from ledger.testing.forge import change, forge, judge

from .scenario import BLANK, play, position, random_game

FOUR = "lira-r lira-y lira-g lira-b"


def played(script: str, players: int = 2, **here: object) -> list[Line]:
    return play(position(players, **here), script).table.lines


def find(lines: list[Line], name: str, number: int = -1) -> Line:
    return [x for x in lines if x.type == name][number]


@pytest.mark.rule("IST-27", "IST-A06")
def test_a_coin_die_left_out_of_the_lira_action() -> None:
    lines = played("Ana lira", dice="$ $ $ R C")
    cashed, gained = find(lines, "cashed"), find(lines, "gained")
    lie = {cashed.seq: [change(cashed, dice=2, lira=4)], gained.seq: [change(gained, count=4)]}
    _, problem = judge(forge(lines, lie))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "IST-27", cashed.seq)
    assert tells(problem.message, "cashed | dice | 2 | 3")


@pytest.mark.rule("IST-27")
def test_three_lira_for_a_die() -> None:
    lines = played("Ana lira", dice="$ $ R")
    cashed = find(lines, "cashed")
    _, problem = judge(forge(lines, {cashed.seq: [change(cashed, lira=6)]}))
    assert problem.rule == "IST-27"
    assert tells(problem.message, "cashed | lira | 6 | 4")


@pytest.mark.rule("IST-18")
def test_a_die_used_twice() -> None:
    lines = played("Ana pair R\nAna pair Y", dice="R R Y Y B")
    second = find(lines, "paired")
    lie = change(second, colour="red", paid=("d:R", "d:R"))
    _, problem = judge(forge(lines, {second.seq: [lie]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "IST-18", second.seq)
    assert tells(problem.message, "unused red dice | 2")


@pytest.mark.rule("IST-26")
def test_a_brown_token_for_four_different_goods() -> None:
    lines = played("Ana four take R B", dice="R Y G B C")
    mixed = find(lines, "mixed")
    _, problem = judge(forge(lines, {mixed.seq: [change(mixed, take=("brown", "red"))]}))
    assert (problem.kind, problem.rule) == ("illegal", "IST-26")
    assert tells(problem.message, "brown")


@pytest.mark.rule("IST-32", "IST-A15")
def test_a_second_mosque_ruby() -> None:
    lines = played(
        "Ana bazaar 1\nreveal h-tile\nAna use h-tile discard goods-b\n"
        "Ana mosque action-r\ntile die-4",
        dice="C R R R",
        tiles=[f"{FOUR} goods-b"],
        mosque=[True],
        open_="action-r",
    )
    shown = find(lines, "displayed")
    lie = {shown.seq: [shown.data, e.MosqueRuby(seat=1, tiles=5)]}
    _, problem = judge(forge(lines, lie))
    assert (problem.kind, problem.rule) == ("mismatch", "IST-32")
    assert tells(problem.message, "mosque_ruby")


@pytest.mark.rule("IST-32", "IST-A35")
def test_a_mosque_ruby_left_lying() -> None:
    lines = played("Ana mosque action-r\ntile die-4", dice="R R R", tiles=[FOUR], open_="action-r")
    ruby = find(lines, "mosque_ruby")
    _, problem = judge(forge(lines, {ruby.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "IST-32")


@pytest.mark.rule("IST-67")
def test_a_two_card_dice_bonus_from_a_tile() -> None:
    lines = played(
        f"Ana end\nreveal f-lira\nBartek roll {BLANK}", dice="C C R", tiles=["", "bazaar-r"]
    )
    declined, gained = find(lines, "card_declined"), find(lines, "gained")
    used = e.CardUsed(
        seat=2, card="f-lira", choice="", paid=(), discard=(), take=(), areas=(), tiles=()
    )
    lie = {declined.seq: [used], gained.seq: [change(gained, count=6)]}
    _, problem = judge(forge(lines, lie))
    assert (problem.kind, problem.line) == ("mismatch", declined.seq)
    assert tells(problem.message, "2 | card_declined | f-lira")


@pytest.mark.rule("IST-45")
def test_a_third_action_with_a_tile_of_this_turn() -> None:
    lines = played(
        "Ana lira\nAna mosque action-r\ntile die-4\nAna end\nBartek roll R R R R R",
        dice="$ R R R Y Y",
        open_="action-r",
    )
    done = find(lines, "finished")
    paired = e.Paired(seat=1, colour="yellow", paid=("d:Y", "d:Y"))
    lie = {done.seq: [paired, e.Gained(seat=1, what="yellow", count=1)]}
    lie |= {line.seq: [] for line in lines if line.cmd == done.cmd and line.seq != done.seq}
    _, problem = judge(forge(lines, lie))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "IST-45", done.seq)
    assert tells(problem.message, "action-r")


@pytest.mark.rule("IST-45", "IST-15")
def test_an_income_from_a_tile_of_this_turn() -> None:
    lines = played("Ana end\nBartek roll R R R R R", tiles=["", "lira-r"], fresh=["", "crystal-r"])
    turned = find(lines, "turned")
    assert turned.data.income == ("lira-r", "crystal-r"), "gained before this turn began"
    _, problem = judge(forge(lines, {turned.seq: [change(turned, income=("lira-r",))]}))
    assert (problem.rule, problem.line) == ("IST-15", turned.seq)


@pytest.mark.rule("IST-16", "IST-51")
def test_a_die_too_many() -> None:
    lines = played("Ana end\nBartek roll R R R R R")
    rolled = find(lines, "rolled")
    _, problem = judge(forge(lines, {rolled.seq: [change(rolled, faces=("R",) * 6)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "IST-16", rolled.seq)


@pytest.mark.rule("IST-17")
def test_a_free_re_roll() -> None:
    lines = played("Ana reroll 1 -> G", dice="R R", have=["crystal"])
    rerolled = find(lines, "rerolled")
    _, problem = judge(forge(lines, {rerolled.seq: [change(rerolled, spent={})]}))
    assert (problem.kind, problem.rule) == ("mismatch", "IST-17")


@pytest.mark.rule("IST-A11")
def test_a_player_passed_over() -> None:
    lines = played("Ana bazaar 1\nreveal b-red\nBartek accept\nCelina accept", 3, dice="C")
    offered = find(lines, "offered")
    _, problem = judge(forge(lines, {offered.seq: [change(offered, seats=(3,))]}, cut=offered.seq))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "IST-A11", offered.seq)


@pytest.mark.rule("IST-34", "IST-38")
def test_a_ruby_that_is_too_cheap() -> None:
    lines = played("Ana ruby green\nAna ruby right", dice="G G G G", have=["lira=12"])
    goods, lira = find(lines, "ruby_bought", 0), find(lines, "ruby_bought", 1)
    _, problem = judge(forge(lines, {goods.seq: [change(goods, paid=("d:G",) * 3)]}))
    assert (problem.kind, problem.rule) == ("illegal", "IST-34")
    _, problem = judge(forge(lines, {lira.seq: [change(lira, lira=8)]}))
    assert problem.rule == "IST-38"
    assert tells(problem.message, "ruby_bought | lira | 8 | 10")


@pytest.mark.rule("IST-22", "IST-A19")
def test_a_levy_that_spares_somebody() -> None:
    lines = played("Ana pair R pay d:R d:R", 3, dice="R R", have=["red=2", "red=6"])
    levied = find(lines, "levied")
    _, problem = judge(forge(lines, {levied.seq: [change(levied, seats=(2,))]}))
    assert (problem.kind, problem.rule) == ("mismatch", "IST-A19")
    _, problem = judge(forge(lines, {levied.seq: []}))
    assert (problem.kind, problem.rule) == ("mismatch", "IST-22")


@pytest.mark.rule("IST-29", "IST-28")
def test_cards_from_nowhere() -> None:
    lines = played("Ana bazaar 1\nreveal c-red\nAna bazaar 1\nreveal c-blue", dice="C C")
    second = find(lines, "revealed")
    _, problem = judge(forge(lines, {second.seq: [change(second, cards=("c-red",))]}))
    assert (problem.kind, problem.rule, problem.line) == ("impossible", "IST-28", second.seq)


@pytest.mark.rule("IST-41")
def test_another_winner() -> None:
    lines = random_game(2, "a winner").lines
    ended = find(lines, "ended")
    lie = change(ended, ranking=ended.data.ranking[::-1])
    _, problem = judge(forge(lines, {ended.seq: [lie]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "IST-41", ended.seq)


@pytest.mark.rule("IST-40")
def test_a_game_that_ends_too_early_or_too_late() -> None:
    lines = random_game(2, "a winner").lines
    turned = find(lines, "turned", 20)
    group = [x for x in lines if x.cmd == turned.cmd]
    lie = {x.seq: [] for x in group[1:]}
    lie[turned.seq] = [find(lines, "ended").data]
    _, problem = judge(forge(lines, lie, cut=turned.seq))
    assert (problem.kind, problem.line) == ("mismatch", turned.seq)
    ended = find(lines, "ended")
    _, problem = judge(forge(lines, {ended.seq: [e.Turned(seat=1, income=())]}, cut=ended.seq))
    assert (problem.kind, problem.line) == ("mismatch", ended.seq)
