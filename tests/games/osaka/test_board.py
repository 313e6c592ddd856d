"""What a seat is shown, and the picture drawn from it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from ledger.boards.draw import draw_board
from ledger.games.osaka import GAME
from ledger.games.osaka.state import State
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.testing.golden import Screen
from ledger.testing.screens import screen

from .scenario import position, random_game, standard_box

NAMES = ("Ana", "Bartek", "Celina", "Dora")


def midgame() -> State:
    """A position with something of everything."""
    s = position(
        4,
        market="B5 R5 Y3 G2 Y2 B3",
        farm="G5 R2 Y5",
        hands=["R2 R3 B5 Y5", "G2 G2 G3", "B2 Y3 Y3 Y5 G5", "R2"],
        goods=["R5 R3 R2", "Y2 Y3 G2", "B3 B2 G2", "G3"],
        insured=["B2 B5", "", "Y5", "R3"],
        tokens=["red 2xblue", "yellow", "2xgreen blue red", "5xgreen"],
        vp=["R2 R3 B2", "Y2", "G3 G2 B2 R2 R3", "3xG3"],
        reserve={2: "R5", 4: "Y2", 1: "G5 farm"},
        ships={"red": 3, "blue": 1, "yellow": 2, "green": 4},
        active=3,
        discard="R2 R5 B2 B3 Y2 Y2",
    ).state
    s.turn = 27
    s.players[2].blind += 1
    return s


def tide() -> State:
    """The green ship is in Edo, the red one sinks; two players may insure."""
    s = midgame()
    s.phase, s.sinking, s.asked = "insurance", ["red"], [1, 4]
    s.ships["green"] = 5
    return s


def picture(s: State, seat: int | None, width: int, **more: Any) -> str:
    return screen(draw_board(GAME, GAME.view(s, seat), width, NAMES), width, **more)


# --- the picture ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
def test_midgame_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 3, width) == snapshot(extension_class=Screen)


def test_midgame_in_ascii_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 3, 80, encoding="ascii") == snapshot(extension_class=Screen)


def test_the_tide_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(tide(), None, 80) == snapshot(extension_class=Screen)


def test_the_end_looks_like_this(snapshot: SnapshotAssertion) -> None:
    s = midgame()
    s.players[3].tokens["green"] = 8
    s.over, s.phase, s.asked = True, "over", []
    assert picture(s, 0, 80) == snapshot(extension_class=Screen)


def test_four_players_fit_into_80_by_22() -> None:
    assert len(picture(midgame(), 3, 80).splitlines()) <= 22


def test_a_table_with_nothing_on_it_is_drawn() -> None:
    assert "setting up" in picture(GAME.start(open_game(GAME, NAMES)), None, 80)


def test_nothing_depends_on_colour() -> None:
    plain, coloured = picture(midgame(), 3, 80), picture(midgame(), 3, 80, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    for sign in ("R5", "[Y5]", "◆2", "◥B◤", "▶", "? VP"):
        assert sign in plain


def test_many_cards_are_counted() -> None:
    s = position(2, market="R5", hands=["11xR2 9xB2"], goods=["11xY2 9xY3"]).state
    text = picture(s, 1, 80)
    assert "R2×11 B2×9" in text
    assert "Y3×9 Y2×11" in text


def test_a_broken_off_game_has_no_winner() -> None:
    table = random_game(2, "off", turns=3)
    table.abandon("rain")
    assert "broken off" in screen(draw_board(GAME, GAME.view(table.state, 0), 80, NAMES), 80)


def test_a_box_of_ones_own_is_drawn() -> None:
    box = standard_box()
    box["colours"]["names"] = ["red", "violet"]
    box["notation"]["letters"] = {"red": "R", "violet": "V"}
    box["route"][1]["name"] = "[red]\x1b[2J"
    opened = open_game(GAME, NAMES[:2], box=box)
    state = Table.open(GAME, opened, Seeded(1)).state
    text = screen(draw_board(GAME, GAME.view(state, None), 80, NAMES), 80)
    assert "◥V◤" in text
    assert "[red]\\x1b[2J" in text


# --- the view ---------------------------------------------------------------------------------


@pytest.mark.rule("OSA-07", "OSA-48")
def test_a_seat_is_told_its_own_hand_and_vp_only() -> None:
    view = GAME.view(midgame(), 3)
    assert [s.hand for s in view.seats] == [None, None, ("B2", "Y3", "Y3", "Y5", "G5"), None]
    assert [s.coins for s in view.seats] == [None, None, 18, None]
    assert [s.vp for s in view.seats] == [None, None, 6, None]
    assert [s.hand_size for s in view.seats] == [4, 3, 5, 1]
    assert [s.tokens for s in view.seats] == [3, 1, 4, 5]


@pytest.mark.rule("OSA-48")
def test_a_spectator_is_told_neither_and_the_referee_both() -> None:
    nobody, referee = GAME.view(midgame(), 0), GAME.view(midgame(), None)
    assert {(s.hand, s.coins, s.vp) for s in nobody.seats} == {(None, None, None)}
    assert [s.vp for s in referee.seats] == [3, 1, 6, 3]
    assert all(s.hand is not None for s in referee.seats)


def test_after_the_end_all_vp_are_shown() -> None:
    table = random_game(3, "end")
    view = GAME.view(table.state, 0)
    assert view.over
    assert [s.vp for s in view.seats] == list(GAME.rules.scores(table.state))
    assert view.ranking == table.lines[-2].data.ranking
    assert sorted(s.place for s in view.seats)[0] == 1


def test_each_piece_lies_on_one_card() -> None:
    s = position(3, market="R5 R5 R5 B2", reserve={3: "R5", 1: "R5"}).state
    assert [x.reserved for x in GAME.view(s, 0).market] == [1, 3, None, None]


def test_a_set_is_worth_what_its_sale_brings() -> None:
    table = random_game(4, "worth")
    before: Any = None
    for line, state in Replay(GAME, table.lines).walk():
        if line.type == "sold":
            sets = {x.colour: x.worth for x in before.seats[line.data.seat - 1].sets}
            assert sets[line.data.colour] == line.data.vp
        before = GAME.view(state, None)


def test_the_cost_leaves_out_what_others_reserved() -> None:
    assert [s.cost for s in GAME.view(midgame(), 0).seats] == [13, 18, 13, 15]


def test_who_is_asked_and_what_sinks() -> None:
    view = GAME.view(tide(), 0)
    assert [(q.seat, q.ask, q.rule) for q in view.asked] == [
        (1, "insurance", "OSA-41"),
        (4, "insurance", "OSA-41"),
    ]
    assert [x.colour for x in view.ships if x.sinking] == ["red"]
    assert [p.kind for p in view.route] == ["start", "sea", "anchor", "waves", "waves", "goal"]
