"""What a new game is called, and when it begins."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from ledger.kernel.times import format_time


def new_id(base: str, key: str | None) -> str:
    """Return an id for a new game: for the same key the same."""
    tail = secrets.token_hex(6) if key is None else hashlib.sha256(key.encode()).hexdigest()[:12]
    return f"{base}-{tail}"


def now() -> str:
    """Return the time as logs write it."""
    return format_time(dt.datetime.now(dt.UTC))
