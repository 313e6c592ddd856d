"""The picture of each of our games, in every terminal, whatever the players are called."""

from __future__ import annotations

import functools
import io
import re
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from common.effort import CAMPAIGN, sample
from common.hostile import HOSTILE, harmless
from common.screens import screen
from ledger.kernel.game.interface import Game
from ledger.kernel.log.replay import Replay
from ledger.kernel.play.opening import open_game
from ledger.kernel.text.picture import NARROWEST

from .play import NAMES, OURS, each_of_ours, whole_game


@functools.cache
def positions(name: str) -> list[Any]:
    """Some positions of some games, the first and the last among them."""
    out: list[Any] = []
    for seed in range(3):
        table = whole_game(OURS[name], seed)
        game = table.game
        states = [game.copy(s) for _, s in Replay(game, table.lines).walk()]
        out += [*states[:: max(len(states) // 6, 1)], states[-1]]
    return out


def seats(state: Any) -> list[int | None]:
    return [None, 0, *range(1, len(state.players) + 1)]


def picture(game: Game, state: Any, seat: int | None, width: int, **more: Any) -> str:
    return screen(game.draw(game.view(state, seat), width, NAMES), width, **more)


@each_of_ours
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("width", [NARROWEST, 40, 60, 79, 80, 100, 120, 200])
def test_every_board_fits_its_width(game: Game, width: int, encoding: str) -> None:
    few = 12 if encoding == "utf-8" else 6
    for i, state in enumerate(sample(positions(game.meta.name), few)):
        seat = seats(state)[i % len(seats(state))]
        text = picture(game, state, seat, width, encoding=encoding)
        assert all(cell_len(line) <= width for line in text.splitlines())
        assert text.isascii() or encoding == "utf-8"


@each_of_ours
def test_a_narrow_terminal_overrides_the_wish(game: Game) -> None:
    for state in positions(game.meta.name):
        board = game.draw(game.view(state, 1), 200, NAMES)
        assert all(cell_len(line) <= 70 for line in screen(board, 70).splitlines())


@each_of_ours
def test_nothing_depends_on_colour(game: Game) -> None:
    coloured = False
    for state in positions(game.meta.name):
        plain, colour = (picture(game, state, 1, 80, colour=x) for x in (False, True))
        coloured = coloured or "\x1b[" in colour
        assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain
    assert coloured


@each_of_ours
def test_an_old_windows_console_gets_ascii(game: Game) -> None:
    for state in positions(game.meta.name):
        console = Console(width=80, legacy_windows=True, color_system=None, file=io.StringIO())
        lines = console.render_lines(game.draw(game.view(state, 1), 80, NAMES))
        assert "".join(part.text for line in lines for part in line).isascii()


@each_of_ours
def test_a_table_with_nothing_on_it_is_drawn(game: Game) -> None:
    for count in game.meta.players:
        state = game.start(open_game(game, NAMES[:count]))
        for seat in seats(state):
            assert picture(game, state, seat, 80).strip()


@each_of_ours
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_are_only_text(game: Game, name: str, encoding: str) -> None:
    widths = (40, 80, 120)
    for i, state in enumerate(positions(game.meta.name)[::4]):
        for width in widths if CAMPAIGN else (widths[i % 3],):
            board = game.draw(game.view(state, None), width, [name, "Bartek", name + "2"])
            lines = screen(board, width, encoding=encoding).splitlines()
            assert all(cell_len(line) <= width for line in lines)
            assert all(map(harmless, lines))


@each_of_ours
def test_a_view_is_plain_data(game: Game) -> None:
    for state in positions(game.meta.name):
        for seat in seats(state):
            view = game.view(state, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
