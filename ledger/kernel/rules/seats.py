"""Seats around a table, numbered from 1 clockwise."""

from __future__ import annotations


def clockwise(first: int, players: int) -> list[int]:
    """Return all seats clockwise, starting with `first`."""
    return [(first - 1 + i) % players + 1 for i in range(players)]
