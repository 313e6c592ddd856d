"""Bangkok Klongs (Martin Schlegel, 2010)."""

from .game import Klongs

GAME = Klongs()
