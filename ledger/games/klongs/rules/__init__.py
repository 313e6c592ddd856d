"""The rules: turns and their boats, market days, and the end of the game."""
