"""Faults in a game's own code: finding where they are and describing them.

`ledger.kernel.verify.blame` decides whose fault an exception is.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator
from pathlib import PurePath
from types import FrameType, TracebackType
from typing import NamedTuple, Protocol, TypeVar

from ledger.kernel.errors import Breaks, EventFault, GameFault, LedgerError
from ledger.kernel.message import Message, Text, values_of
from ledger.kernel.meta import Meta
from ledger.kernel.plugins import shipped_by

F = TypeVar("F", bound=GameFault)
_LONGEST = 200
_LONG_TEXT = 1000
"""How many characters or bits a value may have to be shown as Python shows it."""
_SHOWN = 4
"""How many values of an exception are shown."""
_CHAIN, _FRAMES = 8, 40
"""How many exceptions a traceback has, and how many lines of code for each."""


class SourceLine(NamedTuple):
    """A line of source code: the file, as a path starting at its package, and the line number."""

    file: str
    line: int


class OfGame(Protocol):
    """A game, or a part that knows which game it belongs to."""

    @property
    def meta(self) -> Meta:
        """The game's name and other facts about it."""

    @property
    def package(self) -> str:
        """The package with the game's code and files."""


def place_in(error: BaseException, package: str) -> SourceLine | None:
    """Return the innermost line inside a package that an exception passed through, if any."""
    if isinstance(error, SyntaxError) and error.filename:
        parts = PurePath(error.filename).parts
        top = package.partition(".")[0]
        if top in parts:
            start = len(parts) - 1 - parts[::-1].index(top)
            return SourceLine("/".join(parts[start:]), error.lineno or 1)
    found = None
    for module, trace in _frames(error.__traceback__):
        if module == package or module.startswith(f"{package}."):
            found = module, trace
    if found is None:
        return None
    module, trace = found
    return SourceLine(_shown(module, trace.tb_frame.f_code.co_filename), trace.tb_lineno)


def module_of(error: BaseException) -> str:
    """Return the innermost module of Ledger that an exception passed through; "" if none."""
    ours = [name for name, _ in _frames(error.__traceback__) if name.startswith("ledger.")]
    return ours[-1] if ours else ""


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, TracebackType]]:
    while trace is not None:
        yield str(trace.tb_frame.f_globals.get("__name__", "")), trace
        trace = trace.tb_next


def place_inside(frame: FrameType | None, package: str) -> SourceLine | None:
    """Return the innermost place inside a package that is being run, if any."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module == package or module.startswith(f"{package}."):
            return SourceLine(_shown(module, frame.f_code.co_filename), frame.f_lineno)
        frame = frame.f_back
    return None


def place_of(function: Callable[..., object]) -> SourceLine | None:
    """Return where a function is defined; None if it isn't written in Python."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    return SourceLine(_shown(function.__module__, code.co_filename), code.co_firstlineno)


def place_of_class(kind: type) -> SourceLine | None:
    """Return where a class is defined; None if its file can't be read."""
    try:
        lines, first = inspect.getsourcelines(kind)
        file = inspect.getfile(kind)
    except (OSError, TypeError):
        return None
    head = next((i for i, line in enumerate(lines) if line.lstrip().startswith("class ")), 0)
    return SourceLine(_shown(kind.__module__, file), first + head)


def _shown(module: str, file: str) -> str:
    """Return a file's path starting at its package, without what depends on the machine."""
    folders, name = module.split("."), PurePath(file).name
    return "/".join((*(folders if name == "__init__.py" else folders[:-1]), name))


def at(place: SourceLine | None) -> Text:
    """Return a place in the form in which it is appended to a message; "" if it isn't known."""
    if place is None:
        return ""
    return Message(" ({file}, line {line})", file=place.file, line=place.line)


def what_was_raised(error: BaseException) -> str:
    """Return an exception in one line: its type and the first line of its message.

    No code of the exception's class or of what it holds is run, since that may be a game's: it
    could fail, too, or never end.
    """
    first = _said(error).strip().partition("\n")[0][:_LONGEST]
    kind = type(error).__name__
    return f"{kind}: {first}" if first else kind


def _said(error: BaseException) -> str:
    """Return what an exception says, as far as it consists of plain values."""
    if isinstance(error, SyntaxError):
        return error.msg if type(error.msg) is str else ""
    if isinstance(error, LedgerError) and all(map(_is_plain, values_of(error.text))):
        return error.message
    args = error.args
    held = (*args, error.filename) if isinstance(error, OSError) else args
    home = getattr(type(error).__str__, "__objclass__", None)  # of a class that is written in C
    if getattr(home, "__module__", "") == "builtins" and all(map(_is_plain, held)):
        return str(error)
    return ", ".join(map(_shown_value, args[:_SHOWN]))


def _is_plain(value: object) -> bool:
    """Return whether a value is of a type whose text is short and made by Python itself."""
    if type(value) in (str, bytes):
        return len(value) <= _LONG_TEXT  # type: ignore[arg-type]
    if type(value) is int:
        return value.bit_length() <= _LONG_TEXT
    return value is None or type(value) in (bool, float)


def _shown_value(value: object) -> str:
    if type(value) is str:
        return value[:_LONGEST]
    return repr(value) if _is_plain(value) else f"<{type(value).__name__}>"


def traceback_text(error: BaseException) -> str:
    """Return the traceback of an exception, with those that it came from before it.

    It has a limited length, and no code of a game is run to write it.
    """
    parts: list[str] = []
    now: BaseException | None = error
    while now is not None and len(parts) < _CHAIN:
        frames = traceback.format_list(traceback.extract_tb(now.__traceback__, limit=-_FRAMES))
        lines = "".join(frame[:_LONG_TEXT] for frame in frames)
        parts.append(f"Traceback (most recent call last):\n{lines}{what_was_raised(now)}\n")
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)
    return "\nwhich led to:\n\n".join(reversed(parts))


def event_fault(
    game: OfGame, breaks: Breaks, what: Message, *, place: SourceLine | None
) -> EventFault:
    """Return the fault of a game that did something else than its events say."""
    fault = _fault(EventFault, game, what, place)
    fault.breaks, fault.what, fault.place = breaks, what, place
    return fault


def fault_of(
    game: OfGame, what: Text, *, place: SourceLine | None, cause: BaseException | None = None
) -> GameFault:
    """Return an error that says what is wrong with a game's code, and where."""
    fault = _fault(GameFault, game, what, place)
    fault.__cause__ = cause
    return fault


def _fault(kind: type[F], game: OfGame, what: Text, place: SourceLine | None) -> F:
    distribution = shipped_by(game.meta.name, game.package)
    shipped = f" ({distribution})" if distribution else ""
    fault = kind(
        "the code of the game {name!r}{shipped} failed: {what}{where}",
        hint="this is a fault of the game; LEDGER_DEBUG=1 shows the traceback",
        name=game.meta.name,
        shipped=shipped,
        what=what,
        where=at(place),
    )
    fault.game = game.meta.name
    return fault
