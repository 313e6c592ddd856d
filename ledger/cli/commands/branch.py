"""`ledger branch`: copy a game up to a line, to continue from there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import tn
from ledger.cli.options import Force, LogFile

OutFile = Annotated[Path, typer.Option("--out", metavar="FILE", help="The log to write.")]


def branch(
    file: LogFile,
    at: Annotated[int, typer.Option(metavar="N", min=1, help="The last line to keep.")],
    out: OutFile,
    force: Force = False,
) -> None:
    """Copy a game up to a line, to continue from there.

    The line must be the last one of a move, with everything that follows from it. The new log says
    which game it branched off from.

    \b
    Example:
      ledger branch replays/osaka-2p.jsonl --at 41 --out what-if.jsonl
    """
    from ledger.cli.files.logs import log_at
    from ledger.cli.files.plain_files import check_free, write_whole
    from ledger.cli.output.console import say
    from ledger.kernel.replay.branch import branch as branched

    check_free(out, force=force)
    with log_at(file) as reading:
        lines, data = branched(reading.game, reading.lines, at)
    write_whole(out, data, force=force)
    say(f"{out}: {tn('{count} event', '{count} events', len(lines))}")
