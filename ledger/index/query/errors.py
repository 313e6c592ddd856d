"""Explaining DuckDB's errors: where in the statement, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

import duckdb

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.text.suggest import either

_KIND = re.compile(
    r"^(?:[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)*(?: with name)? Error|TransactionContext Error): "
)
_PLACE = re.compile(r"\n\s*LINE (\d+): (.*)\n(\s*)\^", re.DOTALL)
_NEAR = re.compile(r"(?:Did you mean|Candidate bindings:|Candidate functions:)\s*(.*)", re.DOTALL)
_SIGNATURE = re.compile(r"^\s*(\w+\(.*\)) -> ", re.MULTILINE)
_TABLE = re.compile(r"(?:Table|View) with name \"?([^\s\"]+)\"? does not exist")
_COLUMN = re.compile(r"(?:Referenced column|does not have a column named) \"([^\"]+)\"")


def explained(
    error: duckdb.Error, sql: str, con: duckdb.DuckDBPyConnection | None = None
) -> LedgerError:
    """Return an engine error as one people can read, with line, column and similar names."""
    text = str(error)
    place = _PLACE.search(text)
    message = _KIND.sub("", text[: place.start()] if place else text).strip()
    near = _NEAR.search(message)
    message = (message[: near.start()] if near else message).strip()
    hint = _hint(message, near[1].strip() if near else "", con)
    kind = _class(error)
    told = _plainly(error, message)
    if place is None:
        return kind(told, hint=hint)
    line = int(place[1])
    rows = sql.splitlines() or [""]
    source = rows[line - 1] if line <= len(rows) else place[2]
    return kind(told, line=line, column=_column(place, source), source=source, hint=hint)


def _column(place: re.Match[str], source: str) -> int:
    """Return the column of DuckDB's caret in the full line, of which DuckDB shows only a part."""
    shown, at = place[2], len(place[3]) - len(f"LINE {place[1]}: ")
    if not shown.startswith("..."):
        return at + 1
    part = shown.removeprefix("...").removesuffix("...")
    return max(source.find(part), 0) + at - 3 + 1


def _class(error: duckdb.Error) -> type[LedgerError]:
    refused = (
        duckdb.PermissionException,
        duckdb.InvalidInputException,
        duckdb.OutOfMemoryException,
    )
    return Illegal if isinstance(error, refused) else Malformed


def _plainly(error: duckdb.Error, message: str) -> Text:
    if isinstance(error, duckdb.PermissionException):
        return Message("a query can't use files, the network or settings")
    if "read-only mode" in message:
        return Message("only queries are allowed: the index can't be changed")
    if isinstance(error, duckdb.OutOfMemoryException):
        return Message("this query needs more memory than it is allowed")
    if "'pytz'" in message:
        return Message("a time with a zone can't be shown: write `::timestamp` after it")
    if not message:
        return Message("this query can't be answered")
    first = message.splitlines()[0].rstrip("!")
    return first[0].lower() + first[1:] if first[:2].istitle() else first


def _hint(message: str, near: str, con: duckdb.DuckDBPyConnection | None) -> Message | None:
    if (missing := _TABLE.search(message)) and con is not None:
        rows = con.execute(
            "select table_name from duckdb_tables() where schema_name = 'main' union all "
            "select view_name from duckdb_views() where not internal"
        ).fetchall()
        names = get_close_matches(missing[1].lower(), [r[0] for r in rows], 3, 0.5)
        return _meant(names) or Message("`ledger query --tables` lists them")
    if (missing := _COLUMN.search(message)) and con is not None:
        names = re.findall(r'"([^"]+)"', near)
        rows = con.execute("select distinct column_name from duckdb_columns()").fetchall()
        close = get_close_matches(missing[1].lower(), [r[0] for r in rows], 3, 0.6)
        both = list(dict.fromkeys((*names, *close)))[:4]
        return _meant(both)
    if takes := [found[1].replace('"', "") for found in _SIGNATURE.finditer(near)]:
        return Message("there is {functions}", functions=either(list(dict.fromkeys(takes))[:3]))
    found = re.findall(r'"([^"]+)"', near) if not near.startswith(("\n", "\t")) else []
    names = list(dict.fromkeys(found))
    return _meant(names[:4])


def _meant(names: Sequence[str]) -> Message | None:
    return Message("did you mean {near}?", near=either(names)) if names else None
