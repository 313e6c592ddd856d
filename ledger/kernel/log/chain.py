"""The chain of digests: each line ends with a digest of its own bytes and the digest before it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

DIGEST = 32
"""The number of hex digits in a digest: the first half of a SHA-256."""

SUFFIX = b',"digest":"'
TAIL = len(SUFFIX) + DIGEST + 2
"""The number of bytes at the end of a line that its digest doesn't cover."""


def chain_through(chain: bytes, lines: bytes, digests: Sequence[str]) -> bytes | None:
    """Check consecutive lines against their digests; return the last digest, or None if one is
    wrong.

    `chain` is the digest before the lines, empty at the beginning of a log. `lines` are complete
    lines, each with its newline, and `digests` are their digests as decoded.
    """
    raws = lines.split(b"\n")
    if raws.pop() or not raws or len(raws) != len(digests):
        return None
    for raw, stated in zip(raws, digests, strict=True):
        digest = hashlib.sha256(chain + raw[:-TAIL]).hexdigest()[:DIGEST]
        chain = digest.encode()
        # compare the bytes as well, because a digest can be spelled in several ways
        if stated != digest or raw[-TAIL:] != SUFFIX + chain + b'"}':
            return None
    return chain
