"""What a seat is shown, and the picture drawn from it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from ledger.boards.draw import draw_board
from ledger.boards.picture import NARROWEST
from ledger.games.istanbul import GAME
from ledger.games.istanbul.state import State
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.piles import Pile
from ledger.testing.golden import Screen
from ledger.testing.screens import screen

from .scenario import entry, position, random_game, standard_box

NAMES = ("Ana", "Bartek", "Celina", "Dora")


def midgame(**more: Any) -> State:
    """A position with something of everything."""
    s = position(
        4,
        dice="G $ C",
        have=[
            "lira=11 crystal=2 red=3 blue",
            "lira=4 green=2 brown",
            "lira=14 crystal yellow green=2 brown=2",
            "lira=2 crystal=3",
        ],
        tiles=["lira-r die-1", "bazaar-b", "action-g crystal-y", "goods-y lira-b die-3 die-4"],
        fresh=["action-r", "", "goods-b", ""],
        rubies=[2, 1, 2, 3],
        mosque=[False, False, False, True],
        taken={"red": 1, "green": 2, "left": 2, "right": 1, "blue": 4},
        open_="die-2 goods-r lira-g bazaar-y action-b crystal-r",
        discard="a-red b-blue c-green d-crystal e-tile f-any g-1 h-tile",
        active=3,
        actions=1,
        **more,
    ).state
    s.used, s.turn = ["R", "Y"], 19
    return s


def bazaar() -> State:
    """Three cards are revealed, one is to be chosen."""
    s = midgame(shown="d-green g-3 e-lira", card_dice=3, phase="card")
    s.dice, s.used = ["G", "$"], ["C", "C", "C"]
    return s


def offer() -> State:
    """A card was used; two of the others may take their part."""
    s = midgame(shown="d-red h-lira", phase="offer")
    s.card, s.asked = "d-red", [4, 1]
    return s


def the_end() -> State:
    """Ana and Dora have five rubies each; Ana has more lira, goods and crystals."""
    s = midgame(phase="turn over")
    s.active, s.turn, s.over, s.dice, s.used = 4, 32, True, [], []
    s.players[3].rubies = s.players[0].rubies = 5
    return s


def picture(s: State, seat: int | None, width: int, **more: Any) -> str:
    return screen(draw_board(GAME, GAME.view(s, seat), width, NAMES), width, **more)


# --- the picture ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
def test_midgame_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 3, width) == snapshot(extension_class=Screen)


def test_midgame_in_ascii_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(midgame(), 3, 80, encoding="ascii") == snapshot(extension_class=Screen)


@pytest.mark.parametrize("width", [80, 120])
def test_the_bazaar_looks_like_this(width: int, snapshot: SnapshotAssertion) -> None:
    assert picture(bazaar(), None, width) == snapshot(extension_class=Screen)


def test_the_bazaar_in_ascii_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(bazaar(), None, 80, encoding="ascii") == snapshot(extension_class=Screen)


def test_an_offer_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(offer(), 1, 80) == snapshot(extension_class=Screen)


def test_the_end_looks_like_this(snapshot: SnapshotAssertion) -> None:
    assert picture(the_end(), 0, 80) == snapshot(extension_class=Screen)


def test_four_players_fit_into_80_by_24() -> None:
    assert len(picture(midgame(), 3, 80).splitlines()) <= 24


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_price_or_text_is_cut(width: int) -> None:
    for s in (midgame(), bazaar(), offer()):
        text = " ".join(picture(s, 1, width).replace("│", " ").split())
        for sign in ("[12 lira] 14 16 18 20", "[RYGB+2] +3 +4", "(goods-b)", "crystals, 5"):
            assert sign in text
        for card in GAME.view(s, 1).shown:
            assert f"{card.id}: {card.active}" in text


def test_a_table_with_nothing_on_it_is_drawn() -> None:
    assert "setting up" in picture(GAME.start(open_game(GAME, NAMES)), None, 80)


def test_before_the_roll_tiles_are_due() -> None:
    s = position(2, phase="income", tiles=["lira-r bazaar-y"], income="bazaar-y").state
    text = picture(s, 1, 80)
    assert "Ana to use a mosque tile" in text
    assert "lira-r bazaar-y!" in text
    assert "Dice not rolled" in text


def test_nothing_depends_on_colour() -> None:
    plain, coloured = picture(midgame(), 3, 80), picture(midgame(), 3, 80, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    for sign in ("[G]", "(R)", "[5R]", "[12 lira]", "▶ 3", "◆ 2/5", "(action-r)", "R3 Y0", "YYY"):
        assert sign in plain


def test_the_chosen_card_is_marked() -> None:
    text = picture(offer(), 1, 80)
    assert "▶ d-red: 1 red token and 3 lira; others: 1 red token or 3 lira" in text
    assert "  h-lira: pay 6 lira for 1 mosque tile; otherwise 1 lira" in text
    assert "Dora may use d-red" in text


def test_a_broken_off_game_has_no_winner() -> None:
    table = random_game(2, "off", turns=3)
    table.abandon("rain")
    assert "broken off" in screen(draw_board(GAME, GAME.view(table.state, 0), 80, NAMES), 80)


def test_a_shared_victory_is_told() -> None:
    s = the_end()
    s.players[0].have = dict(s.players[3].have)
    assert "game over, Ana and Dora win together" in picture(s, 0, 80)


def test_a_box_of_ones_own_is_drawn() -> None:
    box = standard_box()
    box["notation"]["letters"] |= {"red": "Ω", "brown": "["}
    entry(box, "tile", "die-1")["id"] = "a-tile-with-a-very-long-name-indeed"
    entry(box, "tile", "lira-r")["cost"] = {"any": 5}
    state = Table.open(GAME, open_game(GAME, NAMES[:2], box=box), Seeded(1)).state
    state.tiles = ["a-tile-with-a-very-long-name-indeed", "lira-r", "crystal-r"]
    text = screen(draw_board(GAME, GAME.view(state, None), 80, NAMES), 80)
    for sign in ("Ω0 Y0 G0 B0 [0", "[4Ω] 5", "ΩYGB", "?????", "ΩΩΩ"):
        assert sign in text
    for width in (NARROWEST, 80):
        for encoding in ("utf-8", "ascii"):
            board = draw_board(GAME, GAME.view(state, None), width, NAMES)
            lines = screen(board, width, encoding=encoding).splitlines()
            assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("lang", ["pl", "it"])
def test_tiles_and_cards_have_no_accents_on_an_ascii_terminal(lang: str) -> None:
    for state in (midgame(), bazaar()):
        board = draw_board(GAME, GAME.view(state, None), 80, NAMES, lang=lang)
        lines = screen(board, 80, encoding="ascii").splitlines()
        assert not [line for line in lines if "\\" in line or cell_len(line) > 80]


# --- the view ---------------------------------------------------------------------------------


@pytest.mark.rule("IST-A26")
def test_everybody_sees_the_same_and_nobody_a_pile() -> None:
    for s in (midgame(), bazaar(), offer(), the_end()):
        views = [GAME.view(s, seat) for seat in (None, 0, 1, 4)]
        assert all(msgspec.structs.replace(v, viewer=None) == views[0] for v in views)
        other = GAME.rules.copy(s)
        other.deck, other.stack = Pile(), Pile()
        other.deck.shuffle({"?": s.deck.size})
        other.stack.shuffle({"?": s.stack.size})
        assert GAME.view(other, 1) == GAME.view(s, 1)


def test_what_lies_before_a_player_is_told() -> None:
    view = GAME.view(midgame(), 3)
    ana, _, celina, dora = view.seats
    assert (ana.rubies, ana.lira, ana.crystals, ana.extra_dice) == (2, 11, 2, 1)
    assert ana.tokens == {"red": 3, "yellow": 0, "green": 0, "blue": 1, "brown": 0}
    assert [(t.id, t.fresh) for t in celina.tiles] == [
        ("action-g", False),
        ("crystal-y", False),
        ("goods-b", True),
    ]
    assert (dora.mosque_ruby, view.mosque, view.allowed, view.actions) == (True, 3, 3, 1)
    assert ana.wealth == 11 + 4 * 3 + 2 * 2


def test_areas_tell_their_nearest_price() -> None:
    costs = {a.name: (a.taken, a.cost) for a in GAME.view(midgame(), 0).areas}
    assert costs["red"] == (1, "5 red")
    assert costs["blue"] == (4, None)
    assert costs["left"] == (2, "1 red, 1 yellow, 1 green, 1 blue and 2 of any kind")
    assert costs["right"] == (1, "12 lira")


def test_after_the_end_all_places_are_told() -> None:
    view = GAME.view(the_end(), 0)
    assert view.over
    assert view.ranking == ((1,), (4,), (3,), (2,))
    assert [s.place for s in view.seats] == [1, 4, 3, 2]


def test_who_is_asked_what() -> None:
    view = GAME.view(offer(), 0)
    assert [(q.seat, q.ask, q.rule) for q in view.asked] == [
        (4, "offer", "IST-A11"),
        (1, "offer", "IST-A11"),
    ]
    assert (view.card, [x.id for x in view.shown]) == ("d-red", ["d-red", "h-lira"])
