"""`ledger cards`: what a game's box contains, piece by piece, and how to type it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import language, t
from ledger.cli.options import Json


def cards(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. istanbul.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS]...", help="Only what these words describe, or what has this name."
        ),
    ] = None,
    box: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A box of your own instead of the standard one."),
    ] = None,
    json: Json = False,
) -> None:
    """List the cards, tiles and dice of a game, with explanations.

    When you record a game, you can type a card's name, or describe it with the words listed here;
    Tab shows them too.

    \b
    Example:
      ledger cards istanbul
      ledger cards istanbul 2 crystals

    --json: one object per kind, {"sort", "id", "copies", "name", "means", "slot"}; slot is the
    chance result in which it turns up.
    """
    from ledger.cli.files.box_files import read_box
    from ledger.cli.output.console import emit, say
    from ledger.kernel.boxes.descriptions import described
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.text.safe import safe
    from ledger.recorder.displays import component_lines

    which = find_game(game)
    data = None if box is None else read_box(which, box)
    own = None if data is None else which.boxes.read(data)
    found = which.components(language(), own)
    if words:
        text = " ".join(words)
        named = tuple(x for x in found if x.id.lower() == text.lower())
        found = named or tuple(described(text, found))
    if json:
        for x in found:
            emit(x._asdict())
    elif found:
        for line in component_lines(found):
            say(safe(line))
    else:
        title, typed = which.meta.title, " ".join(words or ())
        say(safe(t("no card, tile or die of {title} is {typed!r}", title=title, typed=typed)))
        say(t("`ledger cards {game}` lists them all", game=which.meta.name), indent=4)
