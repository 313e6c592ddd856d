"""The templates of messages in a module: what errors, refusals, hints and `Message` say.

    python_messages(source) -> {"the Market costs {cost}, you paid {paid}", …}

A text counts where it stands in the call, also as one of two alternatives (`a if x else b`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

FIRST = (
    *("Message", "LedgerError", "Malformed", "Illegal", "Impossible", "GameFault", "BrokenGame"),
    "TookTooLong",
    *("Ambiguous", "Conflict", "Missing", "Locked", "Failed", "Damaged", "Stale", "WrongBox"),
    *("Unauthorized", "Forbidden", "UnsupportedMediaType", "Closing", "Busy", "AccessDenied"),
    *("Unreachable", "NothingDrawn", "MissingResult", "Unknown", "NotASheet", "Unexplained"),
    *("UnknownReport", "Mismatch", "TooMuch"),
)
"""Calls whose first argument is the text."""
SECOND = ("require", "ReadError", "RequestRefused", "needs", "unknown", "name_in", "typed")
THIRD = ("need", "must", "expect", "name_of", "name_by_start", "FormPart")
AT = {**dict.fromkeys(FIRST, 0), **dict.fromkeys(SECOND, 1), **dict.fromkeys(THIRD, 2)}
"""Location the text is among the arguments of a call."""
NAMED = ("hint", "missing")
"""Arguments by name that are texts."""
MISSING = ("take", "rest")
"""Methods of a line, which are told what is missing where it ends: `line.take("a card")`."""


def python_messages(source: str) -> Iterator[str]:
    """Yield every template of a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        at = AT.get(str(name).lstrip("_"))
        if name in MISSING and isinstance(node.func, ast.Attribute):
            at = 0
        if at is None:
            continue
        if len(node.args) > at:
            yield from _texts(node.args[at])
        for keyword in node.keywords:
            if keyword.arg in NAMED:
                yield from _texts(keyword.value)


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
        case ast.BoolOp():
            for one in node.values:
                yield from _texts(one)


def worded(text: str) -> bool:
    """Whether a template has words of its own, besides gaps and what is typed."""
    return re.search(r"[^\W\d_]{2}", re.sub(r"`[^`]*`|{[^{}]*}", "", text)) is not None
