"""Printing how a sheet is interpreted, so that the user can say whether that is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.cli.language import message, t, tn

from .console import say

if TYPE_CHECKING:
    from ledger.importers.records import SheetPreview


def draw_preview(preview: SheetPreview) -> None:
    """Print how each column is interpreted, who played, and the first plays."""
    from rich.cells import cell_len, set_cell_size
    from rich.text import Text

    from ledger.kernel.text.safe import safe

    shape = message(preview.shape)
    table = message(preview.table)
    say(f"    {t('{table}, as Ledger reads it: {shape}', table=table, shape=shape)}")
    rows = [(t("column"), t("is"), t("for example"))]
    rows += [
        (safe(c.heading) or f"({t('none')})", message(c.meaning), safe(c.example))
        for c in preview.columns
    ]
    widths = [max(cell_len(row[i]) for row in rows) for i in range(2)]
    for n, (heading, meaning, example) in enumerate(rows):
        line = Text("      ").append(
            f"{set_cell_size(heading, widths[0])}  ", "none" if n else "dim"
        )
        line.append(f"{set_cell_size(meaning, widths[1])}  ", "cyan" if n else "dim").append(
            example, "dim"
        )
        line.rstrip()
        say(line)
    who = ", ".join(preview.players) or t("nobody")
    if more := preview.more_players:
        who = tn("{some} and {count} more", "{some} and {count} more", more, some=who)
    say(f"    {t('players: {names}', names=who)}")
    for play in preview.plays:
        say(f"      {play}")
    for doubt in preview.doubts:
        say(f"    {t('not certain: {doubt}', doubt=message(doubt))}")
