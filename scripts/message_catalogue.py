"""Every message that the program can say, read from its source, as one page: docs/messages.md.

What makes a text a message is the parameter it is given to: an argument for a parameter called
`message`, `hint`, `sentence` and the like (`NAMES`) of any function or class of the program, and
what an exception is raised with. What an argument can be is followed through names, constants,
choices and the functions that return it, as far as the source tells. Every other text that reads
like a sentence follows behind: pieces that are put into messages, help, labels.

The sentences that tell moves and events are not here: they stand in the locale/*.po files.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scripts import ROOT

NAMES = {
    *("message", "sentence", "hint", "problem", "problems", "why", "text", "note", "notes"),
    *("what", "missing", "warning", "reason", "remark", "remarks", "broken", "skipped"),
}
"""Parameters, fields, keys and lists that hold what is said."""
OUTSIDE = {"BadParameter": ("message",)}
"""What others call the parameters of their classes."""
TRANSLATED = (
    *("_", "n", "p", "t", "tn", "tell", "N_", "NN_", "P_", "plural", "spoken", "translated"),
)
"""Calls whose texts stand in the locale/*.po files."""
UNREAD = (*TRANSLATED, "compile")
NO_PROSE = (
    *("/drawing/", "/index/rows/", "/index/build/", "/index/parquet", "/index/query/connect"),
    "/declarations/writing",
)
"""Files whose texts are labels of a board or parts of statements."""
CODE = re.compile(
    r"\s*(select|copy|create|insert|update|delete from|drop table|pragma|set \w+ =|with \w+ as \()"
    r"|.*(<[a-z!?/]| \{ )",
    re.DOTALL,
)
"""Statements of SQL, HTML and CSS."""
HEAD = """\
# What the program can say

Written by `scripts/generate` from the source: do not edit this page. Every message stands in a line
of its own, behind what it is: the kind of an error, the rule that is broken, or the call that says
it; an error's hint follows it. `{name}` is filled in, `{this|that}` is one or the other. Behind
`·` stand the other texts of a file: pieces of messages, help, labels.
"""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Signature: TypeAlias = tuple[str, ...]


class Message(NamedTuple):
    """A message: what it is (a kind, a rule, `hint`), and its text with what is filled in."""

    label: str
    text: str

    def __str__(self) -> str:
        if self.label == "·":  # a longer text: each line of its own
            lines = [line.strip() for line in self.text.split("\n")]
            return "\n".join(f"· {line}" for line in lines if line.strip("\b"))
        text = self.text.strip().replace("\n", "\\n")
        return f"    hint: {text}" if self.label == "hint" else f"{self.label.lstrip('_')}: {text}"


class Module:
    """A source file: its functions, classes and constants, and in which function a node stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text("utf-8"))
        self.nodes = list(ast.walk(self.tree))
        """From the outside in."""
        self.functions = {n.name: n for n in self.nodes if isinstance(n, Function)}
        self.classes = [n for n in self.nodes if isinstance(n, ast.ClassDef)]
        self.constants = _assigned(self.tree.body)
        self.homes: dict[ast.AST, Function] = {}
        for function in self.functions.values():  # an inner one comes after the one around it
            self.homes |= dict.fromkeys(ast.walk(function), function)
        self._local: dict[Function, dict[str, list[ast.expr]]] = {}

    def local(self, function: Function) -> dict[str, list[ast.expr]]:
        """Return what the names of a function are set to."""
        if function not in self._local:
            self._local[function] = _assigned(ast.walk(function))
        return self._local[function]


class Source:
    """All modules of the program together: what a name means, and what a call says."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.modules = [Module(path) for path in files]
        self.functions: dict[str, list[tuple[Module, Function]]] = {}
        self.classes: dict[str, list[ast.ClassDef]] = {}
        self.constants: dict[str, list[ast.expr]] = {}
        for module in self.modules:
            for name, function in module.functions.items():
                self.functions.setdefault(name, []).append((module, function))
            for node in module.classes:
                self.classes.setdefault(node.name, []).append(node)
            for name, values in module.constants.items():
                self.constants.setdefault(name, []).extend(values)
        self.read: set[ast.AST] = set()
        self.said = {module: list(self._messages(module)) for module in self.modules}

    def messages(self, module: Module) -> list[Message]:
        """Return the messages of a module in the order of the source, each once."""
        return list(dict.fromkeys(self.said[module]))

    def others(self, module: Module) -> list[Message]:
        """Return the other texts of a module that read like sentences."""
        if any(part in module.path.as_posix() for part in NO_PROSE):
            return []
        reader = Reader(self, module, None)
        found: list[Message] = []
        for node in sorted(_prose(module.nodes), key=lambda n: (n.lineno, n.col_offset)):
            if node not in self.read:
                text = reader.texts(node)[0]
                if len(text.split()) > 2 and _has_words(text) and not CODE.match(text):
                    found.append(Message("·", text))
        return list(dict.fromkeys(found))

    def _messages(self, module: Module) -> Iterator[Message]:
        found = [(n, label, x) for n in module.nodes for label, x in self._said(module, n)]
        found.sort(key=lambda f: (f[2].lineno, f[2].col_offset))
        for node, label, said in found:
            reader = Reader(self, module, node)
            texts = [text for text in reader.texts(said) if _has_words(text)]
            if texts:
                self.read.update(reader.used)
            yield from (Message(label, text) for text in texts)

    def _said(self, module: Module, node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
        """Yield what is a message: arguments of calls, and what is put under the name of one."""
        if isinstance(node, ast.Call):
            yield from self._arguments(module, node)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                key = target.slice if isinstance(target, ast.Subscript) else None
                if isinstance(key, ast.Constant) and key.value in NAMES:
                    yield str(key.value), node.value
                if isinstance(target, ast.Attribute) and target.attr in NAMES:
                    yield target.attr, node.value
        elif isinstance(node, ast.Dict):
            for field, value in zip(node.keys, node.values, strict=True):
                if isinstance(field, ast.Constant) and field.value in ("message", "hint"):
                    yield str(field.value), value

    def _arguments(self, module: Module, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
        name = _name(call.func)
        if name in TRANSLATED:
            return
        if name in ("append", "extend") and isinstance(call.func, ast.Attribute):
            if (said := _name(call.func.value).lstrip("_")) in NAMES:
                yield from ((said, x) for x in call.args)
            return
        signatures = self._signatures(module, name)
        given = [(k.arg or "", k.value) for k in call.keywords] if signatures else []
        for signature in sorted(signatures):
            given += zip(signature, call.args, strict=False)
        reader = Reader(self, module, call)
        rules = [
            x for parameter, value in given if parameter == "rule" for x in reader.texts(value)
        ]
        kind = self._kind(name) or ("" if rules else name)
        label = " ".join(x for x in (kind, "|".join(dict.fromkeys(rules))) if x)
        for parameter, value in dict.fromkeys(given):
            if parameter in NAMES:
                yield ("hint" if parameter == "hint" else label), value

    def _signatures(self, module: Module, name: str) -> set[Signature]:
        """Return the parameters of all that a called name can be."""
        if name in module.functions:
            return {_parameters(module.functions[name])}
        if name in self.classes:
            return {self._fields(node) for node in self.classes[name]}
        if name in self.functions:
            return {_parameters(function) for _, function in self.functions[name]}
        return {OUTSIDE[name]} if name in OUTSIDE else {("message",)} if _is_error(name) else set()

    def _fields(self, node: ast.ClassDef) -> Signature:
        """Return what a class is made of: the parameters of its `__init__`, or its fields."""
        for child in node.body:
            if isinstance(child, Function) and child.name == "__init__":
                return _parameters(child)
        own = [x.target for x in node.body if isinstance(x, ast.AnnAssign)]
        inherited = [field for base in self._bases(node) for field in self._fields(base)]
        return (*inherited, *(t.id for t in own if isinstance(t, ast.Name)))

    def _kind(self, name: str) -> str:
        """Return the kind that an error class has or inherits."""
        for node in self.classes.get(name, ()):
            for child in node.body:
                if isinstance(child, ast.Assign) and _name(child.targets[0]) == "kind":
                    return str(ast.literal_eval(child.value))
            for base in self._bases(node):
                if kind := self._kind(base.name):
                    return kind
        return ""

    def _bases(self, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
        for name in map(_name, node.bases):
            if name != node.name:  # of the same name elsewhere
                yield from self.classes.get(name, ())


class Reader:
    """Reads what an expression can be as text, as far as the source tells."""

    def __init__(self, source: Source, module: Module, node: ast.AST | None) -> None:
        self.source, self.module = source, module
        home = module.homes.get(node) if node else None
        self.local = module.local(home) if home else {}
        self.given = set(_parameters(home)) if home else set()
        self.open: set[str] = set()
        self.used: list[ast.AST] = []

    def texts(self, node: ast.expr) -> list[str]:
        """Return every text that an expression can be."""
        match node:
            case ast.Constant(value=str(text)):
                self.used.append(node)
                return [text]
            case ast.Constant():
                return []
            case ast.JoinedStr():
                self.used.append(node)
                return ["".join(map(self._piece, node.values))]
            case ast.BinOp(op=ast.Add()):
                right = self.texts(node.right) or [""]
                return [a + b for a in self.texts(node.left) or [""] for b in right]
            case ast.Starred() | ast.Subscript():
                return self.texts(node.value)
            case ast.Tuple() | ast.List():
                return self._all(node.elts)
            case ast.ListComp() | ast.GeneratorExp():
                return self.texts(node.elt)
            case ast.Dict():
                return self._all(node.values)
            case ast.IfExp():
                return self._all([node.body, node.orelse])
            case ast.BoolOp():
                return self._all(node.values)
            case ast.Name(id=name) if name not in self.open and (values := self._values(name)):
                return self._inside(name, values)
            case ast.Call(func=ast.Attribute(value=value, attr="get")):
                return self._all([value, *node.args[1:]])
            case ast.Call(func=ast.Attribute(value=ast.Constant() as text, attr="format")):
                return self.texts(text)
            case ast.Call() if found := self._called(_name(node.func)):
                module, function = found
                inner = Reader(self.source, module, function)
                inner.open, inner.used = self.open, self.used
                returned = [r.value for r in ast.walk(function) if isinstance(r, ast.Return)]
                return inner._inside(f"{function.name}()", [x for x in returned if x])
        return [_filled(node)]

    def _all(self, nodes: Sequence[ast.expr]) -> list[str]:
        return [text for node in nodes for text in self.texts(node)]

    def _inside(self, name: str, values: list[ast.expr]) -> list[str]:
        self.open.add(name)
        try:
            return self._all(values)
        finally:
            self.open.discard(name)

    def _values(self, name: str) -> list[ast.expr]:
        if name in self.local:
            return self.local[name]
        if name in self.given:
            return []
        own = self.module.constants.get(name)
        return own or (self.source.constants.get(name, []) if name.lstrip("_").isupper() else [])

    def _called(self, name: str) -> tuple[Module, Function] | None:
        if f"{name}()" in self.open:
            return None
        if name in self.module.functions:
            return self.module, self.module.functions[name]
        found = self.source.functions.get(name, [])
        return found[0] if len(found) == 1 else None

    def _piece(self, node: ast.expr) -> str:
        """Return a piece of an f-string; texts of ours stand there in full."""
        if isinstance(node, ast.Constant):
            return str(node.value)
        value = node.value if isinstance(node, ast.FormattedValue) else node
        used = len(self.used)
        texts = list(dict.fromkeys(self.texts(value)))
        if any(re.search(r"[^\W\d_]", text) and not text.startswith("{") for text in texts):
            return texts[0] if len(texts) == 1 else "{" + "|".join(texts) + "}"
        del self.used[used:]
        return _filled(value)


@functools.lru_cache(maxsize=1)
def whole_program() -> Source:
    """Return the source of everything, which takes seconds to read."""
    return Source(sorted((ROOT / "ledger").rglob("*.py")))


def catalogue(folder: Path) -> str:
    """Return the page of all that the modules of a package say."""
    whole = folder == ROOT / "ledger"
    source = whole_program() if whole else Source(sorted(folder.rglob("*.py")))
    lines, room = [HEAD], ""
    for module in source.modules:
        messages = [*source.messages(module), *source.others(module)]
        if not messages:
            continue
        path = module.path.relative_to(folder)
        if path.parts[0] != room:
            room = path.parts[0]
            lines.append(f"## {room.removesuffix('.py')}\n")
        lines += [f"### {path.as_posix()}\n\n```text", *map(str, messages), "```\n"]
    return "\n".join(lines)


def _prose(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield the texts of a module that are no docstring, no translated text and no part of one."""
    skipped: set[ast.AST] = set()
    for node in nodes:
        if node in skipped:
            skipped.update(ast.iter_child_nodes(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.Call) and _name(node.func) in UNREAD:
            skipped.update(ast.iter_child_nodes(node))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(x for x in node.values if isinstance(x, ast.Constant))
            yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


def _parameters(function: Function) -> Signature:
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    return tuple(names[1:] if names[:1] in (["self"], ["cls"]) else names)


def _assigned(body: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Return what names are set to."""
    out: dict[str, list[ast.expr]] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name, value in _unpacked(target, node.value):
                    out.setdefault(name, []).append(value)
        elif isinstance(node, ast.NamedExpr):
            out.setdefault(node.target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign) and isinstance(node.target, ast.Name):
            out.setdefault(node.target.id, []).extend([node.value] if node.value else [])
    return out


def _unpacked(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=False):
            yield from _unpacked(one, its)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _filled(node: ast.expr) -> str:
    """Return a name for what is filled in: `{count}` for `count`, `game.count`, `f(count)`."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        return _filled(node.args[0])
    if isinstance(node, ast.Subscript | ast.Starred):
        return _filled(node.value)
    return "{" + _name(node).strip("_").lower() + "}"


def _is_error(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


def _has_words(text: str) -> bool:
    """Whether more is said than what is filled in."""
    return (
        " " in text.strip() and re.search(r"[^\W\d_]{2}", re.sub(r"\{\w*\}", "", text)) is not None
    )
