"""Run as a separate process: takes a workbook on stdin, writes its sheets to stdout as msgpack.

Each part is a length in four bytes, followed by a tuple: name, rows of strings, error.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import sys
from decimal import Decimal
from typing import Any

from ledger.system.processes import NoLimit, limit_self

MEMORY = 1024 * 1024 * 1024
CPU_SECONDS = 50


def text(value: Any) -> str:
    """Return a cell the way people see it: 51.0 is 51."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        # a spreadsheet shows fifteen digits; the rest is binary rounding
        return format(Decimal(format(value, ".15g")), "f") if abs(value) < 1e300 else repr(value)
    if isinstance(value, dt.datetime):
        midnight = (value.hour, value.minute, value.second) == (0, 0, 0)
        return str(value.date()) if midnight else value.isoformat(" ", "seconds")
    if isinstance(value, dt.timedelta):
        return str(round(value.total_seconds() / 60)) if value >= dt.timedelta(0) else ""
    if isinstance(value, dt.time):
        return value.isoformat("seconds")
    return str(value).strip()


def put(sheet: str, rows: list[list[str]], error: str | None = None) -> None:
    """Write one part."""
    import msgspec

    data = msgspec.msgpack.encode((sheet, rows, error))
    sys.stdout.buffer.write(len(data).to_bytes(4) + data)
    sys.stdout.buffer.flush()


def main() -> None:
    """Read every visible sheet."""
    import python_calamine

    data = sys.stdin.buffer.read()
    with contextlib.suppress(NoLimit):  # then there is only the parent's deadline
        limit_self(memory=MEMORY, seconds=CPU_SECONDS)
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        for meta in book.sheets_metadata:
            if meta.typ == python_calamine.SheetTypeEnum.WorkSheet:
                rows = book.get_sheet_by_name(meta.name).to_python(skip_empty_area=False)
                put(meta.name, [[text(cell) for cell in row] for row in rows])
    except (python_calamine.CalamineError, ValueError, OSError, KeyError) as e:
        put("", [], type(e).__name__)


if __name__ == "__main__":
    main()
