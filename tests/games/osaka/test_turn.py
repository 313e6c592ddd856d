"""Turns: clockwise, exactly one of three actions, no pass while one is possible."""

from __future__ import annotations

import pytest

from ledger.games.osaka import GAME

from .scenario import illegal, play, position

THREE = {"market": "R2 B2 Y2 G2 R3 B3", "farm": "Y3 G3 R5", "hands": ["R5 R5 R5", "B5", "Y5"]}


@pytest.mark.rule("OSA-12")
def test_turns_go_clockwise() -> None:
    done = play(
        position(3, active=2, **THREE),
        "Bartek take R2\nCelina reserve B2\nAna take Y2\nBartek take G2",
    )
    assert [e.seat for e in done.of("turned")] == [3, 1, 2, 3]
    assert done.asked == [("Celina", "action")]
    assert done.state.turn == 1 + 4
    assert [x.turn for x in done.lines] == [1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("OSA-12")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana take R2", "Ana take B2"),
        ("Ana take R2", "Ana reserve B2"),
        ("Ana reserve R2", "Ana buy R5 R5 R5"),
        ("Ana buy R5 R5 R5\nmarket R2 B2\nfarm Y2 G2 G5", "Ana take R2"),
    ],
)
def test_a_turn_is_one_action(first: str, second: str) -> None:
    here = position(3, **THREE)
    assert play(here, first).asked == [("Bartek", "action")]
    illegal(here, f"{first}\n{second}", "OSA-12", "Bartek")


@pytest.mark.rule("OSA-12")
def test_nobody_jumps_the_queue() -> None:
    illegal(position(3, **THREE), "Celina take R2", "OSA-12", "Ana")


@pytest.mark.rule("OSA-12")
def test_the_three_actions_are_all_there_is() -> None:
    here = position(2, market="R2 B3", farm="G5", hands=["R5", "B2"])
    assert [GAME.words.write(c) for c in GAME.rules.legal_moves(here.state, 1)] == [
        "buy R5",
        "take R2",
        "take B3",
        "reserve R2",
        "reserve B3",
        "reserve G5 farm",
    ]
    for answer in ("Ana claim red", "Ana insure R2 with R2", "Ana decline"):
        illegal(here, answer, "OSA-12", "Ana")


@pytest.mark.rule("A-OSA-27", "A-OSA-17")
@pytest.mark.parametrize(
    "here",
    [
        {"market": "R5", "hands": ["", "B2"]},  # can take
        {"market": "R5", "hands": ["R5", "B2"], "reserve": {1: "R5"}},  # own reserved card only
        {"market": "R5", "farm": "G2", "hands": ["", ""], "reserve": {2: "R5"}},  # can reserve
    ],
)
def test_nobody_may_pass_while_something_can_be_done(here: dict) -> None:
    illegal(position(2, **here), "Ana pass", "A-OSA-27")


@pytest.mark.rule("A-OSA-27")
def test_a_table_that_allows_passing_says_so_in_the_log() -> None:
    here = position(2, market="R5", hands=["", "B2"])
    done = play(here, "Ana pass !A-OSA-27")
    assert done.told == ["passed", "turned"]
    assert done.lines[0].waived == ("A-OSA-27",)


@pytest.mark.rule("A-OSA-17")
def test_who_can_do_nothing_passes() -> None:
    # three players: Celina's turn comes with a Market that others have reserved, no Farm, no pile
    here = position(
        3,
        market="R5 B5",
        reserve={1: "R5", 2: "B5"},
        active=3,
        pile="",
        rest=1,
        hands=["", "", "G5"],
    )
    assert play(here, "Celina pass").told == ["passed", "turned"]
    for move in ("take R5", "take B5"):
        illegal(here, f"Celina {move}", "OSA-22", f"{move[-2:]}")
    illegal(here, "Celina buy G5", "A-OSA-14")
    illegal(here, "Celina reserve R5", "OSA-20", "R5")
    # the others can still act, so the game goes on and nothing has ended
    done = play(here, "Celina pass\nAna take R5\nBartek take B5\nCelina pass\nAna pass")
    assert done.asked == [("Bartek", "action")]


@pytest.mark.rule("A-OSA-17", "OSA-46")
def test_when_all_pass_in_succession_the_game_is_scored() -> None:
    here = position(
        3,
        market="R5",
        hands=["G5", "", ""],
        vp=["", "B2 B2", "B3"],
        tokens=["red", "", ""],
        active=2,
        pile="",
        rest=3,
        reserve={3: "R5"},
    )
    before = play(here, "Bartek pass")
    assert before.asked == [("Celina", "action")], "one pass does not end it"
    done = play(before, "Celina take R5\nAna pass\nBartek pass\nCelina pass")
    assert done.told == [
        "took",
        "turned",
        "passed",
        "turned",
        "passed",
        "turned",
        "passed",
        "ended",
        "sealed",
    ]
    ended = done.only("ended")
    assert ended.reason == "all passed"
    assert ended.scores == tuple(p.vp for p in done.state.players)
    assert ended.ranking == ((3,), (2,), (1,))
    assert done.asked == []


@pytest.mark.rule("A-OSA-17")
def test_a_pass_counts_only_in_succession() -> None:
    # Ana and Bartek pass, Celina acts, Ana and Bartek pass again: four passes, no end
    here = position(
        3, market="R5 B5", reserve={3: "R5"}, active=1, pile="", rest=3, hands=["", "", ""]
    )
    done = play(
        here,
        "Ana take B5\nBartek pass\nCelina take R5\nAna pass\nBartek pass",
    )
    assert done.asked == [("Celina", "action")]
    assert done.state.passes == 2
