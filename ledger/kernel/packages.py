"""The files that come with a game: its box, rules, catalogues, skin and reports.

They are in its package. A game that is a single module, `nim.py`, can have a folder of the same
name next to it, `nim/`; if that doesn't exist, the game simply has no files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .lazy import LazyModule

if TYPE_CHECKING:
    from importlib import resources
    from importlib.resources.abc import Traversable
else:  # only for packages that aren't folders
    resources = LazyModule("importlib.resources")


def files_of(package: str) -> Traversable:
    """Return the folder with a game's files."""
    module = sys.modules.get(package) or import_module(package)
    if not hasattr(module, "__path__"):
        return Path(str(module.__file__)).with_suffix("")
    places = [*module.__path__]
    if len(places) == 1 and (folder := Path(places[0])).is_dir():
        return folder
    return resources.files(package)


def folders_of(module: str) -> list[Path]:
    """Return the folders with the files of a game, given its module, without importing it."""
    spec = find_spec(module)
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [Path(place) for place in spec.submodule_search_locations]
    if not spec.origin:
        return []
    file = Path(spec.origin)
    return [file.parent if spec.parent else file.with_suffix("")]


def sources_of(module: str) -> Iterator[Path]:
    """Yield the files that a game consists of, without importing it."""
    spec = find_spec(module)
    if spec is not None and spec.origin and not spec.parent:
        yield Path(spec.origin)  # a single module without a folder of its own
    for folder in folders_of(module):
        yield from sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
