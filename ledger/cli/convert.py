"""`ledger export`, `import` and `branch`: one log becomes another file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Optional

import typer

from .options import As, Force, LogFile

if TYPE_CHECKING:
    from ledger.kernel.events import Line

OutFile = Annotated[Path, typer.Option("--out", metavar="FILE", help="The log to write.")]


def export(
    file: LogFile,
    to: Annotated[
        Literal["session", "jsonl"],
        typer.Option(help="session: what a person would type; jsonl: a log."),
    ],
    as_: As = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Where to write.", show_default="the screen"),
    ] = None,
    times: Annotated[bool, typer.Option("--times/--no-times", help="Keep the times.")] = True,
    force: Force = False,
) -> None:
    """Write a game as a session file, or as a seat saw it.

    With --as the file holds nothing that the seat could not see, not even a digest of it.

    \b
    Example:
      ledger export replays/osaka-2p.jsonl --to session --out evening.session
      ledger export replays/osaka-2p.jsonl --to jsonl --as Bartek --out bartek.jsonl
    """
    from ledger.kernel.codec import encode
    from ledger.kernel.session_write import write_session

    from .files import about, check_free
    from .logs import forged, read_raw, seen_by, viewer_of

    if out is not None:
        check_free(out, force=force)
    with about(file), forged():
        reading, data = read_raw(file)
        lines = seen_by(reading, viewer_of(reading, as_))
        if to == "session":
            data = write_session(reading.game, lines, times=times).encode()
        elif not times:
            data = encode(_timeless(lines))
        elif lines is not reading.lines:
            data = encode(lines)
    _write(data, out, force=force)


def _timeless(lines: Sequence[Line]) -> list[Line]:
    """Chain a log anew without its times."""
    import msgspec

    from ledger.kernel.codec import Head, stamp
    from ledger.kernel.events import Entry, Opened, Sealed, groups

    head, out = Head(), []
    for group in groups(lines):
        entries = []
        for line in group:
            data = line.data
            if isinstance(data, Opened):
                data = msgspec.structs.replace(data, started=None)
            elif isinstance(data, Sealed):
                data = Sealed(head=head.digest, lines=head.seq)
            waived = line.waived if isinstance(line.waived, tuple) else ()
            entries.append(Entry(data=data, turn=line.turn, by=line.by, waived=waived))
        stamped, _, head = stamp(head, entries)
        out += stamped
    return out


def _write(data: bytes, out: Path | None, *, force: bool) -> None:
    import sys

    from .files import write_whole

    if out is not None:
        write_whole(out, data, force=force)
    elif sys.stdout.isatty():
        # a terminal obeys what a log may hold
        from .out import safe_lines

        safe_lines(data.decode())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A session file.")],
    out: OutFile,
    force: Force = False,
) -> None:
    """Turn a session file into a log.

    Every move is checked by the rules; an error points at its line and column.

    \b
    Example:
      ledger import evening.session --out evening.jsonl
    """
    from ledger.importers.session import import_session

    from .files import check_free, read_text, write_whole
    from .out import say

    check_free(out, force=force)
    table = import_session(read_text(file), file=str(file))
    write_whole(out, table.bytes(), force=force)
    state = "finished" if table.head.sealed else "open"
    say(f"{out}: {len(table.lines)} events, {state}")


def branch(
    file: LogFile,
    at: Annotated[int, typer.Option(metavar="N", min=1, help="Last line to keep.")],
    out: OutFile,
    force: Force = False,
) -> None:
    """Copy a game up to a line, to play on from there.

    The line must end a move with all that follows from it. The new log names where it came from.

    \b
    Example:
      ledger branch replays/osaka-2p.jsonl --at 40 --out what-if.jsonl
    """
    from ledger.kernel.table import branch as branched

    from .files import about, check_free, write_whole
    from .logs import forged, read_log
    from .out import say

    check_free(out, force=force)
    with about(file), forged():
        reading = read_log(file)
        lines, data = branched(reading.game, reading.lines, at)
    write_whole(out, data, force=force)
    say(f"{out}: {len(lines)} events")
