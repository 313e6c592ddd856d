"""What requests say in their address and headers."""

from __future__ import annotations

import re
from typing import Annotated

from litestar.params import PathParameter, QueryParameter

from ..kernel.errors import Malformed
from .service import Asks

Path_Id = Annotated[
    str, PathParameter(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$", description="The game's id")
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=r"^(full|[0-9]|1[0-6])$",
        description="With whose eyes, for referees: a seat, 0 for a spectator, or full",
    ),
]
_KEY = re.compile(r"[!-~]{1,100}")
_VERSION = re.compile(r'"(\d{1,15})"')


def key_of(request: Asks, field: str | None) -> str | None:
    """Return the idempotency key of a request: its field, or else its header."""
    header = request.headers.get("idempotency-key")
    if header is None or field == header:
        return field
    if field is not None:
        raise Malformed("the field `key` and the header Idempotency-Key differ")
    if not _KEY.fullmatch(header):
        raise Malformed("Idempotency-Key is 1 to 100 visible ASCII characters, without spaces")
    return header


def version_of(request: Asks, field: int | None) -> int | None:
    """Return the version that a request was made for: its field, or else its If-Match."""
    header = request.headers.get("if-match")
    if header is None or header == "*":
        return field
    found = _VERSION.fullmatch(header.strip())
    if found is None:
        raise Malformed('If-Match is the version in quotes, as an ETag gives it: "17"')
    if field is not None and field != int(found[1]):
        raise Malformed("the field `version` and the header If-Match differ")
    return int(found[1])


def line_of(text: str | None) -> int:
    """Return the line after which a reader goes on: its Last-Event-ID."""
    if text is None or text == "":
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise Malformed("Last-Event-ID is the number of a line")
    return int(text)
