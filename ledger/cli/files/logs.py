"""Logs the way commands need them: read, folded, and as a viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.cli.options import LAST
from ledger.cli.output.console import warn
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.verify.blame import blamed

from .plain_files import about, read_bytes

if TYPE_CHECKING:
    from ledger.kernel.log.events import Line
    from ledger.kernel.replay.log_reader import Reading
    from ledger.kernel.replay.replay import Replay


def read_log(path: Path) -> Reading:
    """Read a log, leaving out a damaged end with a warning."""
    from ledger.kernel.replay.log_reader import read

    reading = read(read_bytes(path), file=str(path))
    if not reading.lines:
        e = reading.error
        raise Malformed(
            "no part of this log can be used: {why}",
            file=str(path),
            line=1,
            why=e.text if e else Message("it is empty"),
        )
    if reading.error is not None:
        e = reading.error
        warn(
            Message(
                "{place}: {why}; using the {n} intact lines before it (`ledger verify` says more)",
                place=f"{path}:{e.line}",
                why=e.text,
                n=len(reading.lines),
            )
        )
    return reading


@contextmanager
def log_at(path: Path) -> Iterator[Reading]:
    """Read a log to work with; errors name the file, and say whose fault an exception was."""
    with about(path):
        reading = read_log(path)
        with blamed(reading.game, reading.lines):
            yield reading


def line_of(replay: Replay, at: int | None, turn: int | None) -> int:
    """Return the line to show: the given one, the end of a turn, or the last."""
    if at == LAST:
        return len(replay)
    if turn is not None:
        turns = replay.turns
        if turn == LAST:
            return turns[-1].last
        found = next((t.last for t in turns if t.number == turn), None)
        if found is None:
            raise Malformed(
                "there is no turn {turn}: this game has 0 to {last}",
                turn=turn,
                last=turns[-1].number,
            )
        return found
    if at is not None and not 1 <= at <= len(replay):
        raise Malformed(
            "there is no line {found}: this log has 1 to {last}", found=at, last=len(replay)
        )
    return len(replay) if at is None else at


def seat_names(reading: Reading) -> list[str]:
    """Return the players' names, safe to print."""
    from ledger.kernel.text.safe import safe

    return [safe(s.name) for s in reading.opened.seats]


def seen_by(reading: Reading, viewer: int | None) -> list[Line]:
    """Return the lines of a log as a viewer saw them."""
    if viewer is None or reading.opened.view is not None:
        return reading.lines
    from ledger.kernel.replay.redact import redact

    return redact(reading.game, reading.lines, viewer)[0]
