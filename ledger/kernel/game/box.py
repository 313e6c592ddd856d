"""Boxes: the components of a game as data, named by a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.kernel.errors import Malformed


def digest_box(data: Mapping[str, Any]) -> str:
    """Return the digest that names a box in `opened`."""
    canonical = msgspec.json.encode(data, order="deterministic")
    return hashlib.sha256(canonical).hexdigest()[:32]


def require(ok: object, message: str) -> None:
    """Refuse a box unless the condition holds."""
    if not ok:
        raise Malformed(f"box: {message}", about="box")
