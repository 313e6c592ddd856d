"""Messages for people: the templates that modules raise, and the catalogues that assert them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .paths import ROOT

RAISED = {"LedgerError", "Malformed", "Illegal", "Impossible", "Ambiguous", "Conflict"}
SAID = {"needs": " is missing behind `", "unknown": "is no "}
"""Helpers that make an error of the words they are given, and what they put around them."""


class Template(NamedTuple):
    """A message as it stands in a module: its fixed parts, between which anything may stand."""

    path: str
    line: int
    parts: tuple[str, ...]

    def matches(self, text: str) -> bool:
        """Whether a text holds the fixed parts in their order."""
        return re.search(".*?".join(map(re.escape, self.parts)), text) is not None


def templates(*paths: str) -> Iterator[Template]:
    """Collect every message that these modules and folders of the project raise."""
    for name in paths:
        found = ROOT / name
        for path in sorted(found.rglob("*.py")) if found.is_dir() else [found]:
            yield from _of_module(path)


def _of_module(path: Path) -> Iterator[Template]:
    tree = ast.parse(path.read_text("utf-8"))
    inner = {x: f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for x in ast.walk(f)}
    for call in ast.walk(tree):
        name = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
        if not isinstance(call, ast.Call) or name not in RAISED | SAID.keys() or not call.args:
            continue
        around = SAID.get(name, "")
        own = [x for x in tree.body if isinstance(x, ast.Assign)]
        scope = [inner.get(call, tree), *own]
        for parts in _texts(call.args[name in SAID], scope):
            whole = (around, *parts) if name == "unknown" else (*parts, around)
            yield Template(path.as_posix().removeprefix(f"{ROOT}/"), call.lineno, whole)


def _texts(node: ast.expr, scope: Sequence[ast.AST]) -> Iterator[tuple[str, ...]]:
    """Return the fixed parts of each text that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield (node.value,)
    elif isinstance(node, ast.JoinedStr):
        parts = [x.value for x in node.values if isinstance(x, ast.Constant)]
        yield tuple(str(p) for p in parts)
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, scope)
        yield from _texts(node.orelse, scope)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _texts(value, scope)
    elif isinstance(node, ast.Subscript):
        yield from _texts(node.value, scope)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for value in (node.func.value, *node.args[1:]):  # `what.get(verb, "a card")`
            yield from _texts(value, scope)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value, scope)
    elif isinstance(node, ast.Name):  # a text that was made before it is raised
        for x in (x for root in scope for x in _assigned(root)):
            if any(isinstance(t, ast.Name) and t.id == node.id for t in x.targets):
                yield from _texts(x.value, scope)


def _assigned(root: ast.AST) -> Iterator[ast.Assign]:
    """Return the assignments of a function, or the one of a line of a module."""
    found = ast.walk(root) if isinstance(root, ast.FunctionDef) else [root]
    return (x for x in found if isinstance(x, ast.Assign))
