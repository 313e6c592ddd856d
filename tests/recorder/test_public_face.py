"""What `ledger.recorder` offers, and that it touches neither a terminal nor a disk."""

import ast
import doctest
from pathlib import Path

import ledger.recorder

FOLDER = Path(ledger.recorder.__file__).parent
ALLOWED = {"__future__", "collections", "contextlib", "datetime", "importlib", "json", "typing"}
ALLOWED |= {"msgspec", "ledger"}
DOES_IO = {"input", "open", "print"}


def test_the_example_of_the_docstring():
    found = doctest.testmod(ledger.recorder)
    assert (found.failed, found.attempted > 5) == (0, True)


def test_what_is_offered_is_there():
    assert all(hasattr(ledger.recorder, name) for name in ledger.recorder.__all__)


def test_no_terminal_and_no_disk():
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text())
        for node in _at_run_time(tree):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            assert {n.partition(".")[0] for n in names} <= ALLOWED, f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in DOES_IO, f"{path.name}:{node.lineno}"


def _at_run_time(tree):
    """Yield the nodes of a module, without what only a type checker reads."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            only_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            nodes += [] if only_types else [child]
