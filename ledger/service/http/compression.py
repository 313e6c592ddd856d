"""Answers packed with gzip, for who takes that.

Only what pages load is packed: files, and a game as it is told for them. No token is ever in it,
and no other site can have it asked for, so that its length tells nobody anything. Streams are
never packed: each message has to arrive at once.
"""

from __future__ import annotations

import gzip

LEAST = 1400
"""Bytes that go into one packet anyway aren't worth while."""
MARK = "-gzip"
"""What the tag of a packed answer ends with: it is another representation."""


def takes_gzip(accepted: str) -> bool:
    """Whether a header `Accept-Encoding` asks for gzip."""
    return "gzip" in {
        part.partition(";")[0].strip().lower()
        for part in accepted.split(",")
        if not part.replace(" ", "").endswith((";q=0", ";q=0.0"))
    }


def compressed(data: bytes) -> bytes | None:
    """Return bytes packed as fast as can be; None if they are too few."""
    return gzip.compress(data, 1, mtime=0) if len(data) >= LEAST else None


def plain_tag(tag: str) -> str:
    """Return the tag of an answer as it is before it is packed."""
    return tag.removesuffix(f'{MARK}"') + '"' if tag.endswith(f'{MARK}"') else tag


def compressed_tag(tag: str) -> str:
    """Return the tag of the packed answer."""
    return tag.removesuffix('"') + f'{MARK}"'
