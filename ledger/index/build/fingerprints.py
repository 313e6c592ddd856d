"""Fingerprints of code: when the rules of a game change, its logs are folded again."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from ledger.index import schema
from ledger.kernel.packages import sources_of

_READERS = ("rows/*.py", "build/staging.py", "build/load.py", "schema.py", "types.py")


@functools.cache
def code_fingerprints() -> dict[str, str]:
    """Return a fingerprint for each installed game, of its package, the kernel and the index's own
    code.

    The key "" has the fingerprint without any game.
    """
    from importlib import metadata  # slow to import: a pool can start in the meantime

    base = hashlib.sha256(str(schema.VERSION).encode())
    index = Path(schema.__file__).parent
    for path in (
        *sorted(path for pattern in _READERS for path in index.glob(pattern)),
        *sorted((index.parent / "kernel").rglob("*.py")),
    ):
        base.update(path.name.encode() + b"\0" + path.read_bytes())
    out = {"": base.hexdigest()[:16]}
    for entry in sorted(metadata.entry_points(group="ledger.games"), key=lambda e: e.name):
        digest = base.copy()
        for path in sources_of(entry.module):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        out[entry.name] = digest.hexdigest()[:16]
    return out


def code_fingerprint() -> str:
    """Return a single fingerprint of all installed code."""
    text = " ".join(f"{k}={v}" for k, v in code_fingerprints().items())
    return hashlib.sha256(text.encode()).hexdigest()[:16]
