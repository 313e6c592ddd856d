"""What a question needs to know: only how games ended, or also their course."""

from __future__ import annotations

import duckdb

from ledger.index.schema import BRIEF, created


def needs_course(sql: str) -> bool:
    """Whether a question asks for more than who played what, and how it ended."""
    with duckdb.connect(config={"enable_external_access": "false"}) as con:
        try:
            con.execute("\n".join(map(created, BRIEF)))
            con.execute(f"prepare question as {sql}")  # it is not asked: there is nothing in there
        except duckdb.Error:  # a table is missing, or else whoever answers it says what is wrong
            return True
    return False
