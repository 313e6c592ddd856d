"""`ledger notation`: how to type a game."""

from __future__ import annotations

from ledger.cli.options import GameName
from ledger.kernel.notation.notation_page import notation_page


def notation(
    game: GameName,
) -> None:
    """Show how to type a game: moves, chance results, an example.

    On a terminal the page is formatted; in a pipe it is plain Markdown.

    \b
    Example:
      ledger notation osaka
    """
    from ledger.cli.output.console import console, safe_lines, terminal
    from ledger.kernel.game.registry import find_game

    page = notation_page(find_game(game))
    if not terminal():
        safe_lines(page)
        return
    from rich.markdown import Markdown

    console().print(Markdown(page, code_theme="ansi_dark"))
