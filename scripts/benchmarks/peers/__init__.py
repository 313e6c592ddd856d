"""The peers our benchmark compares with; each is optional and measured by its own module."""

from __future__ import annotations

from typing import Protocol

from . import boardgame_io, catanatron_peer, eventsourcing_peer, loop_limit, python_chess


class Peer(Protocol):
    """What every peer module offers."""

    def available(self) -> str | None:
        """None when the peer can be measured, else why it cannot."""

    def version(self) -> str:
        """The peer's name and version; only asked for when it is available."""

    def measure(self, seconds: float, repeats: int = 3) -> dict[str, float]:
        """Metric name -> value; the name ends in `_per_s` (a rate) or `_ms` (a time)."""


PEERS: dict[str, Peer] = {
    "loop limit": loop_limit,
    "python-chess": python_chess,
    "catanatron": catanatron_peer,
    "eventsourcing": eventsourcing_peer,
    "boardgame.io": boardgame_io,
}


def versions() -> dict[str, str]:
    """The version of every peer that is there."""
    return {name: peer.version() for name, peer in PEERS.items() if peer.available() is None}


def run(seconds: float, repeats: int = 3) -> dict[str, dict[str, float] | str]:
    """Measure every peer, `seconds` a repeat and metric; a string says why one is missing."""
    result: dict[str, dict[str, float] | str] = {}
    for name, peer in PEERS.items():
        absent = peer.available()
        if absent is not None:
            result[name] = absent
            continue
        try:
            result[name] = peer.measure(seconds, repeats)
        except Exception as error:  # one peer's trouble must not lose the others' numbers
            result[name] = f"failed: {type(error).__name__}: {error}"
    return result
