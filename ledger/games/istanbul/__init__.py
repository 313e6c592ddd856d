"""Istanbul: The Dice Game (Rüdiger Dorn, 2017)."""

from .game import GAME

__all__ = ["GAME"]
