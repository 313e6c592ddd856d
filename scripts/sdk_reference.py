"""The pages about what games import, `docs/reference/sdk*.md`: from docstrings and games that run.

Each public name has its contract, which is its docstring, and an example: the one in its docstring,
which is run as a doctest, or the shortest piece of a game in which it is used. Tests play these
games, so these examples run, too.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from scripts import ROOT

NOTICE = "Written by `scripts/generate` from docstrings: do not edit this page."
MODULES = {
    "sdk": ("ledger.sdk", "Names for every game"),
    "sdk-kit": ("ledger.sdk.kit", "Names for some games"),
    "sdk-scene": ("ledger.sdk.scene", "Names for pages in a browser"),
    "sdk-drawing": ("ledger.sdk.drawing", "Names for boards in a terminal"),
}
LONG = 6
"""Of a statement with more lines than this, only the argument is shown that matters."""
LONGEST = 16
"""The most lines of an example; a longer one is cut."""
GAMES = ("examples/games/*.py", "ledger/games/**/*.py", "tests/plugin/*/*.py", "tests/common/*.py")
"""Where games are that tests play, the best examples first."""
BOUND_BY_THE_GAME = ("of",)
"""Methods of parts that only a game calls."""


class Public(NamedTuple):
    """A public name: the module it is imported from, what it is, and where it is defined."""

    module: str
    name: str
    value: Any
    home: str

    @property
    def text(self) -> str:
        """Its docstring, or the text after it where it is defined."""
        said = documented_after(self.home, self.name)
        if not said and (inspect.isclass(self.value) or callable(self.value)):
            said = inspect.getdoc(self.value) or ""
        return inspect.cleandoc(said)


def public_names(module: str) -> Iterator[Public]:
    """Yield everything that a module offers."""
    homes = _homes(module)
    for name in sorted(importlib.import_module(module).__all__, key=str.lower):
        home = homes.get(name, module)
        yield Public(module, name, getattr(importlib.import_module(home), name), home)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every page."""
    for page, (module, title) in MODULES.items():
        yield f"{page}.md", _page(module, title)


def example_of(public: Public) -> str:
    """Return an example as Markdown: a doctest, or a piece of a game; "" if there is none."""
    doctest = _doctest(public.text)
    if doctest:
        return f"```python\n{doctest}\n```"
    found = min(_uses(public.module).get(public.name, ()), default=None)
    return "" if found is None else f"From `{found.file}`:\n\n```python\n{found.code}\n```"


def documented_after(module: str, name: str) -> str:
    """Return the text below a name's assignment in a module; "" if there is none."""
    body = _tree(Path(str(importlib.import_module(module).__file__))).body
    for statement, after in pairwise(body):
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        if any(isinstance(x, ast.Name) and x.id == name for x in targets):
            text = getattr(after, "value", None)
            if isinstance(after, ast.Expr) and isinstance(text, ast.Constant):
                return str(text.value)
    return ""


# --- a page


def _page(module: str, title: str) -> str:
    every = list(public_names(module))
    parts = [
        f"# {title}",
        f"{NOTICE} `from {module} import …`; [Write a game](../write-a-game.md) shows how they "
        "work together.",
        "\n".join(f"- [`{x.name}`](#{_anchor(x.name)}): {_first(x.text)}" for x in every),
    ]
    parts += [_entry(x) for x in every]
    return "\n\n".join(parts) + "\n"


def _anchor(name: str) -> str:
    return name.lower()


