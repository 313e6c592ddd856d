"""What an odd table is: its rows, what becomes of it, and the plays that it tells of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Odd(NamedTuple):
    """A table, what becomes of it, its plays, and other plays with the options that say so.

    `said` are options that are always given.
    """

    verdict: str
    rows: str
    plays: tuple[str, ...] = ()
    options: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = ()
    said: Mapping[str, Any] = {}


def table(*rows: str) -> str:
    return "\n".join(rows) + "\n"
