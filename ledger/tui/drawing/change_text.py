"""What an event changed, in the style players like: the change in bold, the new value dim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from ledger.kernel.narration.narrate import Change


def change_text(
    event: Any,
    changes: Sequence[Change],
    names: Sequence[str],
    labels: Mapping[str, str],
    arrow: str = "→",
) -> Text:
    """Return an event's changes as text; seats are named unless they are the event's own."""
    out = Text()
    who = getattr(event, "seat", None)
    for change in changes:
        if out:
            out.append("  ")
        if change.seat != who:
            out.append(f"{names[change.seat - 1]} ", "italic")
            who = change.seat
        out.append(f"{labels[change.resource]} ")
        out.append(f"{change.change:+d}", "bold")
        out.append(f" {arrow} {change.value}", "dim")
    return out
