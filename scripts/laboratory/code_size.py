"""Count the code of a tree or a commit: lines and modules by rooms and folders.

    scripts/lab code-size                      the working tree
    scripts/lab code-size v0.1.0               a commit
    scripts/lab code-size ../other-checkout    another folder
    scripts/lab code-size --compare main .     before and after, in one table

A line counts if a token of the program stands on it. Blank lines, comments, docstrings (also
those below an attribute or a constant) and import statements do not count, wherever they stand;
a statement on several lines counts as several. A module is a .py file. Of scripts without the
ending .py, those of Python are counted alike, those of a shell without blanks and comments.
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

from scripts import ROOT
from scripts.console import arguments

PARTS = ("ledger", "scripts", "tests", "examples")
"""The folders in which code is counted."""
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
SECTIONS = ("whole", "rooms", "folders")


def measure(files: Mapping[str, str]) -> Sizes:
    """Measure files, given as path and text, by sections of the table."""
    found: Sizes = {section: {} for section in SECTIONS}
    for name, text in sorted(files.items()):
        path = PurePosixPath(name)
        if (size := _size(path, text)) is None:
            continue
        rows = {"whole": path.parts[0], "folders": str(path.parent)}
        if path.parts[0] == "ledger":
            rows["rooms"] = f"ledger/{path.parts[1] if len(path.parts) > 2 else '(top)'}"
        for section, row in rows.items():
            found[section][row] = found[section].get(row, Size()) + size
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


def _print(found: list[Sizes]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    console, before, after = Console(), found[0], found[-1]
    for section in SECTIONS:
        grid = Grid(section, "modules", "lines", *(("→", "→", "change") if before != after else ()))
        for column in grid.columns[1:]:
            column.justify = "right"
        for name in sorted({*before[section], *after[section]}):
            a, b = (sizes[section].get(name, Size()) for sizes in (before, after))
            cells = [f"{a.modules:,}", f"{a.lines:,}"]
            if before != after:
                cells += [f"{b.modules:,}", f"{b.lines:,}", f"{b.lines - a.lines:+,}"]
            grid.add_row(name, *cells)
        console.print(grid)


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
        print(json.dumps(dict(zip(names, found, strict=True)), default=asdict, indent=2))
    else:
        _print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
