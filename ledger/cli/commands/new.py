"""`ledger new`: start a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import language
from ledger.cli.options import (
    BoxFile,
    GameName,
    Json,
    Options,
    Players,
    Venue,
    read_options,
)
from ledger.cli.output.played_moves import print_played

if TYPE_CHECKING:
    pass

Given = Annotated[
    list[str] | None,
    typer.Option(
        metavar="RESULT",
        help='What was drawn or rolled at the table, like "market R2 B3"; may be repeated.',
    ),
]
Ask = Annotated[
    bool, typer.Option("--ask", help="Draw nothing: every result must come from the table.")
]
Seed = Annotated[
    int | None,
    typer.Option(help="A seed for chance, for tests.", show_default="the system's chance"),
]


def new(
    ctx: typer.Context,
    game: GameName,
    players: Players,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The log to start (.jsonl).")],
    place: Venue = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = None,
    given: Given = None,
    ask: Ask = False,
    json: Json = False,
) -> None:
    """Start a game at the table.

    Cards are drawn for you. If you are playing at a real table, use --given to say what came up,
    and --ask to prevent anything else from being drawn.

    \b
    Example:
      ledger new osaka --players Ana,Bartek --out evening.jsonl

    --json: as `ledger do --json`.
    """
    from ledger.cli.files.box_files import read_box
    from ledger.cli.files.plain_files import check_new, create_log, game_id
    from ledger.cli.given_results import GivenResults
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.notation.driver.driver import Driver
    from ledger.kernel.notation.words.quoting import read_names
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.times import now

    check_new(out)
    which = find_game(game)
    started = now()
    opened = open_game(
        which,
        read_names(players),
        options=read_options(option),
        box=read_box(which, box),
        id=game_id(out, started),
        place=place,
        started=started,
    )
    driver = Driver(which, opened, now=now, at=started, eager=False)
    results = GivenResults(which, driver.names, given or [], seed=seed, ask=ask)
    driver.start()
    results.answer(driver, "the set-up")
    table = driver.playing
    create_log(out, table.bytes())
    print_played(table, out, table.lines, language(), json=json)
