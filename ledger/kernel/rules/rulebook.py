"""The rules of a game in words: a `rules.toml`, or the docstring of a game that is one file.

    NIM-01 The heaps: Three heaps of sticks lie on the table.

    NIM-02 A turn: Take any number of sticks from one heap.
    The last stick wins.

A paragraph that begins with an id is a rule, with a title up to the colon. `A-NIM-01` is a ruling:
what the author decided where the rules say nothing. `NIM-G1` is a worked example.
"""

from __future__ import annotations

import functools
import re
import sys
import tomllib
from collections.abc import Mapping
from typing import Any

from ledger.kernel.errors import DeclarationError
from ledger.kernel.packages import files_of

_RULE = re.compile(r"((?:A-)?[A-Z][A-Z0-9]*-(?:A|G)?\d+)\s+([^:\n]+):\s*(.+)", re.DOTALL)


class Rulebook:
    """The rules and rulings of a game, summed up in our own words."""

    def __init__(self, package: str) -> None:
        self.package = package

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """All of it, as in a `rules.toml`."""
        file = files_of(self.package).joinpath("rules.toml")
        if file.is_file():
            return tomllib.loads(file.read_text("utf-8"))
        found = rules_in(sys.modules[self.package].__doc__ or "")
        if not found["rule"]:
            raise DeclarationError(
                f"{self.package} tells no rules: write a `rules.toml`, or begin the docstring of "
                "the module with them, one to a paragraph: `NIM-01 The heaps: Three heaps …`"
            )
        return found

    @functools.cached_property
    def texts(self) -> Mapping[str, Mapping[str, Any]]:
        """All rules and rulings by their ids."""
        return {rule["id"]: rule for rule in self.data.get("rule", ())}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules and rulings."""
        return tuple(self.texts)


def rules_in(text: str) -> dict[str, Any]:
    """Return the rules that a text tells, in the shape of a `rules.toml`."""
    found = (_RULE.fullmatch(part.strip()) for part in re.split(r"\n\s*\n", text))
    return {"rule": [_rule(m[1], m[2], m[3]) for m in found if m]}


def _rule(id: str, title: str, text: str) -> dict[str, Any]:
    ruling = id.startswith("A-") or "-A" in id
    kind = "ruling" if ruling else "example" if "-G" in id else "rule"
    words = " ".join(text.split())
    return {"id": id, "kind": kind, "section": "", "title": title, "text": words, "sources": []}
