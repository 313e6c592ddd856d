"""`ledger check`: look for mistakes in a game that you are writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import t, tn
from ledger.cli.options import Json

if TYPE_CHECKING:
    from ledger.check.run import Checked


def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="An installed game, or the path of one: a file, a package, or a folder with a "
            "pyproject.toml.",
        ),
    ],
    json: Json = False,
) -> None:
    """Look for mistakes in a game you are writing.

    It checks what the game declares, then plays a game with every number of players and checks
    every move. It finds events that nothing applies, rules that don't exist, moves that are offered
    but refused, messages that say nothing, turns that begin with somebody's move, boards that are
    too wide, numbers without a source, players who see too much, and whatever a game does that its
    log doesn't say. Every line names the file and what is expected. `ledger.testing` has more, for
    your tests.

    \b
    Example:
      ledger check osaka
      ledger check my-game/my_game.py

    --json: one object per game, {"game", "players", "games", "problems": [{"kind", "file", "line",
    "message", "expected", "of_0_2"}], "warnings": [the same]}; games is how many were played.
    Warnings are texts that aren't translated, and (of_0_2) problems in games written for 0.2 that
    only later versions look for.

    Exit code: 0 if nothing is wrong, 1 if something is, 2 if there is no such game.
    """
    from ledger.check.loading import Unloadable, load
    from ledger.check.run import Checked, check_game
    from ledger.cli.output.console import emit

    try:
        found = [check_game(one) for one in load(game)]
    except Unloadable as e:
        found = [Checked(game, (), 0, [e.finding])]
    for checked in found:
        emit(checked) if json else _print(checked)
    raise typer.Exit(int(any(checked.problems for checked in found)))


def _print(checked: Checked) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say, warn

    for found in checked.warnings:
        place, what = f"{found.file}:{found.line}", found.message
        if found.of_0_2:
            warn(t("{place}: {what} (an error for games written for 0.3)", place=place, what=what))
        else:
            warn(f"{place}: {what}")
    for found in checked.problems:
        say(Text.assemble((f"{found.file}:{found.line}", "bold"), f": {found.message}"))
        say(Text(t("expected: {what}", what=found.expected), "dim"), indent=4)
    count = len(checked.problems)
    if count:
        problems = tn("{count} problem", "{count} problems", count)
        say(Text(f"{checked.game}: {problems}", "bold red"))
    else:
        counts = ", ".join(map(str, checked.players))
        games = tn("{count} game", "{count} games", checked.games)
        say(
            Text(
                t(
                    "{game}: no problems in {games} ({players} players)",
                    game=checked.game,
                    games=games,
                    players=counts,
                )
            )
        )
