"""`ledger restore`: turn a backup into a library again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import message, t
from ledger.cli.options import Json


def restore(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="BACKUP", help="A backup, or a folder of backups to take the newest from."
        ),
    ],
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder for the library; it must be empty or new."),
    ],
    json: Json = False,
) -> None:
    """Restore a library from a backup.

    Before anything is written, every file is checked against its digest in the backup. The tokens
    work as before. The library is readable only by its owner.

    \b
    Example:
      ledger restore /var/backups/games /var/lib/ledger
      ledger verify /var/lib/ledger/games

    --json: {"library", "made", "files", "troubles": [{"id", "message"}], "damaged"}; made is when
    the backup was made, damaged names the logs that were already damaged then.

    Exit code: 0 if all is well, 1 if the library was already damaged when it was copied, or if the
    backup is damaged.
    """
    from ledger.cli.output.console import emit, progress, say
    from ledger.library.stores.backup import restore as put_back

    with progress(t("restoring"), None) as done:
        manifest, troubles = put_back(source, folder, done)
    damaged = [file.path for file in manifest.files if file.damaged]
    if json:
        emit(
            {
                "library": str(folder),
                "made": manifest.made,
                "files": len(manifest.files),
                "troubles": troubles,
                "damaged": damaged,
            }
        )
    else:
        say(
            t(
                "{folder}: {files:,} files, as of {time}",
                folder=folder,
                files=len(manifest.files),
                time=manifest.made,
            )
        )
        for trouble in troubles:
            say(f"{t('problem')}  {message(trouble.message)}")
        for path in damaged:
            say(t("damaged when it was copied: {path}", path=path))
    raise typer.Exit(1 if troubles or damaged else 0)
