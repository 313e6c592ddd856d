"""Every table that stands in a test: the texts of modules that look like one, and the fixtures."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent.parent
_DELIMITERS = ",;\t|"
_WORDS = ("date", "data", "datum", "game", "gra", "gioco", "player", "gracz", "giocatore", "winner")


def tables() -> dict[str, str]:
    """Return the tables by where they stand: `tests/importers/test_x.py:12`."""
    out: dict[str, str] = {}
    seen: set[str] = set()
    for path in sorted(TESTS.rglob("*.csv")):
        out[str(path.relative_to(TESTS))] = path.read_text(encoding="utf-8-sig")
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "\\n" not in source or not any(word in source for word in ("csv", "importers")):
            continue
        for line, text in _texts(path, source):
            if _is_table(text) and text not in seen:
                seen.add(text)
                out[f"{path.relative_to(TESTS)}:{line}"] = text
    return out


def _texts(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """Yield every text of a module that can be worked out without running its tests."""
    tree = ast.parse(source)
    names = _values(tree)
    for node in _outermost(tree):
        with contextlib.suppress(Exception):
            value = eval(compile(ast.Expression(node), str(path), "eval"), dict(names))  # noqa: S307
            if isinstance(value, str):
                yield node.lineno, value


def _values(tree: ast.Module) -> dict[str, object]:
    """Return the texts that a module gives names to."""
    names: dict[str, object] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with contextlib.suppress(Exception):
                value = eval(compile(ast.Expression(node.value), "", "eval"), dict(names))  # noqa: S307
                names[node.targets[0].id] = value
    return names


def _outermost(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the largest expressions that put a text together."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.BinOp | ast.JoinedStr) or (
            isinstance(child, ast.Constant) and isinstance(child.value, str)
        ):
            yield child
        elif isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute):
            if child.func.attr in ("replace", "format", "join"):
                yield child
            yield from _outermost(child)
        else:
            yield from _outermost(child)


def _is_table(text: str) -> bool:
    rows = [row for row in text.splitlines() if row.strip()]
    if len(rows) < 2 or text.lstrip()[:1] in "{[<":
        return False
    head = rows[0].casefold()
    cells = max((head.split(d) for d in _DELIMITERS), key=len)
    return len(cells) > 1 and any(cell.strip() in _WORDS for cell in cells)
