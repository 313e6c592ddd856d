"""The files that come with a game: its box, its rules, its catalogues, its skin."""

from __future__ import annotations

import sys
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path


def files_of(package: str) -> Traversable:
    """Return the folder with a game's files.

    That is the package itself. A game that is a single module, `nim.py`, may have one of its name
    beside it, `nim/`; a file that isn't there is looked for in vain, as in any folder.
    """
    module = sys.modules.get(package) or import_module(package)
    if hasattr(module, "__path__"):
        return resources.files(package)
    return Path(str(module.__file__)).with_suffix("")
