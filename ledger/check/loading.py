"""Finding the game that is to be checked: an installed one, or one in a file or folder."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path

from ledger.kernel.errors import BrokenGame, LedgerError, Malformed
from ledger.kernel.game.faults import what_was_raised
from ledger.kernel.game.interface import Game
from ledger.kernel.game.registry import find_game

from .findings import Finding, Place, shown


class Unloadable(Exception):
    """The game can't be imported; `finding` says where."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def load(name: str) -> Game:
    """Return the game that somebody names."""
    path = Path(name)
    if not path.exists():
        try:
            return find_game(name)
        except BrokenGame as e:
            raise Unloadable(_finding(e.__cause__ or e, name, ())) from e
    folder, module, attribute = _target(path.resolve())
    sys.path.insert(0, str(folder))
    try:
        home = importlib.import_module(module)
    except (Exception, SystemExit) as e:
        raise Unloadable(_finding(e, str(path), (folder,))) from e
    if attribute is not None:
        games = [getattr(home, attribute, None)]
    else:
        games = [x for x in vars(home).values() if isinstance(x, Game)]
    if not games or not isinstance(games[0], Game):
        raise Malformed(f"{name} has no game: `GAME = Game(...)` makes one", about="game")
    return games[0]


def _target(path: Path) -> tuple[Path, str, str | None]:
    """Return the folder to import from, the module, and the name of the game in it."""
    project = path / "pyproject.toml"
    if project.is_file():
        entries = tomllib.loads(project.read_text("utf-8")).get("project", {}).get("entry-points")
        found = (entries or {}).get("ledger.games", {})
        if not found:
            raise Malformed(
                f"{path.name}/pyproject.toml names no game",
                hint='it needs [project.entry-points."ledger.games"], as README shows',
            )
        module, _, attribute = next(iter(found.values())).partition(":")
        top = module.partition(".")[0]
        inside = path / "src"
        folder = inside if (inside / top).exists() or (inside / f"{top}.py").exists() else path
        return folder, module, attribute or None
    if path.is_dir():
        if not (path / "__init__.py").is_file():
            raise Malformed(f"{path.name} has neither pyproject.toml nor __init__.py")
        return path.parent, path.name, None
    if path.suffix != ".py":
        raise Malformed(f"{path.name} is not a Python file")
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts), None


def _finding(error: BaseException, name: str, folders: tuple[Path, ...]) -> Finding:
    place = Place(name, 1)
    if isinstance(error, SyntaxError) and error.filename:
        place = Place(error.filename, error.lineno or 1)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        own = any(Path(file).is_relative_to(x) for x in folders) if folders else _foreign(file)
        if own and not isinstance(error, SyntaxError):
            place = Place(file, trace.tb_lineno)
        trace = trace.tb_next
    said = str(error) if isinstance(error, LedgerError) else what_was_raised(error)
    return Finding("import", shown(place.file), place.line, said, "a module that can be imported")


def _foreign(file: str) -> bool:
    """Whether a file is neither Python's nor ours."""
    if file.startswith("<") or f"{Path('importlib')}" in Path(file).parts:
        return False
    ours = Path(__file__).parents[1]
    return not Path(file).is_relative_to(ours) or Path(file).is_relative_to(ours / "games")
