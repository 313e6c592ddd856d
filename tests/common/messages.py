"""Every message that some source files can say, read from the source itself."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

Trigger: TypeAlias = Callable[[Path, pytest.MonkeyPatch], Iterable[str]]
Catalogue: TypeAlias = Sequence[tuple[str, Trigger]]
"""What is said word for word, and what makes it be said: a function that returns all it heard."""

ERRORS = (
    *("LedgerError", "Malformed", "Illegal", "Impossible", "Ambiguous", "Conflict", "Missing"),
    *("Locked", "Failed", "Damaged", "Stale", "BadParameter", "_Unfit"),
)
ARGUMENTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys((*ERRORS, "_error", "warn"), (0,)),
    **dict.fromkeys(("Refused", "Remark"), (1,)),
    "Decoded": (2,),
}
"""Which arguments of a call are a message."""
KEYWORDS = frozenset({"hint", "message", "problem", "why", "notes"})
APPENDED = frozenset({"problems", "notes", "broken", "remarks", "skipped"})
"""Lists whose members are messages."""

Function: TypeAlias = tuple[ast.FunctionDef, dict[str, ast.FunctionDef]]
Elsewhere: TypeAlias = dict[str, Function]
"""Functions by name, each with those of its own module."""

Part: TypeAlias = str | None
"""A piece of a message; None is what is filled in when it is said."""


class Message(NamedTuple):
    """A message in the source: where it stands, and its pieces."""

    file: Path
    line: int
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "".join("{}" if p is None else p for p in self.parts)

    def said_by(self, text: str) -> bool:
        """Whether a text holds this message."""
        pattern = "".join(".*" if p is None else re.escape(p) for p in self.parts)
        return re.search(pattern, text, re.DOTALL) is not None


def messages(files: Iterable[Path]) -> list[Message]:
    """Return every message of some modules."""
    trees = {path: ast.parse(path.read_text()) for path in files}
    constants: dict[str, list[ast.expr]] = {}
    for tree in trees.values():
        for name, value in _assigned(tree.body):
            constants.setdefault(name, []).append(value)
    every: Elsewhere = {}
    for tree in trees.values():
        own = {f.name: f for f in _functions(tree)}
        every |= {name: (f, own) for name, f in own.items()}
    found = {m for path, tree in trees.items() for m in _of_module(path, tree, constants, every)}
    return sorted(found, key=lambda m: (m.file, m.line, str(m)))


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)]


def _of_module(
    path: Path,
    tree: ast.Module,
    constants: dict[str, list[ast.expr]],
    every: Elsewhere,
) -> Iterator[Message]:
    functions = {f.name: f for f in _functions(tree)}
    homes: dict[ast.AST, ast.FunctionDef] = {}
    for function in functions.values():  # an inner function comes after the one around it
        homes |= dict.fromkeys(ast.walk(function), function)
    for node in ast.walk(tree):
        for said in _said(node):
            for parts in _Reader(homes.get(node), functions, constants, every).expand(said):
                if any(p is not None and re.search(r"\w", p) for p in parts):
                    yield Message(path, said.lineno, parts)


def _said(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what is a message: arguments of calls, and what is put under the name of one."""
    if isinstance(node, ast.Call):
        yield from _arguments(node)
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            key = target.slice if isinstance(target, ast.Subscript) else None
            if (isinstance(key, ast.Constant) and key.value in KEYWORDS) or (
                isinstance(target, ast.Attribute) and target.attr in KEYWORDS
            ):
                yield node.value


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    name = _name(call.func)
    if name == "append" and isinstance(call.func, ast.Attribute):
        if _name(call.func.value) in APPENDED:
            yield from call.args
        return
    yield from (call.args[i] for i in ARGUMENTS.get(name, ()) if i < len(call.args))
    if name in ARGUMENTS or name[:1].isupper():
        yield from (k.value for k in call.keywords if k.arg in KEYWORDS)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _assigned(body: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((t.id, node.value) for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.NamedExpr):
            yield node.target.id, node.value


class _Reader:
    """Reads what an expression can be as text, as far as the source tells."""

    def __init__(
        self,
        home: ast.FunctionDef | None,
        functions: dict[str, ast.FunctionDef],
        constants: dict[str, list[ast.expr]],
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.functions, self.constants = functions, constants
        self.elsewhere = elsewhere or {}  # of other modules; what those call is their own matter
        self.local: dict[str, list[ast.expr]] = {}
        for name, value in _assigned(ast.walk(home) if home else ()):
            self.local.setdefault(name, []).append(value)
        self.open: set[str] = set()

    def expand(self, node: ast.expr) -> list[tuple[Part, ...]]:
        """Return every text that an expression can be, in pieces."""
        match node:
            case ast.Constant(value=str(text)):
                return [(text,)]
            case ast.Constant(value=None):
                return []
            case ast.JoinedStr():
                return _joined([self._piece(v) for v in node.values])
            case ast.BinOp(op=ast.Add()):
                return _joined([self.expand(node.left) or [()], self.expand(node.right) or [()]])
            case ast.Starred():
                return self.expand(node.value)
            case ast.Tuple() | ast.List():
                return [parts for value in node.elts for parts in self.expand(value)]
            case ast.IfExp():
                return self.expand(node.body) + self.expand(node.orelse)
            case ast.BoolOp():
                return [parts for value in node.values for parts in self.expand(value)]
            case ast.Name(id=name):
                return self._named(name, self.local.get(name) or self.constants.get(name) or [])
            case ast.Call() if (found := self._called(_name(node.func))) is not None:
                called, functions = found
                returned = [
                    r.value for r in ast.walk(called) if isinstance(r, ast.Return) and r.value
                ]
                inner = _Reader(called, functions, self.constants)
                inner.open = self.open
                return inner._named(f"{called.name}()", returned)
        return [(None,)]

    def _called(self, name: str) -> Function | None:
        if name in self.functions:
            return self.functions[name], self.functions
        return self.elsewhere.get(name)

    def _named(self, name: str, values: list[ast.expr]) -> list[tuple[Part, ...]]:
        if name in self.open or not values:
            return [(None,)]
        self.open.add(name)
        try:
            return [parts for value in values for parts in self.expand(value)]
        finally:
            self.open.discard(name)

    def _piece(self, node: ast.expr) -> list[tuple[Part, ...]]:
        """Return a piece of an f-string; texts of ours stand there in full."""
        if isinstance(node, ast.Constant):
            return [(str(node.value),)]
        value = node.value if isinstance(node, ast.FormattedValue) else node
        if isinstance(value, ast.Name) and value.id in self.constants and value.id.isupper():
            return self.expand(value)
        if isinstance(value, ast.IfExp):
            return self.expand(value) or [(None,)]
        if isinstance(value, ast.Name) and value.id in ("why", "what"):
            return self.expand(value) or [(None,)]
        return [(None,)]


def _joined(pieces: list[list[tuple[Part, ...]]]) -> list[tuple[Part, ...]]:
    return [tuple(itertools.chain(*choice)) for choice in itertools.product(*pieces)]
