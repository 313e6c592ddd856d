"""A game's components as data."""
