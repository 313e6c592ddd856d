"""`ledger backup`: copy a library, even while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import t
from ledger.cli.options import Json, LibraryDir, library_at


def backup(
    ctx: typer.Context,
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder for backups; it is created if necessary."),
    ],
    library: LibraryDir = None,
    json: Json = False,
) -> None:
    """Back up a library, even while it is in use.

    Each backup is a separate folder in DIR, named after its time. It contains the journal, every
    log up to its last complete move, earlier revisions, the tokens as digests, and backup.json, a
    list of all files with their digests. A file that hasn't changed since the previous backup takes
    up no space. `ledger restore` turns a backup into a library again. Anyone who can read a backup
    sees what players hid, so it is readable only by its owner, like the library.

    \b
    Example:
      ledger backup /var/backups/games

    --json: {"backup", "made", "files", "bytes", "new_bytes", "damaged", "missing"}; damaged names
    the logs that were already damaged and were copied as they were, missing those that no longer
    exist.

    Exit code: 0 if all is well, 1 if a log is damaged or missing.
    """
    from ledger.cli.output.console import emit, say
    from ledger.library.stores.backup import back_up

    made = back_up(library_at(ctx, library), folder)
    files = made.manifest.files
    damaged = [file.path for file in files if file.damaged]
    size = sum(file.size for file in files)
    if json:
        emit(
            {
                "backup": str(made.folder),
                "made": made.manifest.made,
                "files": len(files),
                "bytes": size,
                "new_bytes": made.new_bytes,
                "damaged": damaged,
                "missing": made.missing,
            }
        )
    else:
        say(
            t(
                "{folder}: {files:,} files, {size:,} bytes, {new:,} of them new",
                folder=made.folder,
                files=len(files),
                size=size,
                new=made.new_bytes,
            )
        )
        for path in damaged:
            say(t("already damaged, copied as it is: {path}", path=path))
        for path in made.missing:
            say(t("already missing: {path}", path=path))
    raise typer.Exit(1 if damaged or made.missing else 0)
