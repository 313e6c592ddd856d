"""Snapshots of screens as they are, one `.txt` file each."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console, RenderableType
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class Screen(SingleFileSnapshotExtension):
    """Text that a person can look at in any editor."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Write the text as it is."""
        return str(data)


def screen(
    what: RenderableType, width: int, *, encoding: str = "utf-8", colour: bool = False
) -> str:
    """Print to a terminal of a width and an encoding, and return what it got."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    console = Console(
        file=file,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
        _environ={},
    )
    console.print(what)
    file.flush()
    return raw.getvalue().decode(encoding)
