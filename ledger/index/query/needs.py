"""What a question needs to know: only how games ended, or also their course."""

from __future__ import annotations

import duckdb

from ledger.index.schema import BRIEF
from ledger.kernel.errors import Illegal

from .policy import names_in

_CALLS = {"generate_series", "range", "unnest"}
"""Table functions that need no table."""


def needs_course(sql: str) -> bool:
    """Whether a question asks for more than who played what, and how it ended.

    It is not run for that, nor planned, which can take as long and as much memory.
    """
    with duckdb.connect(config={"enable_external_access": "false"}) as con:
        try:
            names = [(kind, name.lower()) for kind, name in names_in(con, sql)]
        except (duckdb.Error, Illegal):  # whoever answers it says what is wrong
            return True
    known = {table.name for table in BRIEF} | {name for kind, name in names if kind == "with"}
    return any(
        (kind == "table" and name not in known) or (kind == "call" and name not in _CALLS)
        for kind, name in names
    )
