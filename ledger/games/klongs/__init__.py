"""Bangkok Klongs (Martin Schlegel, 2010)."""

from .game import GAME

__all__ = ["GAME"]
