"""Drawing any game's board."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from ledger.kernel.game.game import Game
from ledger.kernel.text.tones import SEAT_TONES
from ledger.kernel.text.translations import translator

from .legible import Legible
from .picture import Board
from .plain_board import PlainBoard


def draw_board(
    game: Game,
    view: Any,
    width: int,
    names: Sequence[str],
    lang: str = "en",
    *,
    turn_over: bool = False,
) -> RenderableType:
    """Return the board for a terminal; `turn_over`: one turn has ended and none has begun since.

    >>> from rich.console import Console
    >>> from ledger import fold, load
    >>> log = load("replays/osaka-2p.jsonl")
    >>> view = log.game.view(fold(log.game, log.lines), 1)
    >>> board = draw_board(log.game, view, 60, ["Ana", "Bo"])
    >>> Console(width=60).print(board)  # doctest: +ELLIPSIS
    game over, Bo wins ... discard 11
    ...
    """
    board = _drawn(game, view, width, names)
    if not isinstance(board, Board):
        return Legible(board)
    board.words = translator(game.package, game.meta.name, lang)
    board.turn_over, board.at_once = turn_over, game.rules.at_once
    if game.pictures.seat_tones is not SEAT_TONES:
        board.seat_tones = game.pictures.seat_tones
    return board


def draw_empty_board(game: Game, box: Any, width: int) -> RenderableType | None:
    """Return the empty board of a box, set up for the most players, if the game has one to draw.

    >>> from ledger.games.istanbul import GAME
    >>> draw_empty_board(GAME, GAME.boxes.standard, 80) is None
    True
    """
    if not game.pictures.empty_board:
        return None
    counts = getattr(getattr(box, "players", None), "counts", ()) or game.meta.players
    opening = game.rules.opening
    setup = opening.setup(box, max(counts), opening.options())
    view = game.view(opening.start(setup), None)
    return Board(_imported(game, game.pictures.empty_board), view, width, ())


def board_of(game: Game) -> Any:
    """Return what draws a game's board, importing it first if the game only names its location."""
    board = game.pictures.board
    return _imported(game, board) if isinstance(board, str) else board


def _drawn(game: Game, view: Any, width: int, names: Sequence[str]) -> RenderableType:
    board = board_of(game)
    if board is None or isinstance(board, type):
        return Board(board or PlainBoard, view, width, names)
    drawn: RenderableType = board(view, width, names)
    return drawn


def _imported(game: Game, place: str) -> Any:
    """Import what a name such as `".drawing:NimPicture"` means, relative to the game's package."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module, game.package), name)
