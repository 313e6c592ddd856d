"""Fingerprints: a sealed log in twelve letters and digits, to be written on paper.

Anyone can change a log and chain its lines anew. What stands on paper tells the two apart.
"""

from __future__ import annotations

import re

from ledger.kernel.errors import Malformed

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: five bits each, and nothing that looks like something else."""

_READ = str.maketrans("OIL", "011")
_SHAPE = re.compile(f"[{LETTERS}]{{12}}")


def fingerprint(digest: str) -> str:
    """Return the fingerprint of a sealed log, given the digest of its seal: `7ZQ4-0M3K-XW1C`."""
    number = int(digest[:15], 16)
    text = "".join(LETTERS[number >> shift & 31] for shift in range(55, -1, -5))
    return "-".join((text[:4], text[4:8], text[8:]))


def read_fingerprint(text: str) -> str:
    """Read a fingerprint as people type it: in small letters, without dashes, O for 0."""
    plain = re.sub(r"[\s-]", "", text).upper().translate(_READ)
    if _SHAPE.fullmatch(plain) is None:
        raise Malformed("{text!r} isn't a fingerprint; one looks like 7ZQ4-0M3K-XW1C", text=text)
    return "-".join((plain[:4], plain[4:8], plain[8:]))
