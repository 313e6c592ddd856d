"""What is falsified: one of our games, or one of the examples, which may be a single file."""

from __future__ import annotations

import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scripts import ROOT

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game

EXAMPLES = ROOT / "examples" / "games"
TESTS = ROOT / "tests" / "games"
SHOWN = ("scene.py", "drawing.py")
"""The modules of an example that say how it looks."""
ABOUT_WORDS = ("test_board.py", "test_bots.py", "test_words.py")
"""Tests of what is shown, not of what is allowed and what happens."""


class Subject(NamedTuple):
    """A game, the folder that its modules are in, those modules, and its tests.

    `top` is where that folder is found by imports: the first part of its path in a copy.
    """

    game: Game
    top: Path
    home: Path
    modules: tuple[Path, ...]
    tests: tuple[Path, ...]
    survivors: Path

    @property
    def folder(self) -> str:
        """Where the modules are in a copy of the program."""
        return self.home.relative_to(self.top).as_posix()

    @property
    def main(self) -> str:
        """The module that makes the game."""
        names = [path.name for path in self.modules]
        return next(name for name in ("game.py", "__init__.py", names[0]) if name in names)

    @property
    def is_example(self) -> bool:
        """Whether everything that a function of it does is a rule, unless it shows something."""
        return self.top == EXAMPLES


def subject_of(name: str) -> Subject:
    """Return the game of this name; raise `LedgerError` if there is none."""
    from ledger.kernel.game.registry import find_game

    entries = tomllib.loads((EXAMPLES / "pyproject.toml").read_text("utf-8"))["project"]
    module = entries["entry-points"]["ledger.games"].get(name, "").partition(":")[0]
    if not module:
        return _of_ours(find_game(name))
    sys.path.append(str(EXAMPLES))
    home = EXAMPLES / module
    found = sorted(home.glob("*.py")) if home.is_dir() else [EXAMPLES / f"{module}.py"]
    return Subject(
        game=import_module(module).GAME,
        top=EXAMPLES,
        home=home if home.is_dir() else EXAMPLES,
        modules=tuple(path for path in found if path.name not in SHOWN),
        tests=(TESTS / "examples" / f"test_{name}.py",),
        survivors=TESTS / "examples" / f"survivors_{name}.toml",
    )


def _of_ours(game: Game) -> Subject:
    home, tests = ROOT / game.package.replace(".", "/"), TESTS / game.meta.name
    by_rules = [path for path in tests.glob("test_*.py") if path.name not in ABOUT_WORDS]
    return Subject(
        game=game,
        top=ROOT,
        home=home,
        # how a bot chooses is no rule
        modules=tuple(x for x in sorted(home.rglob("*.py")) if x.parent.name != "bots"),
        tests=tuple(sorted(by_rules, key=lambda x: (x.name != "test_playthrough.py", x.name))),
        survivors=tests / "survivors.toml",
    )
