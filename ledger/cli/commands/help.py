"""`ledger help`: the longer guides, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ledger.kernel.message import Message

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def help(
    ctx: typer.Context,
    topic: Annotated[
        str | None, typer.Argument(metavar="[TOPIC]", help="A topic, or a command.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List every command, with those of authors and operators.")
    ] = False,
) -> None:
    """Read one of the guides, such as first-evening.

    Without a topic, it lists them all. In a pipe, the guide is printed as Markdown.

    \b
    Example:
      ledger help first-evening
    """
    from ledger.cli.command_list import COMMANDS, FURTHER_GROUPS, GROUPS, write_groups
    from ledger.kernel.errors import Malformed
    from ledger.kernel.text.suggest import did_you_mean

    if every:
        formatter = ctx.make_formatter()
        write_groups(formatter, GROUPS | FURTHER_GROUPS)
        typer.echo(formatter.getvalue(), nl=False)
        return
    texts = _texts()
    if topic is None:
        _list(texts)
    elif topic in texts:
        _show(texts[topic].read_text("utf-8"))
    elif topic in COMMANDS and ctx.parent is not None:
        command = ctx.parent.command.get_command(ctx.parent, topic)  # type: ignore[attr-defined]
        with command.make_context(topic, [], parent=ctx.parent, resilient_parsing=True) as inner:
            typer.echo(command.get_help(inner))
    else:
        meant = did_you_mean(topic, [*texts, *COMMANDS]) or Message("`ledger help` lists them all")
        raise Malformed("there is no help on {topic!r}", hint=meant, topic=topic)


def _texts() -> dict[str, Traversable]:
    """Return the guides by name, followed by the reference pages generated from the program."""
    from ledger.cli.files.package_data import data_folder

    home = data_folder("docs", in_checkout="docs")
    found: dict[str, Traversable] = {}
    for folder in (home, home.joinpath("reference")):
        for file in sorted(folder.iterdir(), key=lambda x: x.name):
            name = file.name.removesuffix(".md")
            if name != file.name and name != "index":
                found[name] = file
    return found


def _list(texts: dict[str, Traversable]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    wide = max(map(len, texts))
    for name, file in texts.items():
        with file.open("r", encoding="utf-8") as lines:
            title = lines.readline().lstrip("# ").strip()
        say(Text(f"{name:{wide}}  ", "bold cyan").append(title, "none"))


def _show(text: str) -> None:
    import sys

    from ledger.cli.output.console import console

    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        sys.stdout.write(text)
