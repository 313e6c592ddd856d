"""docs/architecture.md is true: every file it names exists, and holds what it says."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from common.paths import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`((?:ledger|tests)/[\w./-]+)(?:::(\w+))?`", TEXT)))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_is_named_is_there(path: str, name: str) -> None:
    assert (ROOT / path).exists()
    if name:
        assert name in defined(ROOT / path)


def defined(path: Path) -> set[str]:
    """Return what a module defines at its top level."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def rows(heading: str) -> list[str]:
    """Return the rows of the table below a heading."""
    part = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line for line in part.splitlines() if line.startswith("|")][2:]


def test_there_are_twelve_tasks() -> None:
    assert len(rows("Where twelve tasks begin")) == 12


def test_every_room_is_shown() -> None:
    shown = {re.findall(r"`ledger/(\w+)/`", row)[0] for row in rows("The rooms")}
    there = {p.parent.name for p in (ROOT / "ledger").glob("*/__init__.py")}
    assert shown == there


def test_every_room_has_a_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    kept = {m.split(".")[1] for c in contracts for m in c.get("source_modules", [])}
    there = {p.parent.name for p in (ROOT / "ledger").glob("*/__init__.py")}
    assert there - kept <= {"cli"}
