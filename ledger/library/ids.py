"""Ids that can be used as file names, and the default location of the library."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import sys
from collections.abc import Container, Mapping
from pathlib import Path

from ledger.kernel.ids import is_id

from .people.matching import loose

FOLDER = "tabletop-ledger"


def file_id(wish: str, identity: str, taken: Container[str]) -> str:
    """Return an id for a game: the one wished for, if it can be a file name and isn't taken."""
    if is_id(wish) and wish not in taken:
        return wish
    plain = re.sub(r"[^a-z0-9_-]+", "-", loose(wish)).strip("-_")
    if is_id(plain) and plain not in taken and wish.lower() == plain:
        return plain
    digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
    for size in range(8, 64, 8):
        id = f"{plain[: 63 - size].strip('-_')}-{digest[:size]}".lstrip("-")
        if id not in taken:
            return id
    raise ValueError(f"every id for {identity!r} is taken")


def log_id(wish: str, taken: Container[str]) -> str:
    """Return an id for a log: the one wished for, or a numbered one if that is taken.

    Everybody sees what a game is called, so its id depends on nothing but the wish: an id derived
    from the whole log would reveal hidden cards to anyone who tries out guesses.
    """
    plain = file_id(wish, wish, ())
    if plain not in taken:
        return plain
    numbered = (f"{plain[: 63 - len(str(n))]}-{n}" for n in itertools.count(2))
    return next(id for id in numbered if id not in taken)


def default_folder(env: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return the folder where this kind of system keeps a program's data."""
    env = os.environ if env is None else env
    if platform == "win32":
        base = env.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / FOLDER
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / FOLDER
    base = env.get("XDG_DATA_HOME")  # by convention, a relative path counts as unset
    if base and Path(base).is_absolute():
        return Path(base) / FOLDER
    return Path.home() / ".local" / "share" / FOLDER
