"""The picture of a game, in every terminal and whatever the players are called."""

from __future__ import annotations

import functools
import io
import re
from itertools import cycle, product
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from ledger.boards.draw import draw_board
from ledger.boards.picture import NARROWEST, Board
from ledger.kernel.game.game import Game
from ledger.kernel.play.opening import open_game
from ledger.kernel.replay.replay import Replay
from ledger.testing.effort import CAMPAIGN, sample
from ledger.testing.hostile import HOSTILE, harmless
from ledger.testing.lawbook.checked.boards import a_board_fits
from ledger.testing.lawbook.checked.breach import hold
from ledger.testing.lawbook.law import law
from ledger.testing.playing import NAMES, whole_game
from ledger.testing.screens import screen

SOME = 8
"""How many positions are enough when only the drawing itself is tested."""


@functools.cache
def positions(game: Game) -> list[Any]:
    """Return positions from games with every number of players, including first and last ones."""
    out: list[Any] = []
    games = max(3, len(game.meta.players))
    for seed, count in zip(range(games), cycle(game.meta.players)):
        table = whole_game(game, seed, count)
        states = [game.rules.copy(s) for _, s in Replay(game, table.lines).walk()]
        out += [*states[:: max(len(states) * games // 18, 1)], states[-1]]
    return out


def seats(game: Game, state: Any) -> list[int | None]:
    """Return all viewers of a position."""
    return [None, 0, *range(1, len(game.rules.scores(state)) + 1)]


def picture(game: Game, state: Any, seat: int | None, width: int, **more: Any) -> str:
    """Return a board the way a terminal shows it."""
    return screen(draw_board(game, game.view(state, seat), width, NAMES), width, **more)


@law()
@pytest.mark.parametrize("width", [NARROWEST, 40, 60, 79, 80, 100, 120, 200])
def test_every_board_fits_its_width(game: Game, width: int) -> None:
    for encoding, few in (("utf-8", 6), ("ascii", 3), ("cp1252", 3)):
        for i, state in enumerate(sample(positions(game), few)):
            everybody = seats(game, state)
            seat = everybody[i % len(everybody)]
            hold(a_board_fits(game, state, seat, NAMES, width, encoding))


@law()
def test_a_narrow_terminal_overrides_the_wish(game: Game) -> None:
    for state in sample(positions(game), SOME):
        board = draw_board(game, game.view(state, 1), 200, NAMES)
        assert all(cell_len(line) <= 70 for line in screen(board, 70).splitlines())


@law()
def test_nothing_depends_on_colour(game: Game) -> None:
    for state in sample(positions(game), SOME):
        plain, colour = (picture(game, state, 1, 80, colour=x) for x in (False, True))
        assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain


@law()
def test_an_old_windows_console_gets_ascii(game: Game) -> None:
    for state in sample(positions(game), SOME):
        console = Console(width=80, legacy_windows=True, color_system=None, file=io.StringIO())
        lines = console.render_lines(draw_board(game, game.view(state, 1), 80, NAMES))
        assert "".join(part.text for line in lines for part in line).isascii()


@law()
def test_a_legend_fits_and_explains_the_letters(game: Game) -> None:
    view = game.view(positions(game)[-1], 1)
    for width, encoding in product((NARROWEST + 20, 80, 200), ("utf-8", "ascii")):
        board = draw_board(game, view, width, NAMES)
        if not isinstance(board, Board) or not board.picture.legend:
            return
        text = screen(board.legend(whole=True), width, encoding=encoding)
        assert all(cell_len(line) <= width for line in text.splitlines())
        assert text.isascii() or encoding == "utf-8"
        assert not re.search(r"[{}]", text)
        for name, letter in getattr(view, "letters", {}).items():
            assert f"{letter} {name}" in text
        rest = screen(board.legend(whole=False), width, encoding=encoding)
        assert set(rest.split()) <= set(text.split())


@law()
def test_a_table_with_nothing_on_it_is_drawn(game: Game) -> None:
    for count in game.meta.players:
        state = game.start(open_game(game, NAMES[:count]))
        for seat in seats(game, state):
            assert picture(game, state, seat, 80).strip()


@law()
def test_hostile_names_are_only_text_on_boards(game: Game) -> None:
    widths = (40, 80, 120)
    states = positions(game)[::6]
    for n, (name, encoding) in enumerate(product(HOSTILE, ("utf-8", "ascii"))):
        names = [name, "Bartek", name + "2", *NAMES[3:]]
        for state in states if CAMPAIGN else [states[n % len(states)]]:
            for width in widths if CAMPAIGN else (widths[n % 3],):
                board = draw_board(game, game.view(state, None), width, names)
                lines = screen(board, width, encoding=encoding).splitlines()
                assert all(cell_len(line) <= width for line in lines), ascii(name)
                assert all(map(harmless, lines)), ascii(name)


@law()
def test_a_view_is_plain_data(game: Game) -> None:
    for state in positions(game):
        for seat in seats(game, state):
            data = msgspec.json.encode(game.view(state, seat))
            again = msgspec.json.decode(data, type=type(game.view(state, seat)))
            assert msgspec.json.encode(again) == data
