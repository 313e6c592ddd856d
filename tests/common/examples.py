"""Games of one file, loaded from their files: as they are, or with something changed.

They are those of examples/games, and one of the tests' own, which says everything plainly.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import forget_games

from .paths import EXAMPLES, TESTS

GAMES = EXAMPLES / "games"
STICKS = (TESTS / "common" / "sticks.py").read_text("utf-8")
NIM = (GAMES / "ledger_nim.py").read_text("utf-8")
NO_THANKS = (GAMES / "ledger_nothanks.py").read_text("utf-8")


def example_games() -> dict[str, Game]:
    """Return the games of examples/games by name, as their entry points list them."""
    if str(GAMES) not in sys.path:
        sys.path.append(str(GAMES))
    project = tomllib.loads((GAMES / "pyproject.toml").read_text("utf-8"))["project"]
    found = project["entry-points"]["ledger.games"]
    where = {name: place.split(":") for name, place in found.items()}
    return {n: getattr(importlib.import_module(mod), game) for n, (mod, game) in where.items()}


def load(folder: Path, code: str, name: str = "changed_game") -> ModuleType:
    """Import a module that has this code; what its import raises goes on."""
    file = folder / f"{name}.py"
    file.write_text(code, "utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        if name in sys.modules and not hasattr(module, "GAME"):
            del sys.modules[name]
    return module


def changed(code: str, before: str, after: str) -> str:
    """Return code with a part of it changed, which must be there once."""
    assert code.count(before) == 1, before
    return code.replace(before, after)


@contextmanager
def examples_installed(folder: Path) -> Iterator[None]:
    """Have the example games found by their entry points, here and in processes started here."""
    project = tomllib.loads((GAMES / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(head, "utf-8")
    entries = project["entry-points"]["ledger.games"]
    lines = ["[ledger.games]", *(f"{game} = {where}" for game, where in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    added = [str(folder), str(GAMES)]
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, *([before] if before else [])])
    sys.path[:0] = added
    forget_games()
    try:
        yield
    finally:
        for path in added:
            sys.path.remove(path)
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        forget_games()
