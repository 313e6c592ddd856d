"""The rules of Fens: where tiles fit, keepers, what is complete and what it scores, the end."""

from __future__ import annotations

import json
import random
import sys
import time

import pytest

from common.examples import GAMES
from ledger.boards.draw import draw_board
from ledger.kernel.boxes.box import WrongBox
from ledger.kernel.play.table import Table
from ledger.testing import Sessions
from ledger.testing.screens import screen

sys.path.append(str(GAMES))

from ledger_fens import (
    GAME,
    Board,
    Box,
    Greedy,
    Keep,
    Lay,
    Left,
    Player,
    Scored,
    State,
    area,
    free_parts,
    places,
    turns,
)

FENS = Sessions(GAME)
TWO = "Ana, Bo"


def state(lines: str, tiles: str = "") -> State:
    """Return the position after some lines; with `tiles`, there are only these: `C1 K2`."""
    return table(lines, tiles).state


def table(lines: str, tiles: str = "") -> Table:
    return FENS.session(TWO, lines, **({"box": box_of(tiles)} if tiles else {}))


def box_of(tiles: str) -> str:
    """Return a box with these tiles and the one at the start."""
    copies = {"L": 1} | {x[0]: int(x[1:]) for x in tiles.split()}
    every = GAME.boxes.standard.tiles.parts
    parts = {x: every[x] for x in copies}
    section = {"start": "L", "copies": copies, "parts": parts}
    return json.dumps({"base": "fens-standard", "tiles": section})


def refused_by(lines: str) -> str | None:
    """Return the rule that refuses the last of some lines."""
    refused = FENS.no_session(TWO, lines)
    assert refused.line == len(lines.splitlines())
    return refused.rule


SETUP = state("tile P").setup


def board(**tiles: str) -> Board:
    """Return the tiles on the table, like `N1E0="K2"` beside the one at the start."""
    return {"N0E0": ("L", 0)} | {name: (x[0], int(x[1])) for name, x in tiles.items()}


@pytest.mark.rule("FEN-01")
def test_the_tiles():
    there = state("tile P")
    assert sum(n for x, n in GAME.corrections.pieces(there).items() if x.startswith("tile")) == 46
    assert (there.board, there.pile.size, there.tile) == (board(), 44, "P")
    assert SETUP.parts["G", 1] == ("lake-NE", "dyke-SW")
    assert {x: len(turns) for x, turns in SETUP.turns.items() if len(turns) < 4} == {
        "A": 1,
        "C": 1,
        "H": 2,
        "I": 2,
        "P": 2,
        "S": 1,
    }


@pytest.mark.rule("FEN-02")
def test_play_goes_clockwise():
    after = table("tile P\nAna lay N0E1 1\nAna leave\ntile K")
    assert (after.state.active, after.state.turn, after.state.tile) == (2, 2, "K")
    assert after.lines[-3].data == Left(seat=1)
    assert refused_by("tile P\nBo lay N0E1 1") == "FEN-03"


@pytest.mark.rule("FEN-03")
def test_touching_sides_show_the_same():
    there = state("tile P")
    fine = {name: turns(there, name) for name in places(there)}
    assert fine == {"N0E1": [1], "S1E0": [1], "N0W1": [1]}
    for wrong in ("N1E0 0", "N0E1 0", "N0E1 3", "N0E2 1", "N0E0 1"):
        assert refused_by(f"tile P\nAna lay {wrong}") == "FEN-03"
    there = state("tile P\nAna lay N0E1 1\nAna leave\ntile K")
    assert there.board == board(N0E1="P1")
    assert turns(there, "N1E0") == [2]
    assert turns(there, "N1E1") == [0, 1, 3]
    assert turns(there, "N0E2") == []


@pytest.mark.rule("FEN-04")
def test_what_fits_nowhere_is_put_aside_and_another_is_drawn():
    assert state("tile C").tile == "C"
    after = state("tile K\nAna lay N1E0 2\nAna leave\ntile C\ntile P", "C1 K1 P1")
    assert (after.aside, after.tile, after.active) == (["C"], "P", 2)
    ended = table("tile K\nAna lay N1E0 2\ntile C", "C1 K1")
    assert ended.over
    assert (ended.state.aside, ended.state.tile) == (["C"], "")


