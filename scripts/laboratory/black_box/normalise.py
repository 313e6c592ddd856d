"""Take out of an answer what differs between two runs of the same program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

PATTERNS = (
    (re.compile(r"ledger_[a-z0-9]{10}_[A-Za-z0-9_-]{43}"), "<token>"),
    (re.compile(r"\b(in|took|after) \d+(\.\d+)? ?(ms|s|seconds)\b"), r"\1 <time>"),
    (re.compile(r"\b\d+(\.\d+)? ms\b"), "<time>"),
    (re.compile(r"(?<=[:/ ])127\.0\.0\.1:\d{4,5}\b"), "127.0.0.1:<port>"),
    (re.compile(r"(?<=/ledger-)[a-z0-9_]{8}(?=/)"), "<temporary>"),
    # what the binding of DuckDB says at the end of some processes, and not of others
    (re.compile(r"^(nanobind: | - leaked | - \.\.\. skipped|See https://nanobind).*\n?", re.M), ""),
    (re.compile(r"\b(pid|process) \d+\b"), r"\1 <number>"),
)
MEASURED = frozenset({"seconds", "bytes"})
"""JSON fields that hold a measurement, not a fact."""


MADE = "<id of "
"""How the names begin that stand for ids made by chance."""


class Normaliser:
    """Knows the names of one run: its folders, and the ids and secrets that were made in it."""

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._names: dict[str, str] = {}
        for real, shown in names:
            self.call(real, shown)

    def call(self, real: str, shown: str) -> None:
        """Show something by another name from now on."""
        if real:
            self._names[real] = shown

    def known(self) -> list[tuple[str, str]]:
        """Return all names that were given."""
        return list(self._names.items())

    def text(self, text: str) -> str:
        """Return a text with lasting names only."""
        for real in sorted(self._names, key=len, reverse=True):
            text = text.replace(real, self._names[real])
        for pattern, shown in PATTERNS:
            text = pattern.sub(shown, text)
        return text


def measured(value: Any) -> Any:
    """Return a JSON value without its measurements."""
    if isinstance(value, dict):
        return {
            k: "<measured>" if k in MEASURED and isinstance(v, int | float) else measured(v)
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [measured(v) for v in value]
    return value


def ordered(value: Any) -> Any:
    """Return a JSON value whose lists do not show the order of ids that chance made."""
    if isinstance(value, dict):
        return {k: ordered(v) for k, v in value.items()}
    if isinstance(value, list):
        items = [ordered(v) for v in value]
        ids = [x.get("id") if isinstance(x, dict) else None for x in items]
        if ids and all(isinstance(x, str) and x.startswith(MADE) for x in ids):
            items.sort(key=lambda x: str(x["id"]))
        return items
    return value


def parsed(text: str) -> tuple[str, Any]:
    """Return what kind of JSON a text is (`json`, `rows` of it, or only `text`), and its value."""
    try:
        return "json", ordered(measured(json.loads(text)))
    except ValueError:
        pass
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        rows = ordered(measured(lines))
    except ValueError:
        return "text", text.splitlines()
    return ("rows", rows) if rows else ("text", [])


def metrics(text: str) -> list[str]:
    """Return the lines of a page of metrics; measurements and their buckets are left out."""
    out = []
    for line in text.splitlines():
        name = line.split("{")[0].split(" ")[0]
        if name.endswith("_bucket"):
            continue
        if not line.startswith("#") and re.search(r"seconds|bytes|process|memory|_sum", name):
            line = line.rsplit(" ", 1)[0] + " <measured>"
        out.append(line)
    return out
