"""What a seat is shown, and the picture drawn from it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from ledger.boards.draw import draw_board, draw_empty_board
from ledger.boards.picture import NARROWEST
from ledger.games.klongs import GAME
from ledger.games.klongs.commands import Score
from ledger.games.klongs.state import State
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.testing.golden import Screen
from ledger.testing.screens import screen

from .scenario import NAMES, position, random_game, standard_box

BOATS = """
    a4=L3n b4=A0:1 a5=S1:2 b5=S0:2 c4=S2:2 c5=L2n d4=A0:2 d5=P2:2 e4=F1:1 e5=B3n d2=A1:1 d3=A2:1
    e2=cook f2=E3n e3=F2n f3=B0:3 g2=B1:4 g3=thief h3=A0p h2=L0p c2=L0:1 j4=P1:3 j5=S1:4 i4=E0
    d7=guard g5=thief e6=S0p f6=P1p j3=B2:3
"""
"""Nine full moorings, thieves and a guard, and on i4 a seat that stayed empty."""


def midgame(**more: Any) -> State:
    """A position with something of everything."""
    given: dict[str, Any] = {
        "hands": ["E2 B0p F0", "S3n F0 L1 E0p", "cook thief B2n A1p", "guard A1 A3n S2n"],
        "shown": ["F3n"],
        "stores": ["F1 F2 P0", "", "P3n cook", "S0 L0 A2n P0 E0 F1p B0"],
        "points": [34, 7, 51, 18],
        "cards": [1, 2, 0, 2],
        "stack": 11,
        "marker": 6,
        "active": 3,
        "turn": 31,
    }
    return position(4, BOATS, **given | more).state


def market_day() -> State:
    """Dora scores or passes in the second round of a small market day."""
    return midgame(day="small", asked=4, scorings=3, marker=8)


def tactical() -> State:
    """Two stacks, two players, one with a boat that nobody wrote down."""
    return position(
        2,
        "a4=L3n b4=A0:1 a5=S1:2",
        hands=["E2 B0p ?2", "S3n F0 L1 E0p"],
        shown=["thief", ""],
        stack=(20, 22),
        options={"tactical": True},
    ).state


def the_end() -> State:
    """Celina wins; Ana and Dora share the second place."""
    s = midgame(points=[34, 7, 51, 34], marker=12, phase="final")
    s.over = True
    return s


def picture(s: State, seat: int | None, width: int, **more: Any) -> str:
    return screen(draw_board(GAME, GAME.view(s, seat), width, NAMES), width, **more)


def rows(text: str) -> list[str]:
    """The lines with water fields."""
    return [line for line in text.splitlines() if re.match(r"\d+[║|]", line)]


# --- the picture ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_midgame_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 3, width) == snapshot(extension_class=Screen)


@pytest.mark.parametrize("width", [NARROWEST, 80])
def test_midgame_in_ascii_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 1, width, encoding="ascii") == snapshot(extension_class=Screen)


def test_a_market_day_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(market_day(), None, 80) == snapshot(extension_class=Screen)


def test_two_stacks_look_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(tactical(), 0, 80) == snapshot(extension_class=Screen)


def test_the_end_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(the_end(), 0, 80) == snapshot(extension_class=Screen)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_empty_board_looks_like_this(encoding: str, snapshot: SnapshotAssertion) -> None:
    board = draw_empty_board(GAME, GAME.boxes.standard, 80)
    assert screen(board, 80, encoding=encoding) == snapshot(extension_class=Screen)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_fits_into_80_by_24(players: int) -> None:
    table = random_game(players, "high", turns=40)
    assert len(picture(table.state, 1, 80).splitlines()) <= 23
    assert len(picture(midgame(), 3, 80).splitlines()) <= 23


def test_every_boat_lies_where_it_is() -> None:
    s = midgame()
    for width in (40, 80, 120, 200):
        text = rows(picture(s, 1, width))
        assert len(text) == 8
        for field, boat in s.boats.items():
            shown = GAME.view(s, 1).water.fields[s.setup.fields.index(field)]
            assert shown.name == field
            assert shown.boat is not None
            assert shown.boat.id == boat
            if boat in s.setup.good:  # the owner stands before it, if there is one
                there = re.sub(" ", "", text[int(field[1:]) - 1].split("║")[1 + shown.col // 2])
                owner = str(s.owners.get(field, "_" if boat in s.setup.empty else ""))
                assert owner + boat in there


def test_full_moorings_stand_out_with_their_points() -> None:
    text = picture(midgame(), 1, 80)
    assert "╠═══[4]══[4]══[6]══[6]═══•════•════•════•════•════╣" in text
    assert "[10]" in text  # a cook-shop doubles 5 baskets
    lone = position(2, "c3=S0p b4=S1p c4=L0p b3=L1p e3=S2:1 e4=S2n f3=S1:1 d3=A3n d4=A1p").state
    assert "(2)" in picture(lone, 1, 80)  # nobody could score it


@pytest.mark.rule("KLO-24")
def test_on_a_market_day_only_those_that_the_player_can_score_do() -> None:
    s = market_day()
    scored = {
        m.name for m in GAME.view(s, 4).water.moorings if m.worth is not None and 4 in m.seats
    }
    legal = {c.mooring for c in GAME.rules.legal_moves(s, 4) if isinstance(c, Score)}
    assert scored == legal == {"fg23", "gh23"}
    text = picture(s, 4, 80)
    assert (text.count("[4]"), text.count("(4)"), text.count("(10)")) == (1, 2, 2)
    for width in (NARROWEST, 40):
        assert picture(s, 4, width).count("◇") == 7


@pytest.mark.rule("KLO-19")
def test_the_fourth_field_of_a_full_district_is_closed() -> None:
    view = GAME.view(midgame(), 1)
    closed = {f.name for f in view.water.fields if f.closed}
    assert closed == {"c3", "f4", "f5", "i3"}
    assert "░░░░" in picture(midgame(), 1, 80)
    assert "░" not in re.sub("░░ closed", "", picture(tactical(), 1, 80))


def test_columns_with_a_guard_are_marked() -> None:
    text = picture(midgame(), 1, 80)
    assert "d↕" in text
    assert text.count("↕") == 4  # the column, the guard and the legend
    assert GAME.view(midgame(), 1).water.guarded == (3,)


def test_the_marker_and_the_market_days_stand_on_the_track() -> None:
    assert "Luk-Phat 0 2 4 6 3☆ 2 [4] 6 3☆ 2 4 6 2★" in picture(midgame(), 1, 80)
    assert "[3☆]" in picture(market_day(), 1, 80)
    assert "round 2 of 2" in picture(market_day(), 1, 80)


def test_before_anything_is_placed_the_entrances_show() -> None:
    for players, dark in ((2, 0), (3, 2)):
        table = Table.open(GAME, open_game(GAME, NAMES[:players]), Seeded(1))
        text = picture(table.state, 1, 80)
        assert (text.count("○"), text.count("●")) == (2, dark)


def test_a_broken_off_game_has_no_winner() -> None:
    table = random_game(2, "off", turns=3)
    table.abandon("rain")
    assert "broken off" in picture(table.state, 0, 80)


def test_a_board_of_ones_own_is_drawn() -> None:
    box = standard_box()
    box["grid"] |= {"rows": 12, "cols": 18, "district_rows": 3, "district_cols": 3}
    box["entrances"] |= {"light": ["a1", "a2"], "dark": ["r11", "r12"]}
    box["moorings"]["names"] = ["cd12", "ab34", "qr1112"]
    box["goods"]["names"] += ["silk"]
    box["fleet"]["boats"] += [{"id": "Silk12", "good": "silk", "baskets": 5000, "count": 9}]
    table = random_game(4, "own", box=box, turns=40)
    view = GAME.view(table.state, 1)
    assert (view.water.rows, view.water.cols, view.water.district) == (12, 18, (3, 3))
    assert view.letters["silk"] == "I"  # S is the shrimp's
    for width in (NARROWEST, 40, 60, 80, 120, 200):
        for encoding in ("utf-8", "ascii"):
            for what in (
                draw_board(GAME, view, width, NAMES),
                draw_empty_board(GAME, GAME.boxes.read(box), width),
            ):
                text = screen(what, width, encoding=encoding)
                assert all(cell_len(line) <= width for line in text.splitlines())
                assert len([x for x in text.splitlines() if re.match(r" ?\d+[║|]", x)]) == 12


def test_thousands_of_baskets_are_drawn() -> None:
    box = standard_box()
    box["fleet"]["boats"][0]["baskets"] = 9000
    s = position(2, "i2=S0:1 i3=S0:2 j2=A1:1 j3=A1:1", box=box).state
    assert "[18002" in picture(s, 1, 80)


# --- the view ---------------------------------------------------------------------------------


@pytest.mark.rule("A-KLO-29")
def test_no_hand_but_ones_own_is_shown() -> None:
    s = midgame()
    for viewer in (0, 1, 2, 3, 4):
        for seat in GAME.view(s, viewer).seats:
            p = s.players[seat.seat - 1]
            seen = [*p.secret, *p.shown] if seat.seat == viewer else p.shown
            assert [b.id for b in seat.hand] == seen
            assert sum(seat.hidden.values()) == p.hand - len(seen)
    assert all(len(x.hand) == 4 and not x.hidden for x in GAME.view(s, None).seats)


@pytest.mark.rule("A-KLO-29")
def test_what_is_hidden_has_no_part_in_the_view() -> None:
    for s in (midgame(), market_day(), tactical(), the_end()):
        for viewer in range(s.setup.players + 1):
            assert GAME.view(GAME.mask(s, viewer), viewer) == GAME.view(s, viewer)


@pytest.mark.rule("A-KLO-29")
def test_the_stack_that_a_hidden_boat_came_from_is_known() -> None:
    ana, bartek = GAME.view(tactical(), 0).seats
    assert ([b.id for b in ana.hand], ana.hidden) == (["thief"], {"1": 1, "2": 2})
    assert (bartek.hand, bartek.hidden) == ((), {"1": 2, "2": 2})
    assert GAME.view(tactical(), 1).seats[0].hidden == {"2": 1}
    assert GAME.view(tactical(), 1).stacks == {"1": 20, "2": 22}


@pytest.mark.rule("KLO-39")
def test_what_lies_before_a_player_is_told() -> None:
    ana, _, celina, _ = GAME.view(midgame(), 3).seats
    assert (ana.points, ana.traders, ana.on_board, ana.cards) == (34, 8 - 5, 5, 1)
    assert [(x.letter, x.count, x.points) for x in ana.stores] == [("P", 1, 1), ("F", 2, 3)]
    assert (ana.worth, celina.worth, celina.specials) == (4, 1, ("cook",))


def test_after_the_end_all_places_are_told() -> None:
    view = GAME.view(the_end(), 0)
    assert view.ranking == ((3,), (1, 4), (2,))
    assert [x.place for x in view.seats] == [2, 4, 1, 2]


def test_who_is_asked_what() -> None:
    view = GAME.view(market_day(), 0)
    assert [(q.seat, q.ask, q.rule) for q in view.asked] == [(4, "market day", "KLO-23")]
    assert (view.day, view.day_round, view.day_rounds) == ("small", 2, 2)
    assert GAME.view(midgame(), 0).day_round == 0


def test_a_mooring_tells_its_worth_and_who_is_there() -> None:
    moorings = {m.name: m for m in GAME.view(midgame(), 0).water.moorings}
    assert len(moorings) == 43
    ef23 = moorings["ef23"]
    assert (ef23.row, ef23.col, ef23.worth, ef23.seats) == (2, 5, 10, (3,))
    assert moorings["ab23"].worth is None
    assert msgspec.to_builtins(moorings["de45"])["worth"] == 6
