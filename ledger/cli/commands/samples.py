"""`ledger samples`: recorded games for trying out the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import t
from ledger.cli.options import Force


def samples(
    folder: Annotated[
        Path,
        typer.Argument(metavar="[DIR]", help="The folder for them; it is created if necessary."),
    ] = Path("replays"),
    force: Force = False,
) -> None:
    """Copy recorded sample games into a folder.

    \b
    Example:
      ledger samples replays
      ledger replay replays/osaka-3p.jsonl
    """
    from ledger.cli.files.package_data import data_folder
    from ledger.cli.files.plain_files import check_free, write_whole
    from ledger.cli.output.console import say

    home = data_folder("samples", in_checkout="replays")
    found = sorted(
        (x for x in home.iterdir() if x.name.endswith((".jsonl", ".session"))),
        key=lambda x: x.name,
    )
    for sample in found:
        check_free(folder / sample.name, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    for sample in found:
        write_whole(folder / sample.name, sample.read_bytes(), force=force)
    say(t("{n} files in {folder}", n=len(found), folder=folder))
