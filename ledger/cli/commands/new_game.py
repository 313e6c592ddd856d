"""`ledger new-game`: create a small game as a starting point for one of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import t
from ledger.cli.options import Force


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the game is called in commands.")
    ],
    players: Annotated[
        str, typer.Option(metavar="N[-M]", help="The numbers of players, as in 3-7.")
    ] = "2-4",
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Start from a game with hidden hands.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder for it; ledger-NAME by default."),
    ] = None,
    force: Force = False,
) -> None:
    """Start a game of your own: a small one that runs at once.

    It is a package that pip can install: rules in words and in Python, a board for the terminal and
    one for the browser, a page on how to type its moves, Polish and Italian translations, and tests
    that check it against every law. Change one thing at a time, and let `ledger check` and pytest
    tell you what no longer fits.

    \b
    Example:
      ledger new-game high_card --players 3-7 --hidden
      pip install -e './ledger-high_card[dev]'
      ledger check high_card
    """
    from ledger.cli.files.plain_files import check_free, write_whole
    from ledger.cli.output.console import say
    from ledger.scaffold import files_of_new_game, read_players

    folder = out or Path(f"ledger-{name}")
    files = dict(files_of_new_game(name, read_players(players), hidden=hidden))
    for path in files:
        check_free(folder / path, force=force)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, data, force=force)
    n = len(files)
    say(t("{n} files in {folder}; README.md there explains them", n=n, folder=folder))
    install, check = f"pip install -e '{folder}[dev]'", f"ledger check {name}"
    say(t("Next: {install}, then {check}", install=install, check=check))
