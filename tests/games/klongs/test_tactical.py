"""The tactical variant: two stacks."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME

from .scenario import illegal, moves, no_session, play, position, random_game, session

TACTICAL = {"tactical": True}
WATER = "c3=S0:1 d4=L0:2"


@pytest.mark.rule("KLO-40")
def test_two_stacks() -> None:
    s = random_game(2, 1, options=TACTICAL, turns=0).state
    traders, seats = (stack.unseen() for stack in s.stacks)
    hands = [p.secret for p in s.players]
    assert traders.total() + 2 == 37
    assert seats.total() + 6 == 35
    assert set(s.setup.empty) >= {k for k, n in seats.items() if n}
    assert not set(s.setup.empty) & {k for k, n in traders.items() if n}
    assert set(s.setup.role) <= set(traders)
    assert all(len(hand) == 4 for hand in hands)


@pytest.mark.rule("KLO-40")
def test_one_stack_without_the_variant() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"], stack=9)
    illegal(here, "Ana place B0 e5 draw 1", "KLO-40")


@pytest.mark.rule("KLO-41")
def test_three_boats_from_stack_2_and_one_from_stack_1() -> None:
    table = random_game(3, 1, options=TACTICAL, turns=0)
    drew = [x.data for x in table.lines if x.type == "drew"]
    deal = [(seat, *x) for seat in (1, 2, 3) for x in (("2", 3), ("1", 1))]
    assert [(x.seat, x.stack, len(x.boats)) for x in drew] == deal
    s = table.state
    for p in s.players:
        assert sum(boat in s.setup.empty for boat in p.secret) == 3


@pytest.mark.rule("KLO-41")
def test_a_hand_is_one_line_also_from_two_stacks() -> None:
    table = session(
        "Ana, Bartek", "Ana hand S0 S0 S1 thief / Bartek hand ? ? ? ?", option="tactical=true"
    )
    assert table.state.players[0].secret == ["S0", "S0", "S1", "thief"]
    assert table.state.players[1].unknown == [1, 3]
    e = no_session("Ana, Bartek", "Ana hand S0 S0 thief S1", option="tactical=true")
    assert (e.kind, e.rule) == ("impossible", "KLO-41")
    assert tells(e.message, "thief")


@pytest.mark.rule("KLO-41")
def test_the_player_chooses_the_stack() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"], stack=(5, 5), options=TACTICAL)
    illegal(here, "Ana place B0 e5", "KLO-41")
    done = play(here, "Ana place B0 e5 draw 1 / Ana hand thief")
    assert [stack.size for stack in done.state.stacks] == [4, 5]
    done = play(here, "Ana place B0 e5 draw 2 / Ana hand S1")
    assert [stack.size for stack in done.state.stacks] == [5, 4]
    assert done.only("drew").stack == "2"
    ways = {m for m in moves(here) if m.startswith("place B0 e5 ") and "move" not in m}
    assert ways == {"place B0 e5 draw 1", "place B0 e5 draw 2"}


@pytest.mark.rule("A-KLO-25")
def test_an_empty_stack_leaves_no_choice() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1"], stack=(0, 5), options=TACTICAL)
    done = play(here, "Ana place B0 e5 / Ana hand S1")
    assert done.only("drew").stack == "2"
    named = play(here, "Ana place B0 e5 draw 2 / Ana hand S1")
    assert named.events == done.events, "naming it means nothing"
    illegal(
        here,
        "Ana place B0 e5 draw 1",
        "A-KLO-25",
        "1",
    )
    none = position(2, WATER, hands=["B0 B1 A0 A1"], stack=(0, 0), options=TACTICAL)
    assert "drew" not in play(none, "Ana place B0 e5").told


@pytest.mark.rule("A-KLO-25", "KLO-33", "KLO-35")
def test_the_draws_of_thieves_and_guards_choose_too() -> None:
    row = "c4=S0:1 e4=A2n c8=thief"
    here = position(2, row, hands=["thief guard A0 A1"], stack=(5, 5), options=TACTICAL)
    done = play(here, "Ana place thief d4 take e4 warehouse draw 1 / Ana hand B2n")
    assert done.only("drew").stack == "1"
    done = play(here, "Ana place guard c5 out draw 2 / Ana hand ?")
    assert done.only("drew").stack == "2"
    illegal(here, "Ana place thief d4 take e4 hand draw 1", "KLO-33")
    illegal(here, "Ana place guard c5 hand draw 1", "KLO-35")
    assert "drew" not in play(here, "Ana place guard c5 hand").told


@pytest.mark.rule("A-KLO-08", "A-KLO-27", "KLO-41")
def test_after_a_market_day_the_stack_is_chosen_then() -> None:
    here = position(
        2, WATER, hands=["B0p B1 A0 A1"], stack=(5, 5), marker=3, cards=[0], options=TACTICAL
    )
    illegal(
        here,
        "Ana place B0p e5 draw 1",
        "A-KLO-08",
    )
    done = play(here, "Ana place B0p e5")
    assert done.asked == [("Ana", "end of turn")]
    assert moves(done) == ["end draw 1", "end draw 2"]
    assert GAME.rules.decline_move(done.state) is None
    illegal(done, "Ana end", "KLO-41")
    done = play(done, "Ana end draw 2 / Ana hand S1")
    assert done.asked == [("Bartek", "place")]


@pytest.mark.rule("A-KLO-27", "KLO-41")
def test_a_move_after_a_market_day_leaves_the_choice_of_the_stack() -> None:
    here = position(2, WATER, hands=["B0p B1 A0 A1"], stack=(5, 5), marker=3, options=TACTICAL)
    done = play(here, "Ana place B0p e5 / Ana move c3 c4")
    assert done.asked == [("Ana", "end of turn")]
    assert moves(done) == ["end draw 1", "end draw 2"]
    done = play(done, "Ana end draw 1 / Ana hand ?")
    assert done.asked == [("Bartek", "place")]
