"""How a game departs from the standard one, in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.kernel.log.assurance import Departures

MOST = 6
"""How many places, lines or options are named."""


def some(texts: Iterable[str]) -> str:
    """Return the first of some texts, and how many more there are."""
    every = list(texts)
    more = f" and {len(every) - MOST} more" if len(every) > MOST else ""
    return ", ".join(every[:MOST]) + more


def options_text(options: dict[str, str | int | bool]) -> str:
    """Return options as they are typed: `tactical=true`."""
    return some(f"{name}={str(value).lower()}" for name, value in options.items())


def box_text(differs: Iterable[str]) -> str:
    """Name what is different in a box of one's own."""
    return f"own box ({some(differs) or 'the same components'})"


def departures_text(found: Departures) -> str:
    """Return how a game departs from the standard one, for a list; "" if it doesn't."""
    parts = (
        "own box" if found.box is not None else "",
        options_text(found.options),
        _counted(len({x.line for x in found.waived}), "house rule"),
        _counted(len(found.corrected), "correction"),
    )
    return ", ".join(part for part in parts if part)


def _counted(n: int, what: str) -> str:
    return "" if not n else f"1 {what}" if n == 1 else f"{n} {what}s"