@pytest.mark.rule("FEN-05")
def test_a_keeper_goes_where_no_other_is():
    lines = "tile P\nAna lay N0E1 1\nAna keep dyke-EW\ntile Q\n"
    there = state(f"{lines}Bo lay N0E2 0\ntile K")
    assert there.players == [Player(keepers={"N0E1": "dyke-EW"}), Player()]
    apart = state(f"{lines}Bo lay S1E0 3")
    assert (apart.phase, free_parts(apart)) == ("keep", ["dyke-ES"])
    assert refused_by(f"{lines}Bo lay S1E0 3\nBo keep dyke-EW") == "FEN-05"
    assert refused_by("tile P\nAna keep dyke-EW") == "FEN-03"


@pytest.mark.rule("FEN-05")
def test_who_has_no_keeper_left_sets_none():
    box = json.dumps({"base": "fens-standard", "keepers": {"each": 1}})
    lines = "tile P\nAna lay N0E1 1\nAna keep dyke-EW\ntile K\nBo lay N1E0 2\nBo leave\n"
    there = FENS.session(TWO, f"{lines}tile A\nAna lay N1E1 0\ntile A", box=box).state
    assert (there.active, there.phase) == (2, "lay")
    assert there.players[0] == Player(keepers={"N0E1": "dyke-EW"})
    assert GAME.view(there, 0).seats[0].left == 0


def found(there: Board, name: str, part: str) -> tuple[bool, int]:
    """Return whether the area of a part is complete, and how many tiles it has."""
    reached = area(SETUP, there, name, part)
    return reached.complete, len(reached.tiles)


@pytest.mark.rule("FEN-06")
def test_a_lake_is_complete_with_shore_all_around():
    assert found(board(), "N0E0", "lake-N") == (False, 1)
    assert found(board(N1E0="H0"), "N1E0", "lake-NS") == (False, 2)
    assert found(board(N1E0="H0", N2E0="K2"), "N0E0", "lake-N") == (True, 3)
    assert found(board(N1E0="I0"), "N1E0", "lake-S") == (True, 2)
    assert found(board(N1E0="I0"), "N1E0", "lake-N") == (False, 1)


@pytest.mark.rule("FEN-06")
def test_a_dyke_is_complete_with_two_ends_or_in_a_circle():
    assert found(board(N0E1="O0"), "N0E0", "dyke-EW") == (False, 2)
    assert found(board(N0E1="O0", N0W1="S0"), "N0E0", "dyke-EW") == (True, 3)
    assert found(board(N0E1="O0", N0W1="B3"), "N0E0", "dyke-EW") == (True, 3)
    circle = board(S1E0="Q3", S1E1="Q0", S2E0="Q2", S2E1="Q1")
    assert found(circle, "S1E0", "dyke-ES") == (True, 4)


@pytest.mark.rule("FEN-06")
def test_a_mill_is_complete_with_eight_tiles_around_it():
    around = dict.fromkeys(("N0E1", "N0W1", "S1E1", "S1W1", "S2E1", "S2W1"), "P1")
    assert found(board(S1E0="A0", **around), "S1E0", "mill") == (False, 8)
    assert found(board(S1E0="A0", S2E0="P1", **around), "S1E0", "mill") == (True, 9)
    farther = dict.fromkeys(("N1E0", "N0E2", "N0W2", "S3E0"), "P1")
    assert found(board(S1E0="A0", S2E0="P1", **around, **farther), "S1E0", "mill") == (True, 9)


TWO_ON_A_LAKE = """tile P
Ana lay N0E1 1
Ana leave
tile P
Bo lay N0W1 1
tile K
Ana lay N1W1 1
Ana keep lake-E
tile K
Bo lay N1E1 3
Bo keep lake-W
"""


@pytest.mark.rule("FEN-07", "FEN-08")
def test_those_with_most_keepers_score_and_the_keepers_go_home():
    after = state(f"{TWO_ON_A_LAKE}tile D\nAna lay N1E0 2\ntile A")
    assert after.players == [Player(points=8), Player(points=8)]
    more = (
        f"{TWO_ON_A_LAKE}tile A\nAna lay N2E1 0\nAna leave\ntile K\nBo lay N2E0 2\nBo keep lake-S\n"
    )
    after = state(f"{more}tile C\nAna lay N1E0 0\ntile A")
    assert after.players == [Player(), Player(points=10)]