def _first(text: str) -> str:
    """Return the first sentence of a contract."""
    line = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=[.:;]) (?=[A-Z`])", line)[0].rstrip(":;")


def _entry(public: Public) -> str:
    parts = [f"## {public.name}"]
    if shape := _shape(public):
        parts.append(f"```python\n{shape}\n```")
    parts.append(_markdown(public.text))
    parts.append("\n".join(_methods(public)))
    parts.append(example_of(public))
    return "\n\n".join(filter(None, parts))


def _shape(public: Public) -> str:
    """Return the signature of a function, or the fields of a class."""
    value, name = public.value, public.name
    if inspect.isclass(value):
        if issubclass(value, BaseException):
            return ""
        fields = list(_fields(value))
        return f"class {name}:\n" + "\n".join(fields) if fields else ""
    if inspect.isroutine(inspect.unwrap(value)) and (signature := _signature(value)):
        return f"{name}{signature}"
    return ""


class _Raw(str):
    """An annotation, shown as it is written."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(value: Any, *, method: bool = False) -> str:
    try:
        found = inspect.signature(inspect.unwrap(value))
    except (TypeError, ValueError):
        return ""
    shown = []
    for x in list(found.parameters.values())[1 if method else 0 :]:
        x = x.replace(default=x.default if _is_plain(x.default) else _Raw("…"))
        shown.append(x.replace(annotation=_raw(x.annotation)))
    return str(found.replace(parameters=shown, return_annotation=_raw(found.return_annotation)))


def _raw(annotation: Any) -> Any:
    return _Raw(annotation) if isinstance(annotation, str) else annotation


def _is_plain(default: Any) -> bool:
    empty = inspect.Parameter.empty
    return default is empty or default is None or isinstance(default, int | str | tuple)


def _fields(kind: type) -> Iterator[str]:
    """Yield the fields of a class as they are declared, without those that it fills itself."""
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("ledger"):
            continue
        definition = _class(base)
        for node in definition.body if definition else ():
            if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
                continue
            line = ast.unparse(node)
            hidden = node.target.id.startswith("_") or "init=False" in line or "ClassVar" in line
            if not hidden and len(line) <= 92:
                yield f"    {line}"


def _methods(public: Public) -> Iterator[str]:
    kind = public.value
    if not inspect.isclass(kind) or issubclass(kind, BaseException):
        return
    for name, value in vars(kind).items():
        inner = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        called = inspect.isfunction(inner) and inner.__qualname__ == f"{kind.__name__}.{name}"
        if not called or name.startswith("_") or name in BOUND_BY_THE_GAME:
            continue
        said = inspect.getdoc(inner) or ""
        what = "" if isinstance(value, property) else _signature(inner, method=True)
        if isinstance(value, staticmethod):
            what = _signature(inner)
        text = " ".join(_markdown(_without_example(said)).split())
        yield f"- `{name}{what}`: {text}" if text else f"- `{name}{what}`"


def _markdown(text: str) -> str:
    """Return a docstring as Markdown: what is indented is code."""
    parts = []
    for part in _without_example(text).split("\n\n"):
        if part.startswith("    "):
            parts.append(f"```python\n{inspect.cleandoc(part)}\n```")
        else:
            parts.append(part)
    return "\n\n".join(parts)


def _without_example(text: str) -> str:
    return "\n\n".join(part for part in text.split("\n\n") if not part.startswith(">>>")).strip()


def _doctest(text: str) -> str:
    return "\n\n".join(part for part in text.split("\n\n") if part.startswith(">>>"))


# --- where names are used


class Use(NamedTuple):
    """A piece of a game in which a name is used; the least is the best example."""

    rank: int
    far: int
    lines: int
    file: str
    line: int
    code: str


@functools.cache
def _uses(module: str) -> dict[str, list[Use]]:
    """Return the pieces of games that use the names of a module."""
    found: dict[str, list[Use]] = {}
    for far, pattern in enumerate(GAMES):
        for path in sorted(ROOT.glob(pattern)):
            tree = _tree(path)
            names = {
                alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module == module
                for alias in node.names
                if alias.asname is None
            }
            if names:
                source = path.read_text("utf-8").splitlines()
                file = path.relative_to(ROOT).as_posix()
                for statement in _statements(tree):
                    for name, rank in _named(statement, names).items():
                        code, lines = _code(_part(statement, name), source)
                        use = Use(rank, far, lines, file, statement.lineno, code)
                        found.setdefault(name, []).append(use)
    return found


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(
            node, ast.Import | ast.ImportFrom | ast.If | ast.For | ast.With | ast.While | ast.Try
        ):
            yield node


def _named(statement: ast.stmt, names: set[str]) -> dict[str, int]:
    """Return the names that a statement uses, and how well it shows each of them (0 is best)."""
    found: dict[str, int] = {}

    def note(name: str, rank: int) -> None:
        if name in names:
            found[name] = min(rank, found.get(name, 9))

    own: list[ast.AST] = [statement]
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        own = list(statement.decorator_list)
        if isinstance(statement, ast.ClassDef):
            for base in statement.bases:
                for node in ast.walk(base):
                    if isinstance(node, ast.Name):
                        note(node.id, 0)
        else:
            own += [statement.args, *([statement.returns] if statement.returns else [])]
    for part in own:
        called = {id(x.func) for x in ast.walk(part) if isinstance(x, ast.Call)}
        for node in ast.walk(part):
            if isinstance(node, ast.Name):
                plain = isinstance(statement, ast.FunctionDef) and part is statement.args
                note(node.id, 0 if id(node) in called else 2 if plain else 1)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                continue
    return found


def _part(statement: ast.stmt, name: str) -> ast.stmt | ast.keyword | ast.expr:
    """Return the argument of a long call that shows a name, or else the whole statement."""
    whole = isinstance(statement, ast.FunctionDef | ast.ClassDef)
    if whole or (statement.end_lineno or 0) - statement.lineno < LONG:
        return statement
    for kind in (ast.keyword, ast.Call):
        for node in ast.walk(statement):
            if isinstance(node, kind):
                call = node.value if isinstance(node, ast.keyword) else node
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == name:
                    return node
    return statement


def _code(statement: ast.stmt | ast.keyword | ast.expr, source: list[str]) -> tuple[str, int]:
    """Return a statement's lines, the first few if there are too many, and how many it has."""
    first = statement.lineno
    if isinstance(statement, ast.FunctionDef | ast.ClassDef) and statement.decorator_list:
        first = min(x.lineno for x in statement.decorator_list)
    lines = source[first - 1 : statement.end_lineno]
    indent = len(lines[0]) - len(lines[0].lstrip())
    lines = [line[indent:] for line in lines]
    count = len(lines)
    if count > LONGEST:
        lines = [*lines[: LONGEST - 1], "    …"]
    return "\n".join(lines), count


# --- where names come from


def _homes(module: str) -> dict[str, str]:
    """Return the module in which each name of a module is defined, as type checkers see it."""
    path = Path(str(importlib.import_module(module).__file__))
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    homes: dict[str, str] = {}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:
                base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                home = f"{base}.{home}".rstrip(".")
            for alias in node.names:
                if home.endswith("version_0_2"):
                    continue
                homes.setdefault(alias.asname or alias.name, home)
    return homes


@functools.cache
def _class(kind: type) -> ast.ClassDef | None:
    try:
        tree = _tree(Path(inspect.getfile(kind)))
    except TypeError:
        return None
    return next(
        (x for x in ast.walk(tree) if isinstance(x, ast.ClassDef) and x.name == kind.__name__), None
    )


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))
