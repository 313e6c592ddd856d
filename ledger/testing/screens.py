"""Rendering what a terminal shows."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType


def screen(
    what: RenderableType, width: int, *, encoding: str = "utf-8", colour: bool = False
) -> str:
    """Return what a terminal with this width and encoding shows.

    With `colour`, the result includes the escape codes for colours and styles.
    """
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
