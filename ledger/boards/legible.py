"""Output that any terminal can show: safe text, and drawings in the characters available."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.text import Text

from ledger.kernel.text.safe import safe

_INSTEAD = {"…": ".", "·": "-", "•": "*", "×": "x", "→": ">", "←": "<", "–": "-", "—": "-"}


def plain(text: str, style: str = "") -> Text:
    """Return safe text for Rich, without any markup."""
    return Text(safe(text), style=style, end="")


class Legible:
    """A drawing in characters that the terminal has, each as wide as the one it replaces."""

    def __init__(self, picture: RenderableType) -> None:
        self.picture = picture

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.picture)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not options.ascii_only and not options.legacy_windows:
            yield self.picture
            return
        for line in console.render_lines(self.picture, options, pad=False):
            yield from _in_ascii(line)
            yield Segment.line()


def _in_ascii(line: list[Segment]) -> Iterator[Segment]:
    for text, style, control in line:
        ascii = text if control or text.isascii() else "".join(map(_letter, safe(text)))
        yield Segment(ascii, style, control)


def _letter(letter: str) -> str:
    return letter if letter.isascii() else _INSTEAD.get(letter, "?" * cell_len(letter))
