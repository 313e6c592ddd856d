"""What a seat is shown, and the picture drawn from it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from ledger.boards.draw import draw_board, draw_empty_board
from ledger.boards.picture import NARROWEST
from ledger.games.century import GAME
from ledger.games.century import view as board
from ledger.games.century.setup import Vp
from ledger.games.century.state import State
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.piles import Pile
from ledger.sdk.kit import Pack, PackKnowledge
from ledger.testing.golden import Screen
from ledger.testing.hostile import harmless
from ledger.testing.screens import screen

from .scenario import NAMES, cubes, position, standard_box


def midgame(players: int = 4) -> State:
    """A position with something of everything; nobody has seen which cards were discarded."""
    posts = {"C4": "1 2", "E3": "1 2 3 4", "A2": "4 3", "D3": "1", "B5": "2", "D1": "2"}
    seats = "1234"[:players]
    s = position(
        players,
        hold=["YYYRRGGB", "YYYYYRRRRGGGB", "G", "YRRB"][:players],
        hand=["UP2 YYR", "YY R-YYY", "YY UP2 RR-GG", "UP2 G"][:players],
        played=["B-RRR"],
        down=["YY YY-RR", "UP2 B-GG YYYY", "", "YY G-YRR"][:players],
        ships=["C4", "C4", "A1", "D2"][:players],
        posts={k: " ".join(x for x in v.split() if x in seats) for k, v in posts.items()},
        tiles=["12-RRBB", "11-YYYBB 15-GGGGG", "", "20-BBBBB"][:players],
        bonus=["move", "hold vp6"],
        row="YY-G B UP3 RRR-YGB",
        laid=["YYR", "Y"],
        ports={"A1": "17-GGGBB", "A4": "18-YRGGGB", "E1": "closed"},
        turn=19,
    ).state
    for p in s.players:
        p.known = PackKnowledge([*p.cards.hand, *p.cards.down])
        p.known.discard([None] * len(p.cards.down))
    return s


def opening() -> State:
    """Dora has chosen; Celina is asked next."""
    s = position(4, hold=["", "", "", "YYR"], turn=0).state
    s.phase, s.active, s.asked, s.sets = "start", 0, [3, 2, 1], ["YYYY", "RR", "YG"]
    for p in s.players[:3]:
        p.ship = ""
    return s


def overflow() -> State:
    """Ana has more cubes than room at the end of her turn, and so has Bartek."""
    s = midgame()
    s.phase, s.asked = "hold", [1, 2]
    s.players[0].hold |= cubes("YYYYYRRRRGGB")
    s.players[1].hold |= cubes("YYYYYRRRRGGGBB")
    return s


def the_end() -> State:
    """Bartek has four tiles and the round is over."""
    s = midgame()
    s.players[1].tiles = ["11-YYYBB", "15-GGGGG", "12-YRGB", "13-RRGGG"]
    s.phase, s.active, s.turn, s.over = "over", 4, 32, True
    return s


def picture(s: State, seat: int | None, width: int, **more: Any) -> str:
    return screen(draw_board(GAME, GAME.view(s, seat), width, NAMES), width, **more)


def strip(columns: int = 24) -> dict[str, Any]:
    """A map in zigzag, so many columns wide."""
    cells = []
    for i in range(24):
        column, row = i % columns, i // columns
        kind = "port" if i in (0, 7, 16, 23) else "slot"
        line = column % 2 + 2 * row
        cells.append({"name": f"Z{i}", "kind": kind, "column": column, "line": line})
    return {"cells": cells}


# --- the picture ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_midgame_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 1, width) == snapshot(extension_class=Screen)


@pytest.mark.parametrize("width", [80, 120])
def test_midgame_in_ascii_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 1, width, encoding="ascii") == snapshot(extension_class=Screen)


def test_two_players_look_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(2), 2, 80) == snapshot(extension_class=Screen)


def test_the_opening_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(opening(), 3, 80) == snapshot(extension_class=Screen)


def test_full_holds_look_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(overflow(), None, 80) == snapshot(extension_class=Screen)


def test_the_end_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(the_end(), 0, 80) == snapshot(extension_class=Screen)


def test_two_players_fit_into_80_by_24() -> None:
    assert len(picture(midgame(2), 1, 80).splitlines()) <= 24


def test_nothing_is_cut_at_any_width() -> None:
    for width in (NARROWEST, 40, 61, 66, 80, 119, 120, 200):
        text = picture(midgame(), 1, width)
        for sign in ("RR→YYB", "BB→YRGGG", "GGGBB→17", "YRGGGB→18", "closed", "RRR→YGB"):
            assert sign in text, width
        for sign in ("⌂1234", "⌂34", "▲12", "▲3", "(YYR)", "UP3", "YYYRRGGB", "▒▒ ▒▒", "VP 6"):
            assert sign in text, width


def test_what_a_question_asks_is_told() -> None:
    s = midgame()
    assert "Ana on turn" in picture(s, 1, 80)
    assert "Ana to put cubes back" in picture(overflow(), 1, 80)
    s.phase, s.column = "reward", 2
    assert "Ana to choose a reward" in picture(s, 1, 80)
    s.phase = "market"
    assert "Ana may use the market" in picture(s, 1, 80)
    s.phase = "move"
    assert "'s turn continues" in picture(s, 1, 80)
    assert "Celina to choose cubes and place a ship" in picture(opening(), 1, 80)
    assert "Starting cubes  YYYY  RR  YG" in picture(opening(), 1, 80)


def test_a_broken_off_game_has_no_winner() -> None:
    game = Table.open(GAME, open_game(GAME, NAMES[:2]), Seeded(1))
    game.abandon("rain")
    assert "broken off" in picture(game.state, 0, 80)


def test_cards_and_symbols_of_ones_own_box_are_named() -> None:
    box = standard_box()
    box["symbols"] = box["symbols"] | {"names": ["Ж", "[b]", "tea", "cloves"]}
    for tile in box["market"]:
        tile["symbol"] = {"ginger": "Ж", "chili": "[b]"}.get(tile["symbol"], tile["symbol"])
    box["market"][0]["give"] = {"brown": 12}
    box["market"][0]["get"] = {"yellow": 10, "red": 11, "green": 12}
    box["card"][0] = box["card"][0] | {"id": "Mine"}
    s = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    s.row = ["Mine", *s.row[1:]]
    cell = s.setup.slots[0]
    s.tiles[cell] = "YY-G"
    text = picture(s, None, 80)
    assert "1: Mine:G" in text
    assert f"{cell} Ж 12B→10" in text, "an odd symbol is told, and a long trade is cut"
    assert "Ж ■■■■ R ■■■■ G ■■■■ B ■■■■" in text
    for width in (NARROWEST, 40, 80, 120):
        for encoding in ("utf-8", "ascii"):
            lines = picture(s, None, width, encoding=encoding).splitlines()
            assert all(cell_len(line) <= width for line in lines)
            assert all(map(harmless, lines))


# --- maps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 70, 80])
def test_the_empty_map_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert screen(draw_empty_board(GAME, GAME.boxes.standard, width), width) == snapshot(
        extension_class=Screen
    )


def test_a_map_of_ones_own_is_drawn_from_its_cells(snapshot: SnapshotAssertion) -> None:
    box = GAME.boxes.read(standard_box() | {"map": strip(6)})
    assert screen(draw_empty_board(GAME, box, 80), 80) == snapshot(extension_class=Screen)


def test_a_map_without_room_is_a_list() -> None:
    box = GAME.boxes.read(standard_box() | {"map": strip()})
    text = screen(draw_empty_board(GAME, box, 80), 80)
    assert "/" not in text
    assert {f"Z{i}" for i in range(24)} | {"port"} == set(text.split())
    assert "\\" in screen(draw_empty_board(GAME, box, 400), 400)


@pytest.mark.parametrize("columns", [1, 6])
def test_a_game_on_a_map_of_ones_own_is_drawn(columns: int) -> None:
    box = standard_box() | {"map": strip(columns)}
    s = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    s.players[0].ship = "Z3"
    text = picture(s, 1, 100)
    assert all(cell_len(line) <= 100 for line in text.splitlines())
    assert "Ana ▲Z3" in text
    below = " ".join(text.rpartition("_/")[2].split())
    assert below.startswith("Bonus move ×4 hold ×4 VP 6 5 4 3"), "there is no free corner for it"


# --- the view ---------------------------------------------------------------------------------


@pytest.mark.rule("CEN-A34")
def test_others_see_how_many_cards_but_not_which() -> None:
    s = midgame()
    mine, theirs = GAME.view(s, 1).seats[0], GAME.view(s, 2).seats[0]
    assert ([c.id for c in mine.hand], [c.id for c in mine.discard]) == (
        ["UP2", "YYR"],
        ["YY", "YY-RR"],
    )
    assert (mine.either, mine.hand_size, mine.discard_size) == ((), 2, 2)
    assert (theirs.hand, theirs.discard) == ((), ())
    assert (theirs.hand_size, theirs.discard_size) == (2, 2)
    assert [c.id for c in theirs.either] == ["YY", "UP2", "YYR", "YY-RR"]
    assert theirs.played == mine.played == (board.Card("B-RRR", {"brown": 1}, {"red": 3}),)
    assert "hand 2 played B→RRR discard 2 among YY" in picture(s, 2, 200)


@pytest.mark.rule("CEN-A34")
def test_how_hand_and_discard_pile_are_divided_changes_no_other_view() -> None:
    s = midgame()
    other = GAME.rules.copy(s)
    other.players[0].cards = Pack(["YY", "YY-RR"], ["UP2", "YYR"])
    assert GAME.view(other, 1) != GAME.view(s, 1)
    assert GAME.view(other, None) != GAME.view(s, None)
    for seat in (0, 2, 3, 4):
        assert GAME.view(other, seat) == GAME.view(s, seat)


@pytest.mark.rule("CEN-A34")
def test_nobody_sees_a_pile() -> None:
    s = midgame()
    other = GAME.rules.copy(s)
    other.deck, other.stack = Pile(), Pile()
    other.deck.shuffle({"?": s.deck.size})
    other.stack.shuffle({"?": s.stack.size})
    for seat in (None, 0, 1):
        assert GAME.view(other, seat) == GAME.view(s, seat)


@pytest.mark.rule("CEN-A33")
def test_opposing_tiles_are_backs_until_the_end() -> None:
    s = midgame()
    ana, bartek, celina, dora = GAME.view(s, 2).seats
    assert ([t and t.id for t in bartek.tiles], bartek.score) == (["11-YYYBB", "15-GGGGG"], 44)
    assert (ana.tiles, ana.score, dora.tiles) == ((None,), None, (None,))
    assert celina.score is None, "as the scores below the board are told"
    assert [x.score for x in GAME.view(s, 0).seats] == [None] * 4
    assert [x.score for x in GAME.view(s, None).seats] == [20, 44, 3, 25]
    end = GAME.view(the_end(), 0)
    points = [[t.points for t in x.tiles if t] for x in end.seats]
    assert points == [[12], [11, 15, 12, 13], [], [20]]
    assert [x.score for x in end.seats] == [20, 69, 3, 25]


def test_what_lies_on_the_map_is_told() -> None:
    view = GAME.view(midgame(), 0)
    cells = {c.name: c for c in view.cells}
    c4 = cells["C4"]
    assert (c4.kind, c4.symbol, c4.spice) == ("market", "cloves", "brown")
    assert (c4.give, c4.get, c4.outposts, c4.ships) == ({"brown": 1}, {"green": 2}, (1, 2), (1, 2))
    assert cells["A2"].outposts == (3, 4)
    assert (cells["C1"].kind, cells["C1"].symbol) == ("sea", "")
    assert cells["A1"].vp == Vp("17-GGGBB", {"green": 3, "brown": 2}, 17)
    assert [c.name for c in view.cells if c.closed] == ["E1"]
    assert view.marks == {"ginger": "Y", "chili": "R", "tea": "G", "cloves": "B"}


def test_what_lies_before_a_player_is_told() -> None:
    view = GAME.view(midgame(), 0)
    bartek = view.seats[1]
    assert bartek.outposts == {"ginger": 1, "chili": 1, "tea": 0, "cloves": 2}
    assert (bartek.limit, bartek.holds, bartek.moves, bartek.bonus) == (13, 1, 0, (6,))
    assert view.row[0].cubes == {"yellow": 2, "red": 1}
    assert (view.moves, view.holds, view.bonus, view.values) == (3, 3, (5, 4, 3), (1, 1, 2, 3))


def test_after_the_end_all_places_are_told() -> None:
    view = GAME.view(the_end(), 0)
    assert (view.over, view.ranking) == (True, ((2,), (4,), (1,), (3,)))
    assert [s.place for s in view.seats] == [3, 1, 4, 2]


def test_who_is_asked_what() -> None:
    asked = GAME.view(overflow(), 0).asked
    assert [(q.seat, q.ask, q.rule) for q in asked] == [
        (1, "hold", "CEN-44"),
        (2, "hold", "CEN-44"),
    ]


def test_views_are_plain_data() -> None:
    for s in (midgame(), opening(), overflow(), the_end()):
        for seat in (None, 0, 1):
            view = GAME.view(s, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=board.View) == view


def test_symbols_that_begin_alike_are_told_apart_on_the_map():
    table = Table.open(GAME, open_game(GAME, NAMES[:2]), Seeded(4))
    here = {c.symbol for c in GAME.view(table.state, None).cells if c.symbol}
    assert {"chili", "cloves"} <= here
    text = screen(draw_board(GAME, GAME.view(table.state, None), 80, NAMES), 80)
    assert " ch " in text
    assert " cl " in text
    assert " c " not in text
