"""Files in and out: reading within limits, writing all or nothing, appending durably."""

from __future__ import annotations

import glob
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ledger.kernel.errors import Conflict, LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why

if TYPE_CHECKING:
    from ledger.kernel.log.codec import Head
    from ledger.kernel.log.events import Line
    from ledger.store.log_writer import LogWriter

MAX_FILE = 256 * 1024 * 1024
"""The largest log that is read, in bytes."""

MAX_TEXT = 16 * 1024 * 1024
"""The largest session or box file that is read, in bytes."""

GAMES = "games"
"""A log in a folder with this name may belong to a library."""

_BLOCK = 1024 * 1024


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file, or stdin for `-`."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    with path.open("rb") as file:
        yield file


def _read(path: Path, limit: int, longest: int | None = None) -> bytes:
    """Read a file; refuse it if it exceeds `limit`, or has a line longer than `longest`."""
    blocks: list[bytes] = []
    size = line = at = 0
    with _opened(path) as file:
        while block := file.read(_BLOCK):
            blocks.append(block)
            size += len(block)
            if longest is not None:
                # a block is shorter than the longest line, so only its first newline matters
                first = block.find(b"\n")
                if (at + len(block) if first < 0 else at + first) > longest:
                    raise Malformed(
                        "this line is longer than {longest} bytes: this is not a game log",
                        file=str(path),
                        line=line + 1,
                        longest=longest,
                    )
                line += block.count(b"\n")
                at = at + len(block) if first < 0 else len(block) - 1 - block.rfind(b"\n")
            if size > limit:
                raise Malformed(
                    "this file is larger than {value} MiB, which is the limit",
                    file=str(path),
                    value=limit // 1024**2,
                )
    return b"".join(blocks)


def read_bytes(path: Path) -> bytes:
    """Read the bytes of a log."""
    from ledger.kernel.log.codec import MAX_LINE

    return _read(path, MAX_FILE, MAX_LINE)


def read_typed(path: Path) -> bytes:
    """Read the bytes of a text file that a person wrote."""
    return _read(path, MAX_TEXT)


def read_text(path: Path) -> str:
    """Read a text file that a person wrote as UTF-8."""
    data = read_typed(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        before = data[: e.start]
        raise Malformed(
            "byte 0x{data:02x} is not UTF-8 text",
            file=str(path),
            line=before.count(b"\n") + 1,
            column=len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1,
            data=data[e.start],
        ) from None


@contextmanager
def about(path: Path) -> Iterator[None]:
    """Add the file to errors that don't say which file they are about."""
    try:
        yield
    except LedgerError as e:
        e.file = e.file or str(path)
        raise


# --- writing --------------------------------------------------------------------------------


OVERWRITE = Message("--force overwrites it")
NEW = Message("a new game needs a file of its own")


def check_free(path: Path, *, force: bool, hint: Text = OVERWRITE) -> None:
    """Refuse a name that is already taken, before any work is done."""
    if not force and path.exists():
        raise Conflict("this file already exists", file=str(path), hint=hint)


def write_whole(path: Path, data: bytes, *, force: bool = False, private: bool = False) -> None:
    """Write a file either completely or not at all; a private one only its owner can read."""
    from ledger.store import files

    check_free(path, force=force)
    try:
        files.write_whole(path, data, private=private, overwrite=force)
    except OSError as e:
        if isinstance(e, FileExistsError):
            check_free(path, force=force)
        raise type(e)(e.errno, e.strerror, str(path)) from None  # with the user's name for it


def check_new(path: Path, *, hint: Text = NEW) -> None:
    """Refuse a name that a new game can't use."""
    check_free(_playable(path), force=False, hint=hint)


def create_log(path: Path, data: bytes) -> None:
    """Start a log, durably."""
    from ledger.store.files import RealFiles
    from ledger.store.log_writer import LogWriter

    LogWriter.create(RealFiles(), path.parent, path.stem, data).close()


def open_log(path: Path) -> LogWriter:
    """Open a log as its only writer, moving a torn end aside with a warning."""
    from ledger.cli.output.console import warn
    from ledger.store.files import RealFiles
    from ledger.store.log_writer import LogWriter

    before = set(path.parent.glob(f"{glob.escape(path.stem)}.torn-*"))
    writer = LogWriter.open(RealFiles(), _playable(path).parent, path.stem)
    for torn in set(path.parent.glob(f"{glob.escape(path.stem)}.torn-*")) - before:
        warn(Message("the torn end of the log was moved to {path}", path=torn))
    return writer


def append_log(path: Path, head: Head, groups: Sequence[Sequence[Line]]) -> None:
    """Append groups after a head, making each durable; refuse if the log has changed since."""
    from ledger.kernel.errors import Stale

    writer = open_log(path)
    try:
        now = writer.index.head
        if now.digest != head.digest:
            raise Stale(
                "somebody else wrote first: the log is at line {last}, not {wanted}",
                seq=now.seq,
                last=now.seq,
                wanted=head.seq,
            )
        for group in groups:
            append_group(writer, group)
    finally:
        writer.close()
    record_growth(path)


def record_growth(path: Path) -> None:
    """Record in the library that one of its games has grown."""
    if path.absolute().parent.name != GAMES:
        return
    from ledger.cli.output.console import warn
    from ledger.library.library import record_growth

    try:
        record_growth(path)
    except (LedgerError, OSError) as e:  # the moves are safe anyway
        warn(Message("the library couldn't record this: {why}", why=why(e)))


def append_group(writer: LogWriter, group: Sequence[Line]) -> None:
    """Append one group, durably; after a disk error nothing more is written."""
    from ledger.kernel.log.events import Entry
    from ledger.store.append_plan import LogEnd, plan

    entries = [
        Entry(
            data=line.data,
            turn=line.turn,
            by=line.by,
            at=line.at,
            waived=line.waived if isinstance(line.waived, tuple) else (),
        )
        for line in group
    ]
    index = writer.index
    known = LogEnd(index.head, lambda key: None)
    made = plan(writer.game_id, known, index.head, [(None, entries)])
    try:
        writer.write(made.data)
    except OSError as e:
        raise writer.fail(e) from None
    made.enter(index)


def _playable(path: Path) -> Path:
    if path.suffix != ".jsonl" or not path.stem:
        raise Malformed("a game being played needs a name like game.jsonl", file=str(path))
    return path


def game_id(path: Path, started: str) -> str:
    """Return the id of a new game, made from the name of its file and its start time."""
    when = started[:19].replace(":", "").replace("T", "-")
    return f"{path.stem}-{when}"
