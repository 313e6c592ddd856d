"""The files of a game, and where in them a function, a class, a string or a table is."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import NamedTuple, TypeVar

from ledger.kernel.game.game import Game
from ledger.kernel.packages import sources_of
from ledger.testing.lawbook.checked.breach import InCode, InData, InFile, InRules

Node = TypeVar("Node", bound=ast.AST)


class Location(NamedTuple):
    """A line of a file."""

    file: str
    line: int


class Sources:
    """The Python files that make up a game, as far as they have been imported."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.files: dict[str, ast.Module] = {}
        self.look_again()

    def look_again(self) -> None:
        """Add the files that have been imported since the last look."""
        package = self.game.package
        for name, module in sorted(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            own = (name == package or name.startswith(f"{package}.")) and file.endswith(".py")
            if own and file not in self.files:
                self.files[file] = ast.parse(Path(file).read_text("utf-8"))

    @functools.cached_property
    def left_out(self) -> dict[str, ast.Module]:
        """The Python files in the game's folder that can be parsed but aren't imported."""
        known = {Path(file).resolve() for file in self.files}
        found: dict[str, ast.Module] = {}
        for path in sources_of(self.game.package):
            if path.suffix == ".py" and path.resolve() not in known:
                with suppress(SyntaxError, UnicodeDecodeError):
                    found[str(path)] = ast.parse(path.read_text("utf-8"))
        return found

    @functools.cached_property
    def start(self) -> Location:
        """Where the game is created: `Game(...)`."""
        for file, call in self.calls("Game"):
            return Location(file, call.lineno)
        return Location(next(iter(self.files), self.game.package), 1)

    def nodes(self, kind: type[Node]) -> Iterator[tuple[str, Node]]:
        """Yield every syntax node of this kind, together with its file."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, kind):
                    yield file, node

    def calls(self, *names: str) -> Iterator[tuple[str, ast.Call]]:
        """Return every call of a function or method that has one of these names."""
        return (found for found in self.nodes(ast.Call) if _called(found[1]) in names)

    def texts(self) -> Iterator[tuple[Location, str]]:
        """Yield every string in the code."""
        for file, node in self.nodes(ast.Constant):
            if isinstance(node.value, str):
                yield Location(file, node.lineno), node.value

    def locate(self, *things: object) -> Location:
        """Return where to find the first of these that the game has, or else its `Game(...)`."""
        return next(filter(None, map(self.find, things)), self.start)

    def find(self, thing: object) -> Location | None:
        """Return where something is in the game's files, or None if it isn't there.

        `thing` can be a function, a class, an exception (found at the innermost of the game's lines
        that it passed through), an `InCode`, an `InData`, an `InFile`, an `InRules` or a location.
        """
        match thing:
            case Location():
                return thing
            case BaseException():
                return self._line_of_error(thing)
            case InCode(text):
                return next((place for place, found in self.texts() if found == text), None)
            case InData(file, pattern):
                return self._line_of_data(file, pattern)
            case InFile(file, line):
                ends = f"/{file}"
                return next((Location(x, line) for x in self.files if f"/{x}".endswith(ends)), None)
            case InRules(id):
                return self._line_of_rule(id)
            case type():
                return self._line_of_class(thing)
        return self._line_of_function(thing) if callable(thing) else None

    def _line_of_function(self, function: Callable[..., object]) -> Location | None:
        inner = inspect.unwrap(function)
        code = getattr(getattr(inner, "__func__", inner), "__code__", None)
        if code is None or code.co_filename not in self.files:
            return None
        return Location(code.co_filename, self._line_of_name(code))

    def _line_of_name(self, code: CodeType) -> int:
        """Return the line with a function's name; Python gives that of its first decorator."""
        for node in ast.walk(self.files[code.co_filename]):
            if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
                first = min([node.lineno, *(above.lineno for above in node.decorator_list)])
                if first == code.co_firstlineno:
                    return node.lineno
        return code.co_firstlineno

    def _line_of_class(self, kind: type) -> Location | None:
        if not kind.__module__.startswith(self.game.package):
            file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
            beside = bool(file) and self._is_beside(file)
            return Location(file, inspect.getsourcelines(kind)[1]) if beside else None
        for file, node in self.nodes(ast.ClassDef):
            if node.name == kind.__name__:
                return Location(file, node.lineno)
        return None

    def _line_of_error(self, error: BaseException) -> Location | None:
        if isinstance(error, SyntaxError) and error.filename:
            return Location(error.filename, error.lineno or 1)
        found = None
        trace = error.__traceback__
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if file in self.files or file in self.left_out or self._is_beside(file):
                found = Location(file, trace.tb_lineno)
            trace = trace.tb_next
        return found

    def _is_beside(self, file: str) -> bool:
        """Whether a file is next to the game's own, which isn't installed."""
        folder = Path(self.start.file).parent
        return Path(file).is_relative_to(folder) and "site-packages" not in folder.parts

    def _line_of_rule(self, id: str) -> Location | None:
        found = self._line_of_data("rules.toml", rf'^\s*id\s*=\s*"{re.escape(id)}"')
        for file, tree in self.files.items() if found is None else ():
            docstring = ast.get_docstring(tree, clean=False) or ""
            for n, line in enumerate(docstring.splitlines(), 1):
                if re.match(rf"\s*{re.escape(id)}\b", line):
                    return Location(file, n)
        return found

    def _line_of_data(self, name: str, pattern: str) -> Location | None:
        folders = {Path(file).parent for file in self.files}
        for folder in sorted(folders, key=lambda x: len(x.parts)):
            path = folder / name
            if path.is_file():
                for n, found in enumerate(path.read_text("utf-8").splitlines(), 1):
                    if re.search(pattern, found):
                        return Location(str(path), n)
        return None


def decorated(tree: ast.Module, name: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Yield the functions decorated with a call to this name, such as `@move(…)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for above in node.decorator_list:
                if isinstance(above, ast.Call) and _called(above) == name:
                    yield node, above


def _called(call: ast.Call) -> str:
    """Return the name of the function or method being called."""
    called = call.func
    if isinstance(called, ast.Name):
        return called.id
    return called.attr if isinstance(called, ast.Attribute) else ""
