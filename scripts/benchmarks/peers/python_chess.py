"""python-chess: moves pushed on a board, and PGN read."""

# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import random
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING

from scripts.benchmarks.inside import Job

if TYPE_CHECKING:
    import chess

GAMES = 20
MAX_PLIES = 120


def random_games(seed: int = 1) -> list[list[chess.Move]]:
    """Random legal games from the start position, cut at MAX_PLIES."""
    import chess

    rng = random.Random(seed)
    games: list[list[chess.Move]] = []
    for _ in range(GAMES):
        board = chess.Board()
        while len(board.move_stack) < MAX_PLIES and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        games.append(list(board.move_stack))
    return games


def pgn_text(games: list[list[chess.Move]]) -> str:
    """The games as the text of one PGN file."""
    import chess.pgn

    texts: list[str] = []
    for moves in games:
        game = chess.pgn.Game()
        game.add_line(moves)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def read_back(text: str) -> list[list[chess.Move]]:
    """The games of a PGN text, for checking."""
    import chess.pgn

    handle = StringIO(text)
    games: list[list[chess.Move]] = []
    while (game := chess.pgn.read_game(handle)) is not None:
        games.append(list(game.mainline_moves()))
    return games


def push() -> Job:
    """Push moves, which nobody checks."""
    import chess

    games = random_games()
    plies = sum(map(len, games))

    def job() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(move)
        return plies

    return job


def read_pgn() -> Job:
    """Read PGN, which checks that every move is legal."""
    import chess.pgn

    games = random_games()
    text = pgn_text(games)
    plies = sum(map(len, games))
    if read_back(text) != games:
        raise ValueError("the PGN text does not read back as the games written")

    def job() -> int:
        handle = StringIO(text)
        while chess.pgn.read_game(handle) is not None:
            pass
        return plies

    return job


JOBS: dict[str, Callable[[], Job]] = {"python-chess push": push, "python-chess PGN": read_pgn}
