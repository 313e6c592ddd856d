"""Traders of Osaka (Susumu Kawasaki, 2006)."""

from .game import GAME

__all__ = ["GAME"]
