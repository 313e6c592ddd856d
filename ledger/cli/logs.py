"""Logs as the commands need them: read, folded, and as a viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.kernel.errors import Malformed, forged

from .files import read_bytes
from .output.console import warn

if TYPE_CHECKING:
    from ledger.kernel.log.codec import Reading
    from ledger.kernel.log.events import Line
    from ledger.kernel.log.replay import Replay


def read_log(path: Path) -> Reading:
    """Read a log; a damaged end is left out with a warning."""
    return read_raw(path)[0]


def read_raw(path: Path) -> tuple[Reading, bytes]:
    """Read a log and its good bytes; a damaged end is left out with a warning."""
    from ledger.kernel.log.codec import read

    data = read_bytes(path)
    if data.lstrip().startswith(b"game:"):
        raise Malformed(
            "this is a session, not a log",
            file=str(path),
            hint=f"`ledger import {path} --out game.jsonl` turns it into a log",
        )
    reading = read(data, file=str(path))
    if not reading.lines:
        e = reading.error
        raise Malformed(
            f"no part of this log can be used: {e.message if e else 'it is empty'}",
            file=str(path),
            line=1,
        )
    if reading.error is not None:
        e = reading.error
        warn(
            f"{path}:{e.line}: {e.message}; used are the {len(reading.lines)} good lines "
            "before it (`ledger verify` says more)"
        )
    return reading, data[: reading.size]


def replayed(reading: Reading, lines: Sequence[Line] | None = None) -> Replay:
    """Fold a log."""
    from ledger.kernel.log.replay import Replay

    with forged():
        return Replay(reading.game, reading.lines if lines is None else lines)


def seat_names(reading: Reading) -> list[str]:
    """Return the players' names, safe to print."""
    from ledger.kernel.text.safe import safe

    return [safe(s.name) for s in reading.opened.seats]


def seen_by(reading: Reading, viewer: int | None) -> list[Line]:
    """Return the lines of a log as that viewer saw them."""
    if viewer is None or reading.opened.view is not None:
        return reading.lines
    from ledger.kernel.log.redact import redact

    with forged():
        return redact(reading.game, reading.lines, viewer)[0]
