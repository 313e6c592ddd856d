"""Peer: python-chess. Pushing moves on a board and reading PGN text."""

# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import random
from importlib.metadata import version as dist_version
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING

from ._rate import always, best_rate

if TYPE_CHECKING:
    import chess

GAMES = 20
MAX_PLIES = 120


def available() -> str | None:
    """None when the peer can be measured, else why it cannot."""
    return None if find_spec("chess") else "python package 'chess' is not installed"


def version() -> str:
    """The peer's version."""
    return "chess " + dist_version("chess")


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


def measure(seconds: float, repeats: int = 3) -> dict[str, float]:
    """Moves pushed per second (no legality check) and PGN plies read per second."""
    import chess
    import chess.pgn

    games = random_games()
    text = pgn_text(games)
    plies = sum(map(len, games))

    def push(games: list[list[chess.Move]]) -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(move)
        return plies

    def read(handle: StringIO) -> int:
        while chess.pgn.read_game(handle) is not None:
            pass
        return plies

    if read_back(text) != games:
        raise ValueError("the PGN text does not read back as the games written")

    return {
        "push_moves_per_s": best_rate(push, seconds, repeats, always(games)),
        "pgn_read_plies_per_s": best_rate(read, seconds, repeats, lambda: StringIO(text)),
    }
