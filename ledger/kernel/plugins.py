"""The entry points through which games are installed, and the distributions they come from."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from .lazy import LazyModule

if TYPE_CHECKING:
    from importlib import metadata
else:  # it takes a quarter of the start-up time of a short command; our own games don't need it
    metadata = LazyModule("importlib.metadata")

GROUP = "ledger.games"
OURS = "ledger.games."


@functools.cache
def entry_points() -> dict[str, list[metadata.EntryPoint]]:
    """Return the entry points of games by name; ours come first, and so take precedence."""
    found: dict[str, list[metadata.EntryPoint]] = {}
    every = metadata.entry_points(group=GROUP)
    for entry in sorted(every, key=lambda e: (not is_ours(e), e.name, distribution_of(e))):
        found.setdefault(entry.name.lower(), []).append(entry)
    return found


def is_ours(entry: metadata.EntryPoint) -> bool:
    """Whether an entry point refers to one of the games that come with Ledger."""
    return entry.value.startswith(OURS)


def shipped_by(name: str, package: str) -> str:
    """Return the name and version of the distribution that a game comes from; "" if unknown."""
    for entry in entry_points().get(name.lower(), ()):
        if entry.module == package or f"{entry.module}.".startswith(f"{package}."):
            return distribution_of(entry)
    return ""


def distribution_of(entry: metadata.EntryPoint) -> str:
    """Return the name and version of the distribution of an entry point; "" if it has none."""
    return "" if entry.dist is None else _named(entry.dist)


@functools.cache
def _named(distribution: metadata.Distribution) -> str:
    """Return the name and version of a distribution; cached, as reading them is slow."""
    facts = distribution.metadata
    return f"{facts['Name']} {facts['Version']}"


def forget_entry_points() -> None:
    """Discard the cached entry points, as other games may have been installed since."""
    entry_points.cache_clear()
    _named.cache_clear()
