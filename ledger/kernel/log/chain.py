"""The chain of digests: each line ends with one, made of the digest before it and its own bytes.

A compiled build (`LEDGER_COMPILE=1 pip install .`) has the same in C, `chain.c`. It saves nearly
half of the time of reading: what is done around each of so many short lines takes longer than
hashing them. It is used only if it was made from these two files as they are now, and
`LEDGER_COMPILED=0` does without it.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Sequence
from importlib import import_module
from operator import add, itemgetter
from pathlib import Path
from typing import TypeAlias

DIGEST = 32
"""Hex digits of a digest: SHA-256, first half."""

SUFFIX = b',"digest":"'
TAIL = len(SUFFIX) + DIGEST + 2
"""Bytes at the end of a line that its digest is not made of."""

_sha = hashlib.sha256
# what every line of a log goes through, without a step of Python: a log has many
_WHOLE = type(_sha()).digest
_BODY, _FIRST_OF_TAIL = itemgetter(slice(-TAIL)), itemgetter(-TAIL)

ChainThrough: TypeAlias = Callable[[bytes, bytes, Sequence[str]], bytes | None]
"""Returns the digest of the last of many lines that follow a digest; None if one doesn't.

It takes that digest, whole lines, each with its newline, and their digests as they were decoded.
"""


def in_python(chain: bytes, lines: bytes, digests: Sequence[str]) -> bytes | None:
    """Return the digest of the last of many lines that follow a digest; None if one doesn't."""
    raws = lines.split(b"\n")
    if raws.pop() or not raws or len(raws) != len(digests):
        return None
    # Each line's digest is made of the digest that the one before has, so all at once will do.
    stated = " ".join(digests)
    chains = [chain, *stated.encode().split(b" ")]
    hashed = map(_sha, map(add, chains, map(_BODY, raws)))
    words = array("Q", b"".join(map(_WHOLE, hashed)))
    del words[2::4], words[2::3]  # the first two of four words of eight bytes are our half
    if words.tobytes().hex(" ", DIGEST // 2) != stated:
        return None
    # only with a comma there is room for no other spelling than ours
    return chains[-1] if {*map(_FIRST_OF_TAIL, raws)} == {*b","} else None


def in_c() -> ChainThrough | None:
    """Return the same of a compiled build, unless it was made from other sources."""
    if os.environ.get("LEDGER_COMPILED") == "0":
        return None
    try:
        compiled = import_module("ledger_chain")
        same = digest_of_sources() == compiled.SOURCES
    except (ImportError, AttributeError, OSError):  # not there, not ours, or without its sources
        return None
    return compiled.chain_through if same else None


def digest_of_sources() -> str:
    """Return the digest of this file and of its other form in C."""
    python = Path(__file__)
    return _sha(python.read_bytes() + python.with_suffix(".c").read_bytes()).hexdigest()


_in_c = in_c()
COMPILED = _in_c is not None
"""Whether this is a compiled build."""

chain_through = _in_c or in_python
