"""Games known only by their results, as other programs and spreadsheets record them."""

from __future__ import annotations

from typing import Any

import msgspec


class Person(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """A player as named by a source; `ids` are permanent ids by kind: bgstats, bgg, bga.

    The name is `?` if the source doesn't give one.
    """

    name: str
    ids: dict[str, str] = {}


class Standing(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """How one player did.

    Numbers are decimals in strings: `score` as written, `parts` and `total` as we read it. None
    means that the source doesn't say; `extra` keeps everything that has no field here.
    """

    person: Person
    score: str | None = None
    parts: tuple[str, ...] = ()
    total: str | None = None
    place: int | None = None
    won: bool | None = None
    began: bool | None = None
    first_time: bool | None = None
    seat: int | None = None
    colour: str | None = None
    role: str | None = None
    team: str | None = None
    extra: dict[str, Any] = {}


class PlayRecord(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """A game without moves.

    `source` and `key` identify it: where it comes from and what it is called there. `game` is the
    name of the game if it is installed here. `date` looks like 2026-03-01, with `?` for unknown
    digits; `time` is local time, or in the time zone `extra["zone"]`. `extra` keeps everything that
    has no field here.
    """

    source: str
    key: str
    title: str
    game: str | None = None
    bgg: int | None = None
    date: str | None = None
    time: str | None = None
    minutes: int | None = None
    rounds: int | None = None
    place: str | None = None
    board: str | None = None
    quantity: int = 1
    complete: bool = True
    highest_wins: bool = True
    cooperative: bool = False
    comment: str | None = None
    standings: tuple[Standing, ...] = ()
    extra: dict[str, Any] = {}


def every_field(record: msgspec.Struct) -> dict[str, Any]:
    """Return a record with all its fields; its JSON leaves out those with default values."""
    return {name: _plain(getattr(record, name)) for name in record.__struct_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return every_field(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


BY_LEDGER = "written by ledger"
"""The mark in our own exports, by which they are recognised when they are imported again."""
