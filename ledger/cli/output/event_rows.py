"""Events in words: the rows that `replay` and `do` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

    from ledger.kernel.game.game import Game
    from ledger.kernel.narration.narrate import Row


def print_rows(
    rows: Sequence[Row], names: Sequence[str], game: Game, width: int, lang: str
) -> None:
    """Print rows, with the changes after the words if there is room, and below them otherwise."""
    from rich.text import Text

    from ledger.kernel.narration.narrate import labels
    from ledger.tui.drawing.change_text import change_text

    from .console import say, sign

    own, arrow = labels(game, lang), sign("→", "->")
    margin = len(str(rows[-1].line.seq)) if rows else 1
    for row in rows:
        about = change_text(row.line.data, row.changes, names, own, arrow)
        line = Text().append(f"{row.line.seq:>{margin}}  ", "dim").append(row.words)
        if about and line.cell_len + 3 + about.cell_len <= width:
            line.append("   ").append_text(about)
            about = Text()
        say(line)
        if about:
            say(about, indent=margin + 4)


def label(text: str) -> Text:
    """Return the label at the start of a line."""
    from rich.text import Text

    return Text().append(f"{text:<6}  ", "dim")


def facts(row: Row) -> dict[str, Any]:
    """Return a row for JSON."""
    line = row.line
    return {
        "seq": line.seq,
        "turn": line.turn,
        "by": line.by,
        "type": line.type,
        "words": row.words,
        "changes": [change._asdict() for change in row.changes],
    }
