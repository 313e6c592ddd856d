"""The sheets of an .xlsx, .xls or .ods file, read by a child process with limited memory.

A workbook of a few kilobytes can name a cell in the last row of the last column, and the reader
makes room for all the cells before it. No check of the file can foresee every such trick, but a
limit stops them all. Systems without such a limit (Windows, macOS) still have the deadline.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ledger.importers.parsing.archive import check_members
from ledger.importers.parsing.decoding import load
from ledger.importers.parsing.limits import MAX_FILE
from ledger.kernel.errors import Malformed
from ledger.system.processes import start_python, stop

from .grid import Grid, of_sheet

SECONDS = 60
"""How long reading a workbook may take, in seconds."""

_HINT = "save it again as .xlsx, or the sheet as .csv"
_CHILD = "ledger.importers.sheets.workbook_child"
_part = msgspec.msgpack.Decoder(tuple[str, list[list[str]], str | None])


def read_workbook(data: bytes | Path, name: str) -> Iterator[Grid]:
    """Yield the sheets of a workbook."""
    content = load(data, name)
    if content.startswith(b"PK"):
        check_members(content, name)
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out:
        source.write(content)
        source.seek(0)
        child = start_python(_CHILD, stdin=source, stdout=out, quiet=True)
        try:
            code = child.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise Malformed(
                "reading this workbook took more than {seconds} s", file=name, seconds=SECONDS
            ) from None
        finally:
            stop(child)
        if out.seek(0, 2) > 2 * MAX_FILE:
            raise Malformed("this workbook contains more than the limit", file=name)
        out.seek(0)
        yield from _sheets(out.read(), code, name)


def _sheets(data: bytes, code: int, name: str) -> Iterator[Grid]:
    at = 0
    while at + 4 <= len(data):
        size = int.from_bytes(data[at : at + 4])
        with contextlib.suppress(msgspec.DecodeError):
            sheet, rows, error = _part.decode(data[at + 4 : at + 4 + size])
            if error is not None:
                raise Malformed("this workbook can't be read", file=name, hint=_HINT)
            yield of_sheet(rows, sheet, name)
        at += 4 + size
    if code:
        raise Malformed(
            "this workbook can't be read: it is damaged, or needs too much memory",
            file=name,
            hint=_HINT,
        )
