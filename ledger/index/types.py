"""Types used for making rows: logs to load, rows, and how much of a log has been indexed."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .schema import DELTAS


class LogToLoad(msgspec.Struct, kw_only=True):
    """A log to load, and how much of it is indexed already, so that only the rest is staged."""

    game_id: int
    log: str
    path: str
    revision: int = 1
    size: int | None = None
    head: str | None = None
    known_seq: int = 0
    known_head: str = ""
    brief: bool = False
    """Whether only the contents of `games` and `seats` are wanted."""


class StagedLog(msgspec.Struct, kw_only=True):
    """How much of a log has been staged; rows up to `cut` were in the index already."""

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
"""The results of folding a log: the cells of each row in order, with their types when staged."""


class Rows(NamedTuple):
    """Rows by table: events as lines of JSON, tables in `FOLDED` as tuples without the game."""

    events: list[bytes]
    deltas: list[tuple[Any, ...]]
    moves: list[tuple[Any, ...]]
    turns: list[tuple[Any, ...]]
    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    problems: list[dict[str, Any]]

    @classmethod
    def empty(cls) -> Rows:
        """Return an instance without any rows."""
        return cls([], [], [], [], [], [], [])
