"""The rules of a game that is one file: told in its docstring, where everybody reads them first.

    NIM-01 The heaps: Three heaps of sticks lie on the table.

    NIM-02 A turn: Take any number of sticks from one heap.
    The last stick wins.

A paragraph that begins with an id is a rule, with a title up to the colon. `A-NIM-01` is a ruling:
what the author decided where the rules say nothing. `NIM-G1` is a worked example.
"""

from __future__ import annotations

import re
from typing import Any

_RULE = re.compile(r"((?:A-)?[A-Z][A-Z0-9]*-(?:A|G)?\d+)\s+([^:\n]+):\s*(.+)", re.DOTALL)


def rules_in(text: str) -> dict[str, Any]:
    """Return the rules that a text tells, in the shape of a `rules.toml`."""
    found = (_RULE.fullmatch(part.strip()) for part in re.split(r"\n\s*\n", text))
    return {"rule": [_rule(m[1], m[2], m[3]) for m in found if m]}


def _rule(id: str, title: str, text: str) -> dict[str, Any]:
    ruling = id.startswith("A-") or "-A" in id
    kind = "ruling" if ruling else "example" if "-G" in id else "rule"
    words = " ".join(text.split())
    return {"id": id, "kind": kind, "section": "", "title": title, "text": words, "sources": []}
