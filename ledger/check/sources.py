"""The files of a game: where its functions, classes, names and tables stand."""

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

from ledger.kernel.game.game import Game
from ledger.kernel.packages import sources_of

from .findings import Place


class Sources:
    """The Python files that a game is made of, as far as it has imported them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.files: dict[str, ast.Module] = {}
        self.look_again()

    def look_again(self) -> None:
        """Add the files that were imported meanwhile."""
        package = self.game.package
        for name, module in sorted(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            own = (name == package or name.startswith(f"{package}.")) and file.endswith(".py")
            if own and file not in self.files:
                self.files[file] = ast.parse(Path(file).read_text("utf-8"))

    @functools.cached_property
    def left_out(self) -> dict[str, ast.Module]:
        """The other Python files of its folder, which it doesn't import, as far as they are any."""
        known = {Path(file).resolve() for file in self.files}
        found: dict[str, ast.Module] = {}
        for path in sources_of(self.game.package):
            if path.suffix == ".py" and path.resolve() not in known:
                with suppress(SyntaxError, UnicodeDecodeError):
                    found[str(path)] = ast.parse(path.read_text("utf-8"))
        return found

    @functools.cached_property
    def game_place(self) -> Place:
        """Where the game is put together: `Game(...)`."""
        for file, node in self.calls("Game"):
            return Place(file, node.lineno)
        return Place(next(iter(self.files), self.game.package), 1)

    def calls(self, *names: str) -> Iterator[tuple[str, ast.Call]]:
        """Yield every call of functions with these names, or of methods."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and _called(node) in names:
                    yield file, node

    def of_function(self, *functions: Callable[..., object] | str | None) -> Place:
        """Return where the first of these functions stands that the game brings itself."""
        for function in functions:
            if isinstance(function, type) and function.__module__.startswith(self.game.package):
                return self.of_class(function)
            inner = inspect.unwrap(function) if callable(function) else None
            code = getattr(getattr(inner, "__func__", inner), "__code__", None)
            if code is not None and code.co_filename in self.files:
                return Place(code.co_filename, self._line_of(code))
        return self.game_place

    def _line_of(self, code: CodeType) -> int:
        """Return the line with the name of a function; Python counts from its decorators on."""
        for node in ast.walk(self.files[code.co_filename]):
            if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
                first = min([node.lineno, *(above.lineno for above in node.decorator_list)])
                if first == code.co_firstlineno:
                    return node.lineno
        return code.co_firstlineno

    def of_class(self, kind: type) -> Place:
        """Return where a class of the game stands."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                    return Place(file, node.lineno)
        return self.game_place

    def of_error(self, error: BaseException) -> Place | None:
        """Return the innermost line of the game that an exception came through."""
        if isinstance(error, SyntaxError) and error.filename:
            return Place(error.filename, error.lineno or 1)
        found = None
        trace = error.__traceback__
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if file in self.files or file in self.left_out:
                found = Place(file, trace.tb_lineno)
            trace = trace.tb_next
        return found

    def of_text(self, text: str) -> Place | None:
        """Return where a text stands in the code."""
        return next((place for place, found in self.texts() if found == text), None)

    def texts(self) -> Iterator[tuple[Place, str]]:
        """Yield every text of the code."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield Place(file, node.lineno), node.value

    def of_data(self, name: str, line: str) -> Place | None:
        """Return where a line of a data file stands that a pattern matches."""
        path = Path(next(iter(self.files), ".")).parent / name
        folders = {Path(file).parent for file in self.files}
        for folder in sorted(folders, key=lambda x: len(x.parts)):
            path = folder / name
            if path.is_file():
                for n, found in enumerate(path.read_text("utf-8").splitlines(), 1):
                    if re.search(line, found):
                        return Place(str(path), n)
        return None


def decorated(tree: ast.Module, name: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Yield the functions with a call of this name above them: `@move(…)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for above in node.decorator_list:
                if isinstance(above, ast.Call) and _called(above) == name:
                    yield node, above


def _called(call: ast.Call) -> str:
    """Return the name of the function or method that is called."""
    called = call.func
    if isinstance(called, ast.Name):
        return called.id
    return called.attr if isinstance(called, ast.Attribute) else ""
