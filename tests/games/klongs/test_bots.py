"""What the greedy bot does where one move is plainly best; ../test_bots.py has its strength."""

from __future__ import annotations

import random
from typing import Any

from ledger.games.klongs import GAME
from ledger.games.klongs import commands as c
from ledger.games.klongs.bots.greedy import Greedy
from ledger.games.klongs.bots.prospects import Sight, Weights
from ledger.games.klongs.state import State
from ledger.testing.bots import play_out

from .scenario import position, standard_box


def move(board: str, hand: str, **more: Any) -> Any:
    """What the bot in seat 1 does with a hand of four."""
    state = position(2, board, hands=[hand], **more).state
    return Greedy().choose(GAME, state, 1, random.Random(1))


def scored(board: str, **more: Any) -> Any:
    """What the bot in seat 1 does on a market day."""
    day = {"day": "small", "marker": 4} | more
    return Greedy().choose(GAME, position(2, board, **day).state, 1, random.Random(1))


def view_of(board: str) -> tuple[State, int, Weights, dict[str, str], dict[str, int]]:
    """A position as seat 1 looks at it."""
    s = position(2, board).state
    return s, 1, Weights(), s.boats, s.owners


# --- strength ---------------------------------------------------------------------------------


def test_it_plays_with_a_box_and_options_of_ones_own() -> None:
    box = standard_box()
    box["grid"] |= {"rows": 4, "cols": 6}
    box["entrances"] |= {"light": ["a1", "a2"], "dark": ["f3", "f4"]}
    box["moorings"]["names"] = ["bc12", "bc23", "de23"]
    box["specials"]["boats"] = box["specials"]["boats"][:1]
    box["limits"]["day_rounds"] = 1
    options = {"move_adjacency": "orthogonal", "stacked_cook_shops": True}
    for seed in range(4):
        assert play_out(GAME, [Greedy()] * 3, seed, box=box, options=options).over


# --- single choices ---------------------------------------------------------------------------

SQUARE = "d4=S2:1 e4=L3n d5=A1:1"
"""The fourth field e5 makes a square of six baskets with two own boats."""


def test_it_completes_a_square_with_a_boat_of_its_own() -> None:
    assert move(SQUARE, "B0 F0p E2n L0p") == c.Place(seat=1, boat="B0", field="e5")


def test_it_does_not_complete_the_square_of_another() -> None:
    placed = move("d4=S2:2 e4=L3n d5=A1:2", "F2n F0p E2n L0p")
    assert isinstance(placed, c.Place)
    assert placed.field != "e5"


def test_a_cook_shop_goes_where_it_owns_most() -> None:
    placed = move(SQUARE, "cook F0p L0p A0p")
    assert (placed.boat, placed.field) == ("cook", "e5")


def test_a_thief_robs_for_the_warehouse() -> None:
    board = "d4=S2:2 e4=L3n d5=A1:2 e5=F2:2 a3=B0p a5=P0p"
    placed = move(board, "thief thief thief", stores=["F0 F1 F0"])
    assert (placed.boat, placed.take, placed.keep) == ("thief", "e5", "warehouse")


def test_a_guard_drives_thieves_out_of_the_game() -> None:
    placed = move("d4=thief d5=S2:1 e4=A1:1", "guard guard guard")
    assert placed.keep == ("out" if placed.field.startswith("d") else "")


def test_with_no_trader_left_it_takes_the_one_that_promises_least() -> None:
    placed = move(f"{SQUARE} j8=E0:1", "B0 B0", traders=[0])
    assert placed == c.Place(seat=1, boat="B0", field="e5", trader="j8")


def test_it_moves_a_boat_into_a_square_that_pays() -> None:
    board = f"{SQUARE} h2=E2:1 i2=B3n h3=P2n j4=E1:1"
    placed = move(board, "B0", cards=[1, 0])
    assert placed == c.Place(seat=1, boat="B0", field="e5", move="j4", to="i3")
    assert move(board, "B0", cards=[0, 0]).move == ""


def test_a_move_within_a_square_brings_nothing() -> None:
    sight = Sight(*view_of("d4=S2:1 e4=L3n d5=A3n"))
    assert abs(sight.shifting("d4", "e5")) < 0.01 < sight.joining(["e5"], sight.lying["d4"])[0]


def test_it_passes_when_nothing_can_be_placed() -> None:
    assert move("a4=S0:1", "", cards=[0, 0]) == c.Pass(seat=1)


def test_it_scores_the_best_mooring_and_keeps_the_boat_that_promises_more() -> None:
    two = f"{SQUARE} e5=B0n g2=E0:1 g3=E1:1 h2=P0p h3=L0p".replace("B0n", "B2n")
    assert scored(two).mooring == "de45"
    assert scored("d4=S2:1 e4=L3n d5=S1:1 e5=B2n", stores=["S0 S0"]).mooring == "de45"


def test_it_passes_where_only_the_others_gain() -> None:
    assert scored("d4=S0:1 e4=L2:2 d5=A2:2 e5=B2:2") == c.Decline(seat=1)


def test_with_two_stacks_it_draws_seats_while_it_has_traders() -> None:
    more = {"options": {"tactical": True}, "stack": (9, 9)}
    assert move(SQUARE, "B0 F0 E0 L0", **more).stack == "2"
    assert move(SQUARE, "B0 F0 E0 L0", traders=[2], **more).stack == "1"