@pytest.mark.rule("FEN-07", "FEN-08")
def test_dykes_score_one_for_each_tile_and_mills_nine():
    lines = "tile O\nAna lay N0E1 0\nAna leave\ntile S\nBo lay N0W1 0\nBo keep dyke-E\ntile A"
    assert state(lines).players == [Player(), Player(points=3)]
    assert Scored(seat=2, kind="dyke", points=3) in [x.data for x in table(lines).lines]
    mill = "tile A\nAna lay S1E0 0\nAna keep mill\n"
    around = "P N0E1 1, P N0W1 1, A S1E1 0, A S1W1 0, A S2E1 0, A S2W1 0, A S2E0 0"
    for n, laid in enumerate(around.split(", ")):
        who, tile, where = ("Bo", "Ana")[n % 2], laid[0], laid[2:]
        mill += f"tile {tile}\n{who} lay {where}\n{who} leave\n"
    after = state(f"{mill}tile K", "A6 P2 K1")
    assert after.players == [Player(points=9), Player()]


@pytest.mark.rule("FEN-09", "FEN-10")
def test_at_the_end_what_is_not_complete_scores_one_for_each_tile():
    lines = "tile P\nAna lay N0E1 1\nAna keep dyke-EW\ntile A\nBo lay S1E0 0\n"
    assert not table(lines, "A1 P1").over
    ended = table(f"{lines}Bo keep mill", "A1 P1")
    assert ended.over
    assert ended.state.players == [Player(points=2), Player(points=3)]
    assert GAME.rules.outcome(ended.state).ranking == ((2,), (1,))
    lake = table("tile H\nAna lay N1E0 0\nAna keep lake-NS", "H1")
    assert lake.state.players == [Player(points=2), Player()]


def new_box(**tiles: object) -> Box:
    """Return a box with these tiles, read as for a new game."""
    return GAME.boxes.read_new(GAME.boxes.whole({"tiles": tiles}))


def test_a_box_has_every_side_of_a_tile_once():
    tiles = new_box(start="X", copies={"X": 3}, parts={"X": ["mill", "lake NE", "dyke S"]}).tiles
    assert tiles.parts == {"X": ("mill", "lake NE", "dyke S")}
    for parts in (["lake NE", "dyke N"], ["pond N"], ["mill", "mill"], ["lake EN"], ["lake "]):
        with pytest.raises(WrongBox):
            new_box(start="X", copies={"X": 3}, parts={"X": parts})
    with pytest.raises(WrongBox):
        new_box(start="Y", copies={"X": 3}, parts={"X": ["mill"]})
    with pytest.raises(WrongBox):
        new_box(start="X", copies={"X": 3, "Y": 1}, parts={"X": ["mill"]})


def test_the_greedy_bot_completes_what_is_its_own():
    rng, greedy = random.Random(1), Greedy()
    lake = state(
        "tile H\nAna lay N1E0 0\nAna keep lake-NS\ntile P\nBo lay N0E1 1\nBo leave\ntile K"
    )
    assert greedy.choose(GAME, lake, 1, rng) == Lay(seat=1, place="N2E0", quarters=2)
    mill = state("tile A\nAna lay S1E0 0")
    assert greedy.choose(GAME, mill, 1, rng) == Keep(seat=1, part="mill")


def test_moves_are_listed_fast_on_a_large_board():
    there = FENS.random_game(4, 1, turns=40).state
    begun = time.process_time()
    moves = [*GAME.rules.legal_moves(there, there.active)]
    assert time.process_time() - begun < 0.05
    assert moves


def test_the_board_grows_in_all_directions():
    there = state(f"{TWO_ON_A_LAKE}tile B")
    told = screen(draw_board(GAME, GAME.view(there, 1), 80, ["Ana", "Bo"]), 80)
    assert "W2    W1    E0    E1    E2" in told
    assert [line[:2] for line in told.splitlines() if line[:1] in "NS" and line[1:2].isdigit()] == [
        "N2",
        "N1",
        "N0",
        "S1",
    ]
    many = FENS.random_game(2, 1, turns=30).state
    early, late = (GAME.scene(GAME.view(s, 1), ["Ana", "Bo"]) for s in (there, many))
    assert early.regions == late.regions
    sizes = [x.faces[x.pieces["at-N0E0"].face].w for x in (early, late)]
    assert sizes[0] > sizes[1]
