"""`ledger schema`: the JSON Schema of a log's lines, from the types that read and write them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.options import Force
from ledger.kernel.replay.schema import render

if TYPE_CHECKING:
    pass


def schema(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game; without it, what all games share."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write GAME.schema.json (or log.schema.json) to this folder."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Print the JSON Schema of a log's lines.

    Each line of a log is one JSON object. If a rule determines a field, x-rule names it.

    \b
    Example:
      ledger schema osaka > osaka.schema.json
    """
    from ledger.cli.files.plain_files import write_whole
    from ledger.cli.output.console import say
    from ledger.kernel.game.registry import find_game

    text = render(None if game is None else find_game(game))
    if out is None:
        typer.echo(text, nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{game or 'log'}.schema.json"
    write_whole(path, text.encode(), force=force)
    say(str(path))
