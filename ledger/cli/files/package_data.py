"""Files that come with the program: inside an installed package, or beside it in a checkout."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def data_folder(name: str, in_checkout: str) -> Traversable:
    """Return a folder of the package, or the folder of the checkout that becomes it."""
    package = resources.files("ledger")
    inside = package.joinpath(name)
    return inside if inside.is_dir() else Path(str(package)).parent / in_checkout
