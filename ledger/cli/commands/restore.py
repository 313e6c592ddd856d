"""`ledger restore`: a library again, from a backup."""

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
            metavar="BACKUP", help="A backup, or the folder of backups: then the newest of them."
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where the library shall be; empty, or not there.")
    ],
    json: Json = False,
) -> None:
    """Make a library again from a backup.

    Every file is held against the digest that the backup has of it before anything is written. The
    tokens work as they did. The library is for its owner alone.

    \b
    Example:
      ledger restore /var/backups/games /var/lib/ledger
      ledger verify /var/lib/ledger/games

    --json: {"library", "made", "files", "troubles": [{"id", "message"}], "damaged"}; made is when
    the backup was taken, damaged names the logs that were so already.

    Exit code: 0 if all is well, 1 if the library was damaged when it was copied, or the backup is.
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
            say(f"{t('trouble')}  {message(trouble.message)}")
        for path in damaged:
            say(t("damaged when it was copied: {path}", path=path))
    raise typer.Exit(1 if troubles or damaged else 0)
