"""Boards for a terminal, drawn with Rich: the only part of a game that needs more than msgspec."""
