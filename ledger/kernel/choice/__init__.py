"""Choosing a move by its pieces, as on a page."""
