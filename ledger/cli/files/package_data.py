"""Files that come with the program: inside an installed package, or next to it in a checkout."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def data_folder(name: str, in_checkout: str) -> Traversable:
    """Return a folder in the package, or the folder in a checkout that it is built from."""
    package = resources.files("ledger")
    inside = package.joinpath(name)
    return inside if inside.is_dir() else Path(str(package)).parent / in_checkout
