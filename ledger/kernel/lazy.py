"""Standard-library modules that are slow to import and rarely needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class LazyModule:
    """A placeholder for a module, which is imported when one of its attributes is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)
