"""What strangers may use in a query: the games' tables, but nothing about the engine itself.

By default, the engine reveals its settings and the location of its file to any query. So before a
statement runs, the engine's own parser takes it apart, and we check every name in it. Anything that
a later engine adds is refused until it has been reviewed, except for scalar functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import duckdb
import msgspec

from ledger.kernel.errors import Illegal

NameKind: TypeAlias = Literal["table", "with", "call", "function"]
"""A table or view, one defined by the query itself (`with`), a table function (`call`), or another
function.
"""
_TABLE_FUNCTIONS = {
    *("generate_series", "histogram", "histogram_values", "json_each", "json_tree", "range"),
    *("repeat", "repeat_row", "unnest", "pg_timezone_names", "pragma_table_info"),
    *("duckdb_columns", "duckdb_functions", "duckdb_keywords", "duckdb_tables", "duckdb_types"),
    "duckdb_views",
}
_FUNCTIONS = {
    *("current_setting", "getenv", "getvariable", "json_execute_serialized_sql"),
    *("json_serialize_plan", "pg_sleep", "sleep_ms", "write_log"),
}
"""Scalar functions that reveal settings, run a string as SQL, or just waste time."""

_VIEWS = {"duckdb_columns", "duckdb_tables", "duckdb_types", "duckdb_views", "sqlite_master"}
"""The engine's views about tables, similar to those of `information_schema`."""

_PATH = re.compile(r"(?<![\w.])(?:/|[A-Za-z]:\\)[\w.@+-]+(?:[/\\][\w.@+-]+)+")


def check_names(con: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Raise `Illegal` if a query uses a name it shouldn't."""
    found = list(names_in(con, sql))
    rows = con.execute(
        "select lower(view_name) from duckdb_views() where internal "
        "and schema_name <> 'information_schema'"
    ).fetchall()
    private = {name for (name,) in rows} - _VIEWS
    for kind, name in found:
        low = name.lower()
        if kind == "call":
            refused = low not in _TABLE_FUNCTIONS
        elif kind == "table":
            refused = low in private
        else:
            refused = kind == "function" and low in _FUNCTIONS
        if refused:
            raise Illegal(
                "{name!r} can't be used here",
                hint="queries can only read games; `show tables` lists what there is",
                name=name[:60],
            )


def names_in(con: duckdb.DuckDBPyConnection, sql: str) -> Iterator[tuple[NameKind, str]]:
    """Yield every name in a query with its kind. The query is only parsed, never run."""
    text = con.execute("select json_serialize_sql(?::varchar)", [sql]).fetchall()[0][0]
    try:
        tree = msgspec.json.decode(text)
    except RecursionError:
        raise Illegal("this query is nested too deeply") from None
    if tree["error"]:
        raise Illegal(
            "only a select can be used here", hint="`describe games` and `show tables` work too"
        )
    todo = [tree["statements"]]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            todo += node
        elif isinstance(node, dict):
            if node.get("type") == "TABLE_FUNCTION":
                yield "call", str(node["function"].get("function_name", ""))
            if isinstance(name := node.get("function_name"), str):
                yield "function", name
            if isinstance(name := node.get("table_name"), str):
                yield "table", name.strip('"')
            if isinstance(common := node.get("cte_map"), dict):
                for entry in common["map"]:
                    yield "with", str(entry["key"])
            todo += node.values()


def without_paths(data: Any, given: str) -> Any:
    """Remove file names from a message's data, except those that occur in the query."""
    if isinstance(data, dict):
        return {key: without_paths(value, given) for key, value in data.items()}
    if not isinstance(data, str):
        return data
    return _PATH.sub(lambda m: m[0] if m[0] in given else "(a file)", data)
