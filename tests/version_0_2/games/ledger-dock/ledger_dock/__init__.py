"""Dock: load crates of three goods, and tip the foreman.

DOC-01 The crates: There are 6 crates each of tea, silk and rice, in one bag.

DOC-02 A turn: Seat 1 begins, and play goes clockwise. Load one or two crates of a kind that lies open.

DOC-03 New crates: Then the quay is filled up to three crates from the bag.

DOC-04 Tips: After loading silk, the active player may tip the foreman: one coin or two.

DOC-05 The end: When no crate lies open, the most crates win.

DOC-06 Ties: Of those with as many crates, the one with more coins is ahead.
"""

from .game import GAME

__all__ = ["GAME"]
