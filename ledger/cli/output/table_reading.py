"""Printing how Ledger reads a table, so that the user can say whether that is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .console import say

if TYPE_CHECKING:
    from ledger.importers.records import TableReading


def draw_reading(reading: TableReading) -> None:
    """Print what each column is taken for, who played, and the first plays."""
    from rich.text import Text

    from ledger.kernel.text.safe import safe

    say(f"    {reading.table}, as Ledger reads it: {reading.shape}")
    rows = [("column", "is", "for example")]
    rows += [(safe(c.heading) or "(none)", c.meaning, safe(c.example)) for c in reading.columns]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for n, (heading, meaning, example) in enumerate(rows):
        line = Text("      ").append(f"{heading:<{widths[0]}}  ", "none" if n else "dim")
        line.append(f"{meaning:<{widths[1]}}  ", "cyan" if n else "dim").append(example, "dim")
        line.rstrip()
        say(line)
    more = f" and {reading.more_players:,} more" if reading.more_players else ""
    say(f"    players: {', '.join(reading.players) or 'nobody'}{more}")
    for play in reading.plays:
        say(f"      {play}")
    for doubt in reading.doubts:
        say(f"    not certain: {doubt}")
