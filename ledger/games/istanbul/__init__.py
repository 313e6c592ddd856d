"""Istanbul: The Dice Game (Rüdiger Dorn, 2017)."""

from .game import Istanbul

GAME = Istanbul()
