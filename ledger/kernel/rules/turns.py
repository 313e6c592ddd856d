"""Seats in clockwise order, and rounds of turns."""

from __future__ import annotations

from typing import Any


def clockwise(first: int, players: int) -> list[int]:
    """Return all seats clockwise, starting with `first`; seats are numbered from 1."""
    return [(first - 1 + i) % players + 1 for i in range(players)]


def next_seat(seat: int, players: int) -> int:
    """Return the seat clockwise of another one; after the last comes seat 1."""
    return seat % players + 1


def rounds(state: Any) -> int:
    """Return the number of the current round, where a round is one turn for each player."""
    return round_at(state.turn, state.setup.players)


def round_at(turn: int, players: int) -> int:
    """Return the round that a turn belongs to, where a round is one turn for each player."""
    return -(-turn // players)
