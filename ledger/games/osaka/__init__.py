"""Traders of Osaka (Susumu Kawasaki, 2006)."""

from .game import Osaka

GAME = Osaka()
