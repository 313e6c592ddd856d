"""The files of a game: where its functions, classes, names and tables stand."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ledger.kernel.game.interface import Game

from .findings import Place


class Sources:
    """The Python files that a game is made of, as far as it has imported them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        package = game.package
        self.files: dict[str, ast.Module] = {}
        for name, module in sorted(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            if (name == package or name.startswith(f"{package}.")) and file.endswith(".py"):
                self.files[file] = ast.parse(Path(file).read_text("utf-8"))

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
                if isinstance(node, ast.Call):
                    called = node.func
                    name = called.attr if isinstance(called, ast.Attribute) else ""
                    if isinstance(called, ast.Name):
                        name = called.id
                    if name in names:
                        yield file, node

    def of_function(self, *functions: Callable[..., object] | None) -> Place:
        """Return where the first of these functions stands that the game brings itself."""
        for function in functions:
            inner = inspect.unwrap(function) if function is not None else None
            code = getattr(getattr(inner, "__func__", inner), "__code__", None)
            if code is not None and code.co_filename in self.files:
                return Place(code.co_filename, code.co_firstlineno)
        return self.game_place

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
            if file in self.files:
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
