"""Building blocks of boards: maps of hexes, boards of squares."""
