"""Events in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.events import Event, tag


def tell(event: Event, names: Sequence[str], lang: str = "en") -> str:
    """Tell an event."""
    return tag(type(event))
