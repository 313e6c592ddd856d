"""Session files in place of logs, for commands that only read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer


def log_of(ctx: typer.Context, session: Path) -> Path:
    """Return the log of a session file, which is deleted when the command ends."""
    import tempfile

    from ledger.cli.files.plain_files import about, read_bytes
    from ledger.cli.output.console import note
    from ledger.importers.native import sessions

    with about(session):
        read = sessions.read_bytes(read_bytes(session), str(session))
    for remark in read.notes:
        note(remark)
    folder = tempfile.TemporaryDirectory(prefix="ledger-", ignore_cleanup_errors=True)
    ctx.find_root().call_on_close(folder.cleanup)
    path = Path(folder.name) / f"{session.stem}.jsonl"
    path.write_bytes(read.table.bytes())
    return path
