"""Query results as text: CSV, JSON, one JSON object per line, and Markdown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

import msgspec

from ledger.kernel.text.cells import cell
from ledger.kernel.text.safe import inert_json, safe

from .result import Field, QueryResult

_BIG = 2**63
_MARKS = re.compile(r"[\\`*\[\]|~!$]|(?<![^\W_])_|_(?![^\W_])")
"""Characters that mean something to Markdown in a cell; within a word, underscores don't."""


def _hook(value: Any) -> Any:
    return str(value)


_encoder = msgspec.json.Encoder(enc_hook=_hook, decimal_format="number")


def plain(value: Any, kind: str) -> Any:
    """Return a value ready for JSON; a JSON column is decoded instead of becoming a string."""
    if value is None or isinstance(value, bool | str):
        if kind == "JSON" and isinstance(value, str):
            return msgspec.Raw(value.encode())
        return value
    if isinstance(value, int):
        return value if -_BIG <= value < 2 * _BIG else str(value)
    if isinstance(value, dict):
        return {str(k): plain(v, "") for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v, "") for v in value]
    return value


def _json(value: Any) -> str:
    return inert_json(_encoder.encode(value).decode())


def _objects(answer: QueryResult) -> Iterator[str]:
    for row in answer:
        values = {f.name: plain(v, f.type) for f, v in zip(answer.fields, row, strict=True)}
        yield _json(values)


def ndjson(answer: QueryResult) -> Iterator[str]:
    """Yield one object per row, each on its own line."""
    for row in _objects(answer):
        yield row + "\n"


def json(answer: QueryResult) -> Iterator[str]:
    """Yield one array of objects."""
    sign = "["
    for row in _objects(answer):
        yield f"{sign}{row}"
        sign = ",\n "
    yield "[]\n" if sign == "[" else "]\n"


def csv_lines(answer: QueryResult) -> Iterator[str]:
    """Yield CSV with a header row; lists and structs are written as JSON."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(cell, answer.columns))
    for batch in answer.batches():
        writer.writerows([_cell(v) for v in row] for row in batch)
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, dict | list | tuple):
        return cell(_json(plain(value, "")))
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, int | float | Decimal):
        return value
    return cell(str(value))


def markdown(answer: QueryResult) -> Iterator[str]:
    """Yield a Markdown table."""
    marks = ["---:" if numeric(f) else "---" for f in answer.fields]
    yield _md(map(_in_markdown, answer.columns))
    yield _md(marks)
    for row in answer:
        yield _md(_in_markdown(v) for v in row)


def _md(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _in_markdown(value: Any) -> str:
    """Return a value as readable text, with everything escaped that means something in Markdown or
    HTML.
    """
    text = _MARKS.sub(r"\\\g<0>", shown(value))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def numeric(field: Field) -> bool:
    """Return whether a column holds numbers."""
    kinds = ("BIGINT", "INT", "DOUBLE", "FLOAT", "DECIMAL", "HUGEINT", "SMALLINT", "TINYINT")
    return not field.type.endswith("[]") and any(k in field.type for k in kinds)


def shown(value: Any) -> str:
    """Return a value as readable text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | Decimal):
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return text or "0"
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, dict):
        return ", ".join(f"{shown(k)}: {shown(v)}" for k, v in value.items())
    return safe(str(value))
