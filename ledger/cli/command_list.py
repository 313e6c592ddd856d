"""The commands and their order in `ledger --help`; each is imported only when it is used."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from .language import lang_option

COMMANDS = {
    "replay": "Scrub through a game, or show one position of it.",
    "log": "Print a game in words, one line per event.",
    "verify": "Check logs against the rules.",
    "record": "Record a game live, move by move.",
    "new": "Start a game at the table.",
    "do": "Play one move, checked by the rules.",
    "branch": "Copy a game up to a line, to play on from there.",
    "simulate": "Let bots play games.",
    "export": "Write games as sessions, logs, pictures or for other programs.",
    "import": "Import games into the library, from many kinds of files.",
    "imports": "List the imports of the library, with their numbers.",
    "remove": "Take games out of the library, or take an import back.",
    "list": "List the games of the library.",
    "show": "Show one game of the library.",
    "players": "List the players of the library, or say who is who.",
    "library": "Show where the library is, what is in it and if it is intact.",
    "query": "Ask the library a question in SQL.",
    "sql-memory": "Ask some logs a question in SQL, without a library.",
    "tables": "List the tables that you can query, or show one.",
    "report": "Answer a named question about the games of the library.",
    "reports": "List the named questions.",
    "index": "Bring the index of the library up to date.",
    "backup": "Copy a library, also while it is served and played on.",
    "restore": "Make a library again from a backup.",
    "store": "Copy a library from a folder to PostgreSQL, or back.",
    "serve": "Serve the games of a library over HTTP, live.",
    "token": "Make, list and revoke tokens for the service.",
    "host": "Start a game on a server, with a token for each seat.",
    "play": "Play a seat of a game on a server, or watch it.",
    "tail": "Print a game on a server in words, as it happens.",
    "bot": "Let a bot play a seat of a game on a server.",
    "games": "List the installed games, or show one.",
    "box": "Print the components of a game, or check a box of your own.",
    "cards": "List the cards, tiles and dice of a game, with what they are.",
    "notation": "Show how to type a game: moves, chance results, an example.",
    "rules": "Show the rules of a game, their sources and their tests.",
    "new-game": "Begin a game of your own: a small one that runs at once.",
    "check": "Look for mistakes in a game that you are writing.",
    "samples": "Copy recorded sample games into a folder.",
    "schema": "Print the JSON Schema of a log's lines.",
    "help": "Read a longer text, such as first-evening.",
}
"""Each command with its line in the help; the module and function in `commands/` have its name."""


class Suggestion(NamedTuple):
    """A word that a shell may complete, with its help."""

    value: str
    help: str
    type: str = "plain"


class CommandList(TyperGroup):
    """The commands by name; only the module of the one that is run is imported."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.params.append(lang_option(always=True))
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment] # names, for "did you mean"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command's module and build the command."""
        if cmd_name not in COMMANDS:
            return None
        name = "import_" if cmd_name == "import" else cmd_name.replace("-", "_")
        home = importlib.import_module(f"{__package__}.commands.{name}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name, short_help=COMMANDS[cmd_name])(getattr(home, name))
        command = get_command(single)
        command.params.append(lang_option())
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the commands without importing them."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        names = (name for name in COMMANDS if name.startswith(incomplete))
        return [Suggestion(name, COMMANDS[name]) for name in names]

    def invoke(self, ctx: Any) -> Any:
        """Run a command; if the reader of its output stops (`| head`), that isn't an error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            drop_output()
            raise typer.Exit(141) from None


def drop_output() -> None:
    """Drop what is left in the buffer of stdout: it has nowhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
