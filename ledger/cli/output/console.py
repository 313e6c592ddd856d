"""Everything that commands print: consoles, JSON, progress, and errors for people."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ledger.cli.language import message, styled, t
from ledger.kernel.message import Message

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.progress import Progress
    from rich.segment import Segment
    from rich.text import Text

    from ledger.kernel.errors import LedgerError

REFUSED, UNREADABLE = 1, 2
"""Exit codes: input that was understood but refused; unreadable input or wrong usage."""

_AROUND = 60
_PROSE = 100


def console(*, stderr: bool = False, width: int | None = None) -> Console:
    """Return a console that ignores markup, so that text from a log can't style itself."""
    from rich.console import Console

    from ledger.boards.sixteen_colours import in_sixteen

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise  # the command group handles it

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            segments = super().render(renderable, options)
            if self.color_system != "standard":
                return segments
            return (
                s if s.style is None else s._replace(style=in_sixteen(s.style)) for s in segments
            )

    return Quiet(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def terminal() -> bool:
    """Whether stdout is a terminal, where a person can read it."""
    return sys.stdout.isatty()


def unicode() -> bool:
    """Whether stdout can show any character."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def sign(pretty: str, plain: str) -> str:
    """Return a character, or its replacement if stdout only takes ASCII."""
    return pretty if unicode() else plain


def say(
    text: Text | str | Message, *, indent: int = 0, wrap: bool = False, to_be_copied: bool = False
) -> None:
    """Print a line; terminals get it wrapped and indented, pipes only if `wrap` is set.

    A link or command `to_be_copied` is never broken, so that it can be copied in one piece.
    """
    from ledger.boards.legible import plain
    from ledger.kernel.text.safe import safe

    if isinstance(text, Message):
        text = message(text)
    if isinstance(text, str) and (to_be_copied or not (wrap or terminal())):
        sys.stdout.write(f"{' ' * indent}{safe(message(text))}\n")  # without loading Rich
        return
    from rich.text import Text

    out = console()
    line = plain(message(text)) if isinstance(text, str) else styled(text)
    if to_be_copied or not (wrap or out.is_terminal):
        sys.stdout.write(f"{' ' * indent}{line.plain}\n")
        return
    width = min(out.width, _PROSE) if wrap else out.width
    for part in line.wrap(out, max(width - indent, 20)) or [line]:
        part.rstrip()
        out.print(Text(" " * indent).append_text(part), soft_wrap=True)


def warn(text: str | Message) -> None:
    """Print a warning on stderr; the exit code stays the same."""
    _stderr(t("warning: {text}", text=_clean(message(text))))


def note(text: str | Message) -> None:
    """Print something worth knowing on stderr, separate from the result."""
    _stderr(_clean(message(text)))


def emit(value: Any) -> None:
    """Print one JSON value on one line."""
    import msgspec

    from ledger.kernel.text.safe import inert_json

    text = msgspec.json.encode(value, enc_hook=_in_english).decode()
    text = inert_json(text)
    if not unicode():
        import json

        text = json.dumps(json.loads(text), separators=(",", ":"))
    sys.stdout.write(text + "\n")


def _in_english(value: Any) -> str:
    """Return a message the way programs get it."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} can't be written as JSON")


