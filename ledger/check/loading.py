"""Finding the game to check: an installed one, or one in a file or folder."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.errors import BrokenGame, DeclarationError, LedgerError, Malformed
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game

from .findings import Finding, shown
from .sources import Location


class Unloadable(Exception):
    """The game can't be imported; `finding` says where."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Target(NamedTuple):
    """A game that isn't installed: its folder, its module, and its name in the module, if known."""

    folder: Path
    module: str
    attribute: str | None


def load(name: str) -> list[Game]:
    """Return the game installed under a name, or the games in a file or folder.

    Raises `Unloadable` if a game can't be imported, and `Malformed` if there isn't one.
    """
    path = Path(name)
    if path.exists() and (path.is_file() or (path / "pyproject.toml").exists() or not _known(name)):
        return [_load(target) for target in _targets(path.resolve())]
    try:
        return [find_game(name)]
    except BrokenGame as e:
        raise Unloadable(_finding(e.__cause__ or e, name)) from e


def _known(name: str) -> bool:
    """Whether an installed game has this name; a folder can have the same one."""
    try:
        return bool(find_game(name))
    except LedgerError:
        return False


def _load(target: Target) -> Game:
    sys.path.insert(0, str(target.folder))
    try:
        home = importlib.import_module(target.module)
    except (Exception, SystemExit) as e:
        raise Unloadable(_finding(e, target.module, target.folder)) from e
    finally:
        sys.path.remove(str(target.folder))
        _keep(str(target.folder))
    found = [x for x in vars(home).values() if isinstance(x, Game)]
    if target.attribute is not None:
        found = [x for x in [getattr(home, target.attribute, None)] if isinstance(x, Game)]
    if not found:
        raise Malformed("{module} has no game: `GAME = Game(...)` makes one", module=target.module)
    return found[0]


_KEPT: list[str] = []
"""The folder of the game that was loaded last, which can still be imported from."""


def _keep(folder: str) -> None:
    """Leave a game's folder importable until the next one is loaded: boards are imported later."""
    for old in _KEPT:
        if old in sys.path:
            sys.path.remove(old)
    _KEPT[:] = [folder]
    sys.path.append(folder)


def _targets(path: Path) -> list[Target]:
    """Return what to import for a project, a package or a file."""
    project = path / "pyproject.toml"
    if project.is_file():
        entries = tomllib.loads(project.read_text("utf-8")).get("project", {}).get("entry-points")
        found = (entries or {}).get("ledger.games", {})
        if not found:
            raise Malformed(
                "{name}/pyproject.toml names no game",
                hint='it needs [project.entry-points."ledger.games"], as README shows',
                name=path.name,
            )
        out = []
        for where in found.values():
            module, _, attribute = where.partition(":")
            top, inside = module.partition(".")[0], path / "src"
            there = (inside / top).exists() or (inside / f"{top}.py").exists()
            out.append(Target(inside if there else path, module, attribute or None))
        return out
    if path.is_dir():
        if not (path / "__init__.py").is_file():
            raise Malformed("{name} has neither pyproject.toml nor __init__.py", name=path.name)
        return [Target(path.parent, path.name, None)]
    if path.suffix != ".py":
        raise Malformed("{name} is not a Python file", name=path.name)
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return [Target(folder, ".".join(parts), None)]


def _finding(error: BaseException, name: str, folder: Path | None = None) -> Finding:
    """Return a failed import as a finding, located at a line of the game."""
    said = str(error) if isinstance(error, LedgerError) else what_was_raised(error)
    location = Location(name, 1)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if _own(file, folder):
            location = Location(file, trace.tb_lineno)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        location = Location(error.filename, error.lineno or 1)
    elif isinstance(error, DeclarationError):
        said = error.args[0]
        if error.place is not None:
            said = said.partition(": ")[2]
            location = Location(_found(error.place[0], folder), error.place[1])
        what, _, expected = said.partition("; ")
        expected = expected or "a declaration that fits the others"
        return Finding("declaration", shown(location.file), location.line, what, expected)
    return Finding(
        "import", shown(location.file), location.line, said, "a module that can be imported"
    )


def _own(file: str, folder: Path | None) -> bool:
    """Whether a file belongs to the game rather than to Python or to us."""
    if folder is not None:
        return Path(file).is_relative_to(folder) and "site-packages" not in file
    rooms = Path(__file__).parents[1]
    ours = Path(file).is_relative_to(rooms) and not Path(file).is_relative_to(rooms / "games")
    return not file.startswith("<") and "importlib" not in Path(file).parts and not ours


def _found(file: str, folder: Path | None) -> str:
    """Return the full path of a file whose path starts with its package."""
    for home in (*([folder] if folder else []), *map(Path, sys.path)):
        if (home / file).is_file():
            return str(home / file)
    return file
