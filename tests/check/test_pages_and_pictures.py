"""`ledger check` finds what is wrong with a page on notation, a drawing or a scene, and where."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.examples import NIM, changed
from ledger.check.findings import Finding
from ledger.check.loading import load
from ledger.check.run import check_game
from ledger.scaffold import files_of_new_game

NUMBERS = itertools.count()
DRAWING = "from ledger.sdk.drawing import Picture\n\n\nclass Sheet(Picture):\n"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def made(folder: Path) -> Path:
    """Write a new game; return the folder of its package."""
    name = f"fresh{next(NUMBERS)}"
    for path, data in files_of_new_game(name, (2,), hidden=False):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder / f"ledger_{name}"


def checked(target: Path) -> Finding:
    """Return the only mistake in a game."""
    (game,) = load(str(target))
    (found,) = check_game(game, elsewhere=False).problems
    return found


def place(found: Finding) -> tuple[str, int]:
    return Path(found.file).name, found.line


@pytest.mark.parametrize(
    ("before", "after", "line", "named"),
    [
        ("Ana take 3", "Ana grab 3", "Ana grab 3", "grab"),
        ("| `take 2` |", "| `hold 2` |", "| `hold 2` |", "hold 2"),
        ("| `take 2` |", "| a move |", "| move |", "Take"),
        ("```session", "```text", "# ", "session"),
    ],
    ids=["a session of another game", "a move of another game", "a move is missing", "no session"],
)
def test_a_page_about_another_game(
    before: str, after: str, line: str, named: str, tmp_path: Path
) -> None:
    page = made(tmp_path) / "notation.md"
    page.write_text(changed(page.read_text("utf-8"), before, after), "utf-8")
    found = checked(tmp_path)
    at = next(n for n, text in enumerate(page.read_text().splitlines(), 1) if text.startswith(line))
    assert (found.kind, *place(found)) == ("notation", "notation.md", at)
    assert named in found.message


@pytest.mark.parametrize(
    ("file", "before", "wrong", "what"),
    [
        ("drawing.py", "    out = Table(", "    view.nothing\n", "board"),
        ("scene.py", "    asks = {", "    view.nothing\n", "scene"),
    ],
)
def test_a_fault_in_a_file_of_the_package(
    file: str, before: str, wrong: str, what: str, tmp_path: Path
) -> None:
    path = made(tmp_path) / file
    code = changed(path.read_text("utf-8"), before, wrong + before)
    path.write_text(code, "utf-8")
    found = checked(tmp_path)
    assert (found.kind, *place(found)) == ("failure", file, line_of(code, "view.nothing"))
    assert what in found.message


@pytest.mark.parametrize(
    ("drawing", "line", "named"),
    [
        (
            f"{DRAWING}    def inside(self, seat, room):\n        return []\n",
            "class Sheet",
            "points",
        ),
        ("def Sheet(view, width, names):\n    return view.nothing\n", "view.nothing", "nothing"),
    ],
    ids=["a picture that isn't whole", "a function that fails"],
)
def test_a_fault_in_a_file_beside_a_game_of_one_file(
    drawing: str, line: str, named: str, tmp_path: Path
) -> None:
    n = next(NUMBERS)
    code = changed(NIM, "    PlainSetup,\n", "    Pictures,\n    PlainSetup,\n")
    parts = "    corrections=Corrections("
    pictures = f'    pictures=Pictures(board="nim_drawing{n}:Sheet"),\n'
    (tmp_path / f"nim_game{n}.py").write_text(changed(code, parts, pictures + parts), "utf-8")
    (tmp_path / f"nim_drawing{n}.py").write_text(drawing, "utf-8")
    found = checked(tmp_path / f"nim_game{n}.py")
    assert place(found) == (f"nim_drawing{n}.py", line_of(drawing, line))
    assert named in found.message


def line_of(code: str, text: str) -> int:
    return code[: code.index(text)].count("\n") + 1
