"""The `ledger` command: its general options, warnings and errors."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated, Any

import typer
from typer.main import get_command

from ledger.kernel.errors import GameWarning

from .command_list import HELP_OPTIONS, CommandList, drop_output
from .completion import COMPLETING
from .options import AnyLibrary

EPILOG = """
\b
Example:
  ledger simulate osaka --players 3 --games 1 --seed 7 --out games
  ledger replay games/osaka-3p-7-0001.jsonl --turn 12

\b
Exit codes:
  0  fine
  1  found something illegal or damaged, or refused a move
  2  could not read the input, or wrong usage
  130, 141  interrupted; the program reading the output has closed

NO_COLOR switches colours off, COLUMNS sets the width.
"""


app = typer.Typer(
    cls=CommandList,
    rich_markup_mode=None,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings=HELP_OPTIONS,
)


def _version(wanted: bool) -> None:
    if wanted:
        from ledger import __version__

        typer.echo(f"ledger {__version__}")
        raise typer.Exit


@app.callback()
def ledger(
    ctx: typer.Context,
    library: AnyLibrary = None,
    version: Annotated[
        bool,
        typer.Option(
            "-V", "--version", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Logs of tabletop games: play, replay, check and convert them."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def _plug() -> None:
    """Replace closed streams (`>&-`) with the null device, so that no file gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def run(args: list[str] | None = None) -> None:
    """Run the command line and exit."""
    _plug()
    for stream in (sys.stdout, sys.stderr):
        # escape characters that the terminal's encoding lacks instead of crashing
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        with warnings.catch_warnings():
            _show_warnings()
            get_command(app).main(args, prog_name="ledger")
    except (Exception, SystemExit) as e:
        if isinstance(e, SystemExit) and not _is_fault_of_game(e):
            raise
        if COMPLETING in os.environ:  # an error would appear in the middle of what is being typed
            sys.exit(1)
        from .output.console import report

        code = report(e)
        try:
            sys.stdout.flush()
        except OSError:  # a full disk
            drop_output()
        sys.exit(code)


def _is_fault_of_game(error: SystemExit) -> bool:
    """Whether a game's code is trying to end the program; most commands don't load any games."""
    faults = sys.modules.get("ledger.kernel.game.game_faults")
    return faults is not None and faults.game_fault(error) is not None


def _show_warnings() -> None:
    """Make our own warnings appear the way commands print them, without leaving any out."""
    python = warnings.showwarning

    def show(message: Any, category: type[Warning], *more: Any, **named: Any) -> None:
        from .output.console import warn

        if not issubclass(category, GameWarning):
            python(message, category, *more, **named)
        elif COMPLETING not in os.environ:
            warn(message.text)

    warnings.showwarning = show
    warnings.simplefilter("always", GameWarning)
