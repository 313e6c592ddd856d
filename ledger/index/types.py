"""Types that making rows needs: logs to load, rows, and how far a log is in."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .schema import DELTAS


class LogToLoad(msgspec.Struct, kw_only=True):
    """A log to load, and how far it is in already, so that only the rest is staged."""

    game_id: int
    log: str
    path: str
    revision: int = 1
    size: int | None = None
    head: str | None = None
    known_seq: int = 0
    known_head: str = ""
    brief: bool = False
    """Whether only what stands in `games` and `seats` is wanted."""


class StagedLog(msgspec.Struct, kw_only=True):
    """How far a log is in; rows up to `cut` were in the index already."""

    game_id: int
    game: str | None
    seq: int
    head: str
    cut: int


FOLDED = {
    "deltas": {c.name: c.type for c in DELTAS.columns if c.name not in ("game_id", "game")},
    "moves": {
        "move": "INTEGER",
        "seq": "INTEGER",
        "last_seq": "INTEGER",
        "turn": "INTEGER",
        "seat": "INTEGER",
        "command": "VARCHAR",
        "notation": "VARCHAR",
        "at": "VARCHAR",
        "before": "VARCHAR",
        "waived": "VARCHAR",
    },
    "turns": {
        "turn": "INTEGER",
        "seat": "INTEGER",
        "round": "INTEGER",
        "first_seq": "INTEGER",
        "last_seq": "INTEGER",
        "moves": "INTEGER",
        "events": "INTEGER",
        "started": "VARCHAR",
        "ended": "VARCHAR",
        "scores": "BIGINT[]",
    },
}
"""What folding a log tells: the cells of a row in their order, with their types when staged."""


class Rows(NamedTuple):
    """Rows by table; events are lines of JSON, and those in `FOLDED` tuples without the game."""

    events: list[bytes]
    deltas: list[tuple[Any, ...]]
    moves: list[tuple[Any, ...]]
    turns: list[tuple[Any, ...]]
    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    problems: list[dict[str, Any]]

    @classmethod
    def empty(cls) -> Rows:
        """Return no rows."""
        return cls([], [], [], [], [], [], [])
