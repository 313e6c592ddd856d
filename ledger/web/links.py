"""Links that carry a token, and links as QR codes."""

from __future__ import annotations

import io
from typing import NamedTuple

import segno

QUIET = 4
"""The empty space around a code, in units."""


def join_link(address: str, token: str) -> str:
    """Return a link that passes a token to a page; `first.js` then removes it from the address.

    The token comes after the #, a part that browsers never send to a server.
    """
    return f"{address}#join={token}"


class QrPath(NamedTuple):
    """The dark parts of a code as an SVG path, in a square of `size` units."""

    size: int
    path: str


def qr_path(text: str) -> QrPath:
    """Return a string as a QR code."""
    rows = [bytes(row) for row in segno.make(text, micro=False, error="m").matrix]
    path = "".join(_runs(row, y) for y, row in enumerate(rows, QUIET))
    return QrPath(len(rows) + 2 * QUIET, path)


def _runs(row: bytes, y: int) -> str:
    out, x = "", 0
    while (start := row.find(1, x)) >= 0:
        end = row.find(0, start)
        x = len(row) if end < 0 else end
        out += f"M{start + QUIET} {y}h{x - start}v1h-{x - start}z"
    return out


def qr_text(text: str, *, ascii_only: bool = False) -> str:
    """Return a string as a QR code for a terminal: two rows per line, or wide in plain ASCII."""
    code = segno.make(text, micro=False, error="l")
    if not ascii_only:
        out = io.StringIO()
        code.terminal(out=out, compact=True, border=2)
        return out.getvalue()
    rows = code.matrix_iter(border=2)
    return "".join("".join("  " if dark else "##" for dark in row) + "\n" for row in rows)
