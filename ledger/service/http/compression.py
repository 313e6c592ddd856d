"""Responses compressed with gzip, for clients that accept it.

Only what pages load is compressed: files, and games in the form that pages show. They never contain
a token, and no other site can request them, so that their length reveals nothing. Streams are never
compressed, since each message has to arrive at once.
"""

from __future__ import annotations

import gzip

LEAST = 1400
"""The least number of bytes worth compressing: fewer fit in one packet anyway."""
MARK = "-gzip"
"""The suffix of a compressed response's tag, since it is a different representation."""


def takes_gzip(accepted: str) -> bool:
    """Return whether an `Accept-Encoding` header asks for gzip."""
    return "gzip" in {
        part.partition(";")[0].strip().lower()
        for part in accepted.split(",")
        if not part.replace(" ", "").endswith((";q=0", ";q=0.0"))
    }


def compressed(data: bytes) -> bytes | None:
    """Return the bytes compressed as fast as possible; None if there are too few."""
    return gzip.compress(data, 1, mtime=0) if len(data) >= LEAST else None


def plain_tag(tag: str) -> str:
    """Return the tag that a response has before compression."""
    return tag.removesuffix(f'{MARK}"') + '"' if tag.endswith(f'{MARK}"') else tag


def compressed_tag(tag: str) -> str:
    """Return the tag of the compressed response."""
    return tag.removesuffix('"') + f'{MARK}"'
