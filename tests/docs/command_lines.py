"""The commands that pages show, and whether the program would take them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ledger.cli.app import app

WrongUsage: type[Exception] = typer.BadParameter.__mro__[1]
"""What the parser says to a command that can't be."""
_ASSIGNED = re.compile(r"^(?:\w+=\S+ +)+")
_BETWEEN = re.compile(r" && | & | &$")


def shown_in(path: Path) -> Iterator[str]:
    """Yield each command of ours in the blocks of a page, and in its sentences."""
    text = path.read_text("utf-8")
    blocks = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", text, re.S | re.M)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    lines += [" ".join(found.split()) for found in re.findall(r"`(ledger [^`]+)`", prose)]
    for line in lines:
        yield from ours(line.strip().removeprefix("$ "))


def ours(line: str) -> Iterator[str]:
    """Yield the commands of ours in a line of shell."""
    for part in _BETWEEN.split(line):
        command = _ASSIGNED.sub("", part.strip())
        if command.startswith("ledger "):
            yield command


def parsed(command: str) -> dict[str, Any]:
    """Return what the program's own parser makes of a command; a wrong one is a `WrongUsage`."""
    words = shlex.split(command, comments=True)[1:]
    end = next((n for n, word in enumerate(words) if word in ("|", ">", "<")), len(words))
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    with typer.Context(group, info_name="ledger") as above:
        name, found, rest = group.resolve_command(above, words[:end])
        return dict(found.make_context(name, rest, parent=above).params)
