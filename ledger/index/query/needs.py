"""What a query needs: only how games ended, or their course as well."""

from __future__ import annotations

import duckdb

from ledger.index.schema import BRIEF
from ledger.kernel.errors import Illegal

from .policy import names_in

_CALLS = {"generate_series", "range", "unnest"}
"""Table functions that work without a table."""


def needs_course(sql: str) -> bool:
    """Return whether a query needs more than who played what, and how it ended.

    The query is neither run nor planned for this, since planning alone can take as much time and
    memory.
    """
    with duckdb.connect(config={"enable_external_access": "false"}) as con:
        try:
            names = [(kind, name.lower()) for kind, name in names_in(con, sql)]
        except (duckdb.Error, Illegal):  # the error is reported when it is answered
            return True
    known = {table.name for table in BRIEF} | {name for kind, name in names if kind == "with"}
    return any(
        (kind == "table" and name not in known) or (kind == "call" and name not in _CALLS)
        for kind, name in names
    )
