"""Parts of the program that are only installed on request."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.kernel.errors import Malformed


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """If an import fails, say how to install the missing package."""
    try:
        yield
    except ModuleNotFoundError as e:
        if e.name is not None and e.name.startswith("ledger"):
            raise
        raise Malformed(
            "this needs {name}, which isn't installed",
            hint="{python} -m pip install '{package}[{extra}]'",
            name=e.name,
            python=_from_here(Path(sys.executable)),
            package=_package(),
            extra=extra,
        ) from None


def _package() -> str:
    """Return what pip installs: the checkout that this is, or else the package's name."""
    home = Path(__file__).parents[2]
    return _from_here(home) if (home / "pyproject.toml").exists() else "tabletop-ledger"


def _from_here(path: Path) -> str:
    """Return a path as short as it can be typed here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
