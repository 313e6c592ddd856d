"""Splash: throw stones into the pond, and duck when others do."""

from .game import GAME

__all__ = ["GAME"]