def safe_lines(text: str) -> None:
    """Print lines from outside without letting them control the terminal."""
    from ledger.kernel.text.safe import safe

    for line in text.splitlines():
        sys.stdout.write(safe(line) + "\n")


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr if that is a terminal; yield `done(n)`, where n are done.

    `total` is None if it isn't known.
    """
    if not sys.stderr.isatty() or (total is not None and total < 2):
        yield lambda n: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(
        *columns,
        console=console(stderr=True),
        transient=True,
        redirect_stdout=False,  # results go to stdout, never to the bar's stream
        redirect_stderr=False,
    )
    with bar:
        _bars.append(bar)
        try:
            task = bar.add_task(what, total=total)
            yield lambda n: bar.update(task, completed=n)
        finally:
            _bars.remove(bar)


@contextmanager
def without_bars() -> Iterator[None]:
    """Hide progress bars while asking the user something."""
    for bar in _bars:
        bar.stop()
    try:
        yield
    finally:
        for bar in _bars:
            bar.start()


_bars: list[Progress] = []


# --- errors ---------------------------------------------------------------------------------


def report(error: BaseException) -> int:
    """Print an error on stderr and return its exit code."""
    from ledger.kernel.errors import BY_CODE, LedgerError
    from ledger.kernel.text.reasons import why
    from ledger.kernel.verify.blame import blame

    traced(error)
    if isinstance(error, BY_CODE):
        error = blame(error)
    if isinstance(error, LedgerError):
        for one in (error, *error.more):
            first, *rest = explain(one)
            for line in (_error(first), *rest):
                _stderr(line)
        return exit_code(error)
    if isinstance(error, OSError):
        name = error.filename if error.filename is not None else ""
        text = f"{os.fsdecode(name)}: " if name != "" else ""
        _stderr(_error(f"{text}{message(why(error))}"))
        return UNREADABLE
    if isinstance(error, UnicodeDecodeError):
        _stderr(_error(t("byte {n} is not UTF-8 text", n=error.start + 1)))
        return UNREADABLE
    if isinstance(error, UnicodeEncodeError):
        # only arguments can contain what isn't text: the system passes them as bytes
        _stderr(_error(t("{text} isn't UTF-8 text", text=repr(error.object))))
        return UNREADABLE
    if isinstance(error, MemoryError | RecursionError):
        _stderr(_error(t("this input is too large or too deeply nested")))
        return UNREADABLE
    kind = type(error).__name__
    _stderr(_error(t("this should not have happened ({fault})", fault=f"{kind}: {error}")))
    _stderr(f"    {t('this is a bug in Ledger; LEDGER_DEBUG=1 shows where')}")
    return UNREADABLE


def traced(error: BaseException) -> None:
    """Print an error's traceback on stderr if LEDGER_DEBUG is set."""
    if os.environ.get("LEDGER_DEBUG"):
        import traceback

        traceback.print_exception(error)


def exit_code(error: LedgerError) -> int:
    """Return 1 for input that was understood but refused, 2 for input that wasn't understood."""
    if getattr(error, "problem", None) in ("digest", "torn"):
        return REFUSED
    refused = ("illegal", "impossible", "conflict", "stale", "locked", "damaged", "refused")
    return REFUSED if error.kind in refused else UNREADABLE


def explain(error: LedgerError) -> list[str]:
    """Return an error as lines: what is wrong, where, the rule, a caret, what would be right."""
    place = (error.line, error.column) if error.line is not None else ()
    where = ":".join(str(x) for x in (error.file, *place) if x is not None)
    head = f"{where}: " if where else ""
    rule = f" [{error.rule}]" if error.rule else ""
    out = [f"{_clean(head + message(error.text))}{_clean(rule)}"]
    if error.source is not None:
        out += caret(error.source, error.column)
    if error.advice:
        out.append(f"    {_clean(message(error.advice))}")
    return out


def caret(source: str, column: int | None) -> list[str]:
    """Return the source line, or the part of it near the column, and a caret under the column."""
    from rich.cells import cell_len

    at = min((column or 1) - 1, len(source))
    start = max(at - _AROUND, 0) if len(source) > 2 * _AROUND else 0
    dots = "..." if start else ""
    part = source[start : start + 2 * _AROUND]
    tail = "..." if len(source) > start + 2 * _AROUND else ""
    out = [f"    {dots}{_clean(part)}{tail}"]
    if column is not None:
        out.append("    " + " " * (len(dots) + cell_len(_clean(source[start:at]))) + "^")
    return out


def _error(text: str) -> str:
    return t("error: {text}", text=_clean(text))


def _clean(text: str) -> str:
    from ledger.kernel.text.safe import safe

    return safe(text)


def _stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
