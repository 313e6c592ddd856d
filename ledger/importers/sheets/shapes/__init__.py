"""The shapes that a sheet can have: what a row and a column stand for."""
