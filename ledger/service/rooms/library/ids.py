"""What a new game is called."""

from __future__ import annotations

import hashlib
import secrets


def new_id(base: str, key: str | None) -> str:
    """Return an id for a new game: for the same key the same."""
    tail = secrets.token_hex(6) if key is None else hashlib.sha256(key.encode()).hexdigest()[:12]
    return f"{base}-{tail}"
