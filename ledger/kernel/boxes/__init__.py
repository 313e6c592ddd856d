"""The components of a game as data."""
