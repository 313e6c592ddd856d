"""`ledger reports`: list the named queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ledger.cli.language import language
from ledger.cli.options import Json, LibraryDir

if TYPE_CHECKING:
    pass
from ledger.cli.commands.report import report_folders


def reports(ctx: typer.Context, library: LibraryDir = None, json: Json = False) -> None:
    """List the reports.

    Reports of your own are .sql files in the folder `reports` of the library, or in LEDGER_REPORTS;
    they start with a header like the ones that `ledger report NAME --sql` prints.

    \b
    Example:
      ledger reports

    --json: one object per report, {"name", "title", "about", "game", "params", "columns",
    "left_out", "plot", "own"}.
    """
    import msgspec
    from rich.text import Text

    from ledger.cli.output.console import emit, say
    from ledger.index.reports.report import reports as known

    found = known(report_folders(ctx, library))
    if json:
        for one in found.values():
            facts = msgspec.to_builtins(one)
            del facts["sql"], facts["words"]
            emit(facts)
        return
    wide = max(map(len, found))
    for one in found.values():
        line = Text(f"{one.name:{wide}}  ", "cyan").append(
            one.in_language(language()).title, "none"
        )
        params = ", ".join(p.name for p in one.params)
        say(line.append(f"  ({params})" if params else "", "dim"))
