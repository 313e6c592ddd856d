"""The chain of digests: each line ends with one, made of the digest before it and its own bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

DIGEST = 32
"""Hex digits of a digest: SHA-256, first half."""

SUFFIX = b',"digest":"'
TAIL = len(SUFFIX) + DIGEST + 2
"""Bytes at the end of a line that its digest is not made of."""


def chain_through(chain: bytes, lines: bytes, digests: Sequence[str]) -> bytes | None:
    """Check lines that follow a digest; return the digest of the last one, or None if one is wrong.

    `chain` is the digest before them, empty at the beginning of a log. `lines` are whole lines,
    each with its newline, and `digests` are their digests as they were decoded.
    """
    raws = lines.split(b"\n")
    if raws.pop() or not raws or len(raws) != len(digests):
        return None
    for raw, stated in zip(raws, digests, strict=True):
        digest = hashlib.sha256(chain + raw[:-TAIL]).hexdigest()[:DIGEST]
        chain = digest.encode()
        # the bytes as well, because a digest can be spelled in several ways
        if stated != digest or raw[-TAIL:] != SUFFIX + chain + b'"}':
            return None
    return chain
