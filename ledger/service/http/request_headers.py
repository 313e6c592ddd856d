"""The addresses and headers of requests: their types, and how they are read."""

from __future__ import annotations

from typing import Annotated

from litestar.params import HeaderParameter, PathParameter, QueryParameter

from ledger.kernel.errors import Malformed

TAG_DIGITS = 12
"""How many digits follow the version in an ETag, to tell representations apart."""

CURSOR = r"(start|end|[a-z0-9][a-z0-9_-]{0,63}:[0-9]{1,15})"
"""A position in the stream of all games."""

GameIdPath = Annotated[
    str, PathParameter(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$", description="The game's id")
]
Lang = Annotated[
    str,
    QueryParameter(
        pattern="^[A-Za-z_-]{2,12}$", description="The language; English where there is none"
    ),
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=r"^(full|[0-9]|1[0-6])$",
        description="Through whose eyes, for referees: a seat, 0 for a spectator, or full",
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[!-~]{1,100}$",
        description="Sending the same key again changes nothing; in place of the field `key`",
    ),
]
IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        pattern=rf'^(\*|"[0-9]{{1,15}}(-[0-9a-f]{{{TAG_DIGITS}}}(-gzip)?)?")$',
        description="The version that this is meant for: an ETag that this game gave, or only the "
        "version in quotes; in place of the field `version`",
    ),
]
IfNoneMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-None-Match", description="The ETag that you already have: the answer can be 304"
    ),
]
LastEventId = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID", pattern="^[0-9]{0,15}$", description="Go on after this line"
    ),
]
LastCursor = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        pattern=f"^({CURSOR})?$",
        description="Go on after this message; stands above `after`",
    ),
]


def key_of(header: str | None, field: str | None) -> str | None:
    """Return the idempotency key of a request, from its field or its header.

    Raises `Malformed` if they differ.
    """
    if None not in (header, field) and field != header:
        raise Malformed("the field `key` and the header Idempotency-Key differ")
    return field if header is None else header


def version_of(header: str | None, field: int | None) -> int | None:
    """Return the version that a request was made for, from its field or its If-Match.

    Raises `Malformed` if they differ.
    """
    if header is None or header == "*":
        return field
    version = int(header.strip('"').partition("-")[0])
    if field not in (None, version):
        raise Malformed("the field `version` and the header If-Match differ")
    return version
