"""The rules of Goofspiel: secret bids, the highest one, ties, the end."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.boards.draw import draw_board
from ledger.testing import Sessions
from ledger.testing.screens import screen

sys.path.append(str(GAMES))

from ledger_goofspiel import GAME

GOOFSPIEL = Sessions(GAME)
STOP = '\nabandon "enough"'
TIED = "prize 7\nAna bid 12\nBo bid 12\nCy bid 3\nprize 2\n"


@pytest.mark.rule("GPS-01", "GPS-02")
def test_a_prize_is_turned_up_and_everybody_has_all_bids():
    state = GOOFSPIEL.session("Ana, Bo", "prize 13" + STOP).state
    assert (state.prizes, state.deck.size) == (["13"], 12)
    assert [len(p.hand) for p in state.players] == [13, 13]
    assert GOOFSPIEL.no_session("Ana, Bo", "prize 14").line == 1
    assert GOOFSPIEL.no_session("Ana, Bo", "prize 7\nAna bid 1\nBo bid 2\nprize 7").line == 4


@pytest.mark.rule("GPS-03")
def test_nobody_sees_a_bid_before_all_have_bid():
    state = GOOFSPIEL.session("Ana, Bo", "prize 7\nAna bid 4" + STOP).state
    bids = {seat: GAME.view(GAME.mask(state, seat), seat).seats[0].bid for seat in (1, 2)}
    assert bids == {1: "4", 2: None}
    other = GOOFSPIEL.session("Ana, Bo", "prize 7\nAna bid 9" + STOP).state
    assert GAME.mask(state, 2) == GAME.mask(other, 2)
    assert GOOFSPIEL.no_session("Ana, Bo", "prize 7\nAna bid 14").rule == "GPS-03"
    again = "prize 7\nAna bid 4\nBo bid 5\nprize 2\nAna bid 4"
    assert GOOFSPIEL.no_session("Ana, Bo", again).rule == "GPS-03"


@pytest.mark.rule("GPS-04", "GPS-05")
def test_a_tie_carries_the_prize_over_to_the_next_highest_bid():
    state = GOOFSPIEL.session("Ana, Bo, Cy", TIED + STOP).state
    assert (state.prizes, [p.points for p in state.players]) == (["7", "2"], [0, 0, 0])
    state = GOOFSPIEL.session(
        "Ana, Bo, Cy", TIED + "Ana bid ?\nBo bid 1\nCy bid 13\nAna shows 2\nprize 1" + STOP
    ).state
    assert (state.prizes, [p.points for p in state.players]) == (["1"], [0, 0, 9])
    assert state.gone == ["12", "12", "3", "2", "1", "13"]


@pytest.mark.rule("GPS-06")
def test_the_highest_sum_wins_and_the_last_tie_is_nobodys():
    bids = [(n, n % 12 + 1) for n in range(1, 13)]
    rounds = [f"prize {n}\nAna bid {ana}\nBo bid {bo}" for n, (ana, bo) in enumerate(bids, 1)]
    state = GOOFSPIEL.session(
        "Ana, Bo", "\n".join([*rounds, "prize 13\nAna bid 13\nBo bid 13"])
    ).state
    assert GAME.rules.outcome(state).scores == (12, sum(range(1, 12)))
    assert GAME.rules.outcome(state).ranking == ((2,), (1,))
    assert state.prizes == ["13"]


@pytest.mark.rule("GPS-03")
@pytest.mark.parametrize(
    ("bids", "asked", "news", "caption"),
    [
        ("", [1, 2, 3], "Ana, Bo and Cy on turn", "Round 1, turn 1 · Ana, Bo, Cy: turn"),
        ("\nBo bid 4", [1, 3], "Ana and Cy on turn", "Round 1, turn 1 · Ana, Cy: turn"),
        ("\nAna bid 4\nBo bid 4", [3], "Cy on turn", "Round 1, turn 1 · Cy: turn"),
    ],
)
def test_all_who_may_still_bid_are_told(
    bids: str, asked: list[int], news: str, caption: str
) -> None:
    names = ["Ana", "Bo", "Cy"]
    state = GOOFSPIEL.session(", ".join(names), "prize 7" + bids).state
    assert [q.seat for q in GAME.rules.answerable(state)] == asked
    for viewer in (0, 2):
        view = GAME.view(GAME.mask(state, viewer), viewer)
        scene = GAME.scene(view, names)
        assert [panel.seat for panel in scene.panels if panel.active] == asked
        assert scene.caption == caption
        board = screen(draw_board(GAME, view, 80, names), 80)
        assert news in board.splitlines()[0]
        framed = [seat for seat, name in enumerate(names, 1) if f"▶ {seat} {name}" in board]
        assert framed == asked
