"""Fingerprints: a sealed log in twelve letters and digits, to be written on paper.

Anyone can change a log and recompute the chain. A fingerprint on paper shows whether that has
happened.
"""

from __future__ import annotations

import re

from ledger.kernel.errors import Malformed

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: five bits per character, and no two characters that look alike."""

_READ = str.maketrans("OIL", "011")
_SHAPE = re.compile(f"[{LETTERS}]{{12}}")


def fingerprint(digest: str) -> str:
    """Return the fingerprint of a sealed log, given the digest of its seal: `7ZQ4-0M3K-XW1C`."""
    number = int(digest[:15], 16)
    text = "".join(LETTERS[number >> shift & 31] for shift in range(55, -1, -5))
    return "-".join((text[:4], text[4:8], text[8:]))


def read_fingerprint(text: str) -> str:
    """Read a fingerprint as it is typed: lower case, without dashes, or with O for 0.

    Raises `Malformed` if it isn't one.
    """
    plain = re.sub(r"[\s-]", "", text).upper().translate(_READ)
    if _SHAPE.fullmatch(plain) is None:
        raise Malformed("{text!r} isn't a fingerprint; one looks like 7ZQ4-0M3K-XW1C", text=text)
    return "-".join((plain[:4], plain[4:8], plain[8:]))
