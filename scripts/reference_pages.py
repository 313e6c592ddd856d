"""The pages of docs/reference, and the man page, made from the program itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ledger.kernel.notation.notation_page import notation_page

NOTICE = "Written by `scripts/generate`: do not edit this page."


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every page."""
    yield "commands.md", commands()
    yield "configuration.md", configuration()
    yield "keys.md", keys()
    yield "tables.md", tables()
    yield "reports.md", reports()
    for name, text in notations():
        yield f"notation-{name}.md", text


def commands() -> str:
    """Return every command with its help."""
    parts = [f"# Commands\n\n{NOTICE} `ledger COMMAND --help` prints the same."]
    for name, command, context in every_command():
        text = command.get_help(context).strip()
        parts.append(f"## {name}\n\n```text\n{text}\n```")
    return "\n\n".join(parts) + "\n"


def every_command() -> Iterator[tuple[str, Any, Any]]:
    """Yield each command's name, the command, and a context to ask it for help in."""
    from typer.main import get_command

    from ledger.cli.app import app
    from ledger.cli.command_list import COMMANDS

    group = get_command(app)
    whole = group.make_context("ledger", [], resilient_parsing=True, terminal_width=100)
    for name in COMMANDS:
        command = group.get_command(whole, name)  # type: ignore[attr-defined]
        yield name, command, command.context_class(command, parent=whole, info_name=name)


BESIDES = {
    "COLUMNS": "How wide to print, where there is no terminal to ask.",
    "LEDGER_DEBUG": "With 1, an error shows its traceback too.",
    "LEDGER_REPORTS": "A folder with reports of your own.",
    "LEDGER_TOKEN": "The token for a server, where no `--token-file` is given.",
    "NO_COLOR": "With anything, there are no colours.",
}
"""Variables that no option reads."""


def configuration() -> str:
    """Return every environment variable with the options that read it."""
    named: dict[str, list[tuple[str, str, str]]] = {}
    for name, command, context in every_command():
        for option in (*context.parent.command.params, *command.params):
            if option.envvar:
                written = option.opts[0] if option.opts[0].startswith("-") else option.metavar
                place = (name, str(written), option.help or "")
                named.setdefault(str(option.envvar), []).append(place)
    rows = {variable: f"| `{variable}` | | | {says} |" for variable, says in BESIDES.items()}
    for variable, places in named.items():
        options = ", ".join(dict.fromkeys(f"`{option}`" for _, option, _ in places))
        users = list(dict.fromkeys(f"`{name}`" for name, _, _ in places))
        where = "all" if len(users) == len(list(every_command())) else ", ".join(users)
        rows[variable] = f"| `{variable}` | {options} | {where} | {_cell(places[0][2])} |"
    table = "\n".join(rows[variable] for variable in sorted(rows))
    return (
        f"# Configuration\n\n{NOTICE}\n\nWhat you say on the command line counts first, then the "
        "environment. `ledger serve` also\nreads a file: [its options](../operations/options.md) "
        "have their names there. The environment says:\n\n"
        f"| variable | option | commands | what it is |\n|---|---|---|---|\n{table}\n"
    )


def keys() -> str:
    """Return the keys of the replay viewer."""
    from ledger.tui.keys import KEYS, MOUSE, SECTIONS

    parts = [
        f"# Keys\n\n{NOTICE}\n\nThese work in `ledger replay` and, but for a few that only a "
        "terminal has, on the page of a game;\n`?` lists them in both."
    ]
    for section in SECTIONS:
        rows = "\n".join(
            f"| {' '.join(f'<kbd>{_cell(k)}</kbd>' for k in key.shown.split())} | {key.help} |"
            for key in KEYS
            if key.section == section and key.help
        )
        parts.append(f"## {section}\n\n| key | what it does |\n|---|---|\n{rows}")
    return "\n\n".join(parts) + f"\n\n{MOUSE}\n"


def tables() -> str:
    """Return the tables that can be asked in SQL, with their columns."""
    from ledger.index.schema import TABLES

    parts = [
        f"# Tables\n\n{NOTICE}\n\nWhat `ledger query` can ask. Besides these there is a view for "
        "every kind of event of every game,\nlike `osaka_bought`, with the event's fields as "
        "columns: `ledger query --tables osaka` lists them."
    ]
    for table in TABLES:
        rows = "\n".join(f"| `{c.name}` | {c.type} | {_cell(c.meaning)} |" for c in table.columns)
        parts.append(
            f"## {table.name}\n\n{_sentence(table.meaning)}\n\n| column | type | meaning |\n"
            f"|---|---|---|\n{rows}\n\n```sql\n{table.example}\n```"
        )
    return "\n\n".join(parts) + "\n"


def reports() -> str:
    """Return the named questions, with what they say of themselves."""
    from ledger.index.reports.report import reports as known

    parts = [
        f"# Reports\n\n{NOTICE}\n\nNamed questions: `ledger report NAME` answers one, `--plot` "
        "draws it, `--sql` prints how it is asked."
    ]
    for name, report in known(()).items():
        takes = "".join(f"\n- `--param {p.name}=…`: {p.meaning}" for p in report.params)
        parts.append(f"## {name}\n\n**{report.title}.** {report.about}{takes and chr(10)}{takes}")
    return "\n\n".join(parts) + "\n"


def notations() -> Iterator[tuple[str, str]]:
    """Yield how each of our games is typed."""
    from ledger.kernel.game.registry import find_game

    for name in ("century", "istanbul", "klongs", "osaka"):
        game = find_game(name)
        text = notation_page(game)
        heading, _, rest = text.partition("\n")
        yield name, f"{heading}\n\n{NOTICE} `ledger notation {name}` prints the same.\n{rest}"


def man() -> str:
    """Return the manual page of `ledger`."""
    from ledger import __version__
    from ledger.cli.app import EPILOG

    out = [
        f'.TH LEDGER 1 "" "Ledger {__version__}" "User Commands"',
        ".SH NAME",
        "ledger \\- record, replay, check and ask about tabletop games",
        ".SH SYNOPSIS",
        ".B ledger",
        "[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        "Every action of a game is an event in a log; every position is one command away.",
        "\\fBledger help\\fR lists longer texts; \\fBledger help first-evening\\fR is a start.",
        ".SH COMMANDS",
    ]
    for name, command, context in every_command():
        usage = " ".join(command.collect_usage_pieces(context))
        out += [".SS " + _roff(f"ledger {name} {usage}"), *_paragraphs(command.help or "")]
        for option in command.params:
            record = option.get_help_record(context)
            if record:
                out += [".TP", f"\\fB{_roff(record[0])}\\fR", _roff(record[1])]
    out += [".SH EXAMPLES AND EXIT STATUS", ".nf", *map(_roff, _plain(EPILOG)), ".fi"]
    return "\n".join(out) + "\n"


def _paragraphs(text: str) -> list[str]:
    """Return help in roff: paragraphs are filled, those after `\\b` stay as they are."""
    out = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if lines[0].strip() == "\b":
            out += [".nf", *(_roff(x) for x in lines[1:]), ".fi"]
        else:
            out += [".PP", _roff(" ".join(x.strip() for x in lines))]
    return out


def _plain(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line.strip() != "\b"]


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
