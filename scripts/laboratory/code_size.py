"""Count the code of a tree or a commit: lines and modules by rooms, games and folders.

    scripts/lab code-size                      the working tree
    scripts/lab code-size v0.1.0               a commit
    scripts/lab code-size ../other-checkout    another folder
    scripts/lab code-size --compare main .     before and after, in one table

A line counts if a token of the program stands on it. Blank lines, comments, docstrings (also
those below an attribute or a constant) and import statements do not count, wherever they stand;
a statement on several lines counts as several. A module is a .py file. Of scripts without the
ending .py, those of Python are counted alike, those of a shell without blanks and comments.
Games are counted twice: whole, and without what they only show (`SHOWN`): scenes for the browser,
legends, tones, and the texts of components.
"""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tarfile
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from scripts import ROOT
from scripts.console import arguments

if TYPE_CHECKING:
    from rich.console import Console

PARTS = ("ledger", "scripts", "tests", "examples")
"""The folders in which code is counted."""
SHOWN = frozenset(("scene", "legend", "tones", "texts"))
"""Modules and folders of a game that only show something: they are counted apart."""
_LAYOUT = frozenset(
    {
        tokenize.COMMENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
        tokenize.INDENT,
        tokenize.NEWLINE,
        tokenize.NL,
    }
)


def code_lines(source: str) -> int:
    """Count the lines of Python code without blanks, comments, docstrings and imports."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and _is_import_or_docstring(node):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    text = source.splitlines()
    return sum(1 for n in lines if text[n - 1].strip())


def _is_import_or_docstring(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.Import | ast.ImportFrom)


def shell_lines(source: str) -> int:
    """Count the lines of a shell script without blanks and comments."""
    lines = (line.strip() for line in source.splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


@dataclass(frozen=True, slots=True)
class Size:
    """Modules and the lines of code in them."""

    modules: int = 0
    lines: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(self.modules + other.modules, self.lines + other.lines)


Sizes = dict[str, dict[str, Size]]
"""Section, then row."""
TITLES = {
    "whole": "the whole",
    "rooms": "rooms",
    "games": "games",
    "played": "games without what they only show",
    "folders": "folders",
}


def measure(files: Mapping[str, str]) -> Sizes:
    """Measure files, given as path and text, by sections of the table."""
    found: Sizes = {section: {} for section in TITLES}

    def add(section: str, row: str, size: Size) -> None:
        found[section][row] = found[section].get(row, Size()) + size

    for name, text in sorted(files.items()):
        path = PurePosixPath(name)
        size = _size(path, text)
        if size is None:
            continue
        add("whole", path.parts[0], size)
        add("folders", str(path.parent), size)
        if path.parts[0] == "ledger":
            room = path.parts[1] if len(path.parts) > 2 else "(top)"
            add("rooms", f"ledger/{room}", size)
            if room == "games" and len(path.parts) > 3:
                add("games", f"ledger/games/{path.parts[2]}", size)
                if path.parts[3].removesuffix(".py") not in SHOWN:
                    add("played", f"ledger/games/{path.parts[2]}", size)
    return found


def _size(path: PurePosixPath, text: str) -> Size | None:
    if path.suffix == ".py":
        return Size(1, code_lines(text))
    if path.parts[0] == "scripts" and text.startswith("#!"):
        python = "python" in text.partition("\n")[0]
        return Size(0, code_lines(text) if python else shell_lines(text))
    return None


def read_tree(tree: str) -> dict[str, str]:
    """Return the files of a folder, or of a commit of this repository, as path and text."""
    folder = Path(tree)
    return dict(_of_folder(folder) if folder.is_dir() else _of_commit(tree))


def _counts(path: PurePosixPath) -> bool:
    """Whether a file may hold code that is counted."""
    if "__pycache__" in path.parts or path.parts[0] not in PARTS:
        return False
    return path.suffix == ".py" or (path.parts[0] == "scripts" and not path.suffix)


def _of_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for part in PARTS:
        for found in sorted((folder / part).rglob("*")):
            path = PurePosixPath(found.relative_to(folder).as_posix())
            if _counts(path) and found.is_file():
                yield str(path), found.read_text("utf-8")


def _of_commit(commit: str) -> Iterator[tuple[str, str]]:
    asked = ["git", "-C", str(ROOT), "archive", "--format=tar", commit]
    done = subprocess.run(asked, capture_output=True)
    if done.returncode:
        sys.exit(f"code-size: {commit!r} is neither a folder nor a commit of this repository")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        for member in archive:
            if member.isfile() and _counts(PurePosixPath(member.name)):
                content = archive.extractfile(member)
                if content is not None:
                    yield member.name, content.read().decode("utf-8")


def rows(before: Sizes, after: Sizes, section: str) -> list[tuple[str, Size, Size]]:
    """Return the rows of a section: name, before and after, and their sum where it says much."""
    names = sorted({*before[section], *after[section]})
    out = [
        (name, before[section].get(name, Size()), after[section].get(name, Size()))
        for name in names
    ]
    if section in ("rooms", "games", "played"):
        total = sum((a for _, a, _ in out), Size()), sum((b for _, _, b in out), Size())
        out.append(("together", *total))
    return out


def _print_one(console: Console, sizes: Sizes) -> None:
    from rich.table import Table as Grid

    for section, title in TITLES.items():
        grid = Grid(title, "modules", "lines")
        for column in grid.columns[1:]:
            column.justify = "right"
        for name, size, _ in rows(sizes, sizes, section):
            grid.add_row(name, f"{size.modules:,}", f"{size.lines:,}")
        console.print(grid)


def _print_both(console: Console, found: list[Sizes], names: list[str]) -> None:
    before, after = found
    from rich.table import Table as Grid

    console.print(f"before: {names[0]}   after: {names[1]}", highlight=False)
    for section, title in TITLES.items():
        grid = Grid(title, "modules", "→", "lines", "→", "change")
        for column in grid.columns[1:]:
            column.justify = "right"
        for name, a, b in rows(before, after, section):
            cells = [f"{n:,}" for n in (a.modules, b.modules, a.lines, b.lines)]
            grid.add_row(name, *cells, f"{b.lines - a.lines:+,}")
        console.print(grid)


def _plain(sizes: Sizes) -> dict[str, dict[str, dict[str, int]]]:
    return {
        section: {name: asdict(size) for name, size, _ in rows(sizes, sizes, section)}
        for section in TITLES
    }


def main(words: list[str] | None = None) -> int:
    """Count and print."""
    parser = arguments("lab code-size", __doc__)
    parser.add_argument("tree", nargs="?", help="a folder or a commit (default: this tree)")
    parser.add_argument("--compare", nargs=2, metavar=("BEFORE", "AFTER"), help="two of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(words)
    if options.compare and options.tree:
        parser.error("give one tree, or two after --compare")
    names: list[str] = options.compare or [options.tree or str(ROOT)]
    found = [measure(read_tree(name)) for name in names]
    if options.json:
        print(json.dumps(dict(zip(names, map(_plain, found), strict=True)), indent=2))
        return 0
    from rich.console import Console

    console = Console()
    if options.compare:
        _print_both(console, found, names)
    else:
        _print_one(console, found[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
