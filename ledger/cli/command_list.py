"""The commands and their order in `ledger --help`; each is only imported when it is used."""

from __future__ import annotations

import importlib
import itertools
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from .language import lang_option, t
from .near_misses import command_meant

GROUPS = {
    "Play back": {
        "replay": "Scrub through a game, or show one position of it.",
        "log": "Print a game in words, one line per event.",
        "verify": "Check logs against the rules.",
        "export": "Export sessions, logs, pictures or files for other programs.",
    },
    "Record": {
        "record": "Record a game live, move by move.",
        "new": "Start a game at the table.",
        "do": "Play one move, checked by the rules.",
        "branch": "Copy a game up to a line, to continue from there.",
    },
    "Library": {
        "import": "Import games into the library, from many kinds of files.",
        "imports": "List the imports of the library, with their numbers.",
        "remove": "Take games out of the library, or take an import back.",
        "list": "List the games in the library.",
        "show": "Show one game in the library.",
        "players": "List the players in the library, or say who is who.",
        "library": "Show where the library is, what is in it and if it is intact.",
        "backup": "Back up a library, even while it is in use.",
        "restore": "Restore a library from a backup.",
    },
    "Ask": {
        "report": "Run a report on the games in the library, or list the reports.",
        "query": "Query the library, or some logs, in SQL.",
    },
    "Play together": {
        "serve": "Serve the games of a library over HTTP, live.",
        "host": "Start a game on a server, with a token for each seat.",
        "play": "Play a seat of a game on a server, or watch it.",
        "tail": "Print a game on a server in words, as it happens.",
        "bot": "Let a bot play a seat of a game on a server.",
        "token": "Make, list and revoke tokens for the service.",
    },
    "Games and help": {
        "games": "List the installed games, or show one.",
        "cards": "List the cards, tiles and dice of a game, with explanations.",
        "notation": "Show how to type a game: moves, chance results, an example.",
        "rules": "Show the rules of a game, their sources and their tests.",
        "box": "Print the components of a game, or check a box of your own.",
        "samples": "Copy recorded sample games into a folder.",
        "help": "Read one of the guides, such as first-evening.",
    },
}
"""The everyday commands, grouped by purpose, each with its line in the help."""

FURTHER_GROUPS = {
    "Write and study games": {
        "new-game": "Start a game of your own: a small one that runs at once.",
        "check": "Look for mistakes in a game you are writing.",
        "texts": "Collect what a game says for its translators.",
        "simulate": "Let bots play games.",
        "schema": "Print the JSON Schema of a log's lines.",
    },
    "Look after a library": {
        "index": "Bring the index of the library up to date.",
        "store": "Copy a library from a folder to PostgreSQL, or back.",
    },
}
"""The commands for authors and operators, which `ledger help --all` lists as well."""

COMMANDS = {
    name: line for commands in (GROUPS | FURTHER_GROUPS).values() for name, line in commands.items()
}
"""All commands; each one's module and function in `commands/` are named after it."""

OLD_NAMES = {
    "reports": ("report",),
    "tables": ("query", "--tables"),
    "sql-memory": ("query",),
}
"""Commands of 0.2 that another command does now; they go on working, with a hint."""

SAME_AS = {
    "open": ("replay",),
    "rm": ("remove",),
    "move": ("do",),
    "deal": ("new",),
    "init-game": ("new-game",),
}
"""Other words for commands, which run them, with a hint: other programs call them so."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Suggestion(NamedTuple):
    """A word that a shell can complete, with its help."""

    value: str
    help: str
    type: str = "plain"


class CommandList(TyperGroup):
    """The commands by name; only the module of the command being run is imported."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.params.append(lang_option(always=True))
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment] # names, for "did you mean"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command's module and build the command from it."""
        if cmd_name not in COMMANDS:
            return None
        name = "import_" if cmd_name == "import" else cmd_name.replace("-", "_")
        home = importlib.import_module(f"{__package__}.commands.{name}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        make = single.command(
            cmd_name, short_help=COMMANDS[cmd_name], context_settings=HELP_OPTIONS
        )
        make(getattr(home, name))
        command = get_command(single)
        command.params.append(lang_option())
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; if it doesn't exist, suggest the one that was probably meant."""
        name = args[0]
        means = _converting(args) if name == "convert" else (OLD_NAMES | SAME_AS).get(name)
        if name == "convert" and means is None:
            ctx.fail(
                "say what it becomes: ledger convert FILE --out game.jsonl (or .html, .svg, …)"
            )
        if means is not None:
            _hint_at(name, means)
            args = [*means, *args[1:]]
        if args[0] in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        meant = command_meant(name, COMMANDS)
        hint = f"did you mean `ledger {meant}`?" if meant else "`ledger --help` lists them all"
        return ctx.fail(f"there is no command {name!a}; {hint}")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the everyday commands without importing them."""
        write_groups(formatter, GROUPS)
        formatter.write_paragraph()
        formatter.write_text("`ledger help --all` lists more, for authors and operators.")

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the commands without importing them."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        names = (name for name in COMMANDS if name.startswith(incomplete))
        return [Suggestion(name, COMMANDS[name]) for name in names]

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a reader that stops reading its output (`| head`) isn't an error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            drop_output()
            raise typer.Exit(141) from None


def _converting(args: Sequence[str]) -> tuple[str, ...] | None:
    """Return the command that makes this --out: a log, or something else out of a log."""
    for option, out in itertools.pairwise(args):
        if option == "--out":
            return ("import",) if out.endswith(".jsonl") else ("export",)
    return None


def _hint_at(name: str, means: Sequence[str]) -> None:
    """Say on stderr what a command is called."""
    from .output.console import note

    text = t("`ledger {name}` is now `ledger {means}`, and will be gone in 0.5")
    if name not in OLD_NAMES:
        text = t("`ledger {name}` is `ledger {means}`")
    note(text.format(name=name, means=" ".join(means)))


def write_groups(formatter: Any, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Write commands for a terminal, one section per group, with all names in one column."""
    wide = max(map(len, COMMANDS))
    for title, commands in groups.items():
        with formatter.section(title):
            formatter.write_dl([(f"{name:{wide}}", line) for name, line in commands.items()])


def drop_output() -> None:
    """Drop what is left in the buffer of stdout, as it can't be written anywhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
