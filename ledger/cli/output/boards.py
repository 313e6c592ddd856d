"""Boards on the screen, including those of games that fail to draw them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ledger.kernel.errors import LedgerError
    from ledger.kernel.game.game import Game
    from ledger.kernel.log.events import Line


def print_board(
    out: Console, game: Game, lines: Sequence[Line], draw: Callable[[], RenderableType]
) -> bool:
    """Print a board; if the game's code fails, print the error in its place and return False."""
    from ledger.kernel.errors import GameFault, TooMuch
    from ledger.kernel.verify.blame import blamed

    try:
        with blamed(game, lines):
            out.print(draw())
    except (GameFault, TooMuch) as e:
        show_fault(e)
        return False
    return True


def show_fault(error: LedgerError) -> None:
    """Print an error among other output: what is wrong, and what would be right."""
    from rich.text import Text

    from .console import explain, say, traced

    traced(error)
    first, *rest = explain(error)
    say(Text(first, "bold red"))
    for line in rest:
        say(Text(line.removeprefix("    ")), indent=4)
