"""docs/architecture.md and the decisions: what they name exists, and holds what they say."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from common.paths import ROOT

DOCS = ROOT / "docs"
TEXT = (DOCS / "architecture.md").read_text("utf-8")
DECISIONS = [p.read_text("utf-8") for p in sorted((DOCS / "decisions").glob("*.md"))]
REFERENCE = re.compile(r"`((?:ledger|tests)/[\w./-]+)(?:::(\w+))?`")
NAMED = sorted({found for text in (TEXT, *DECISIONS) for found in REFERENCE.findall(text)})


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
    assert len(rows("Where to start")) == 12


def test_the_picture_of_the_packages_is_what_their_contract_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (kept,) = (c for c in contracts if c.get("containers") == ["ledger"])
    assert kept["exhaustive"]
    part = TEXT.partition("## The packages\n")[2].partition("\n## ")[0]
    picture = re.findall(r"```text\n(.*?)```", part, re.S)[0]
    drawn = [line.split("│")[1].strip() for line in picture.splitlines() if "│" in line]
    assert drawn == kept["layers"]


def test_every_decision_is_listed_and_has_all_its_parts() -> None:
    index, *records = DECISIONS[-1], *DECISIONS[:-1]
    pages = sorted(p.name for p in (DOCS / "decisions").glob("0*.md"))
    assert re.findall(r"\]\((0[\w-]+\.md)\)", index) == pages
    for number, record in enumerate(records, 1):
        assert record.startswith(f"# {number}. ")
        assert re.findall(r"^## (.*)$", record, re.M) == [
            "Context",
            "Decision",
            "Drawbacks",
            "Consequences",
        ]


def test_every_package_is_in_the_table() -> None:
    shown = {re.findall(r"`ledger/(\w+)/`", row)[0] for row in rows("The packages")}
    there = {p.parent.name for p in (ROOT / "ledger").glob("*/__init__.py")}
    assert shown == there
