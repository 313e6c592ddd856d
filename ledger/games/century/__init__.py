"""Century: Sand to Sea (Emerson Matsuuchi, 2018)."""

from .game import GAME

__all__ = ["GAME"]
