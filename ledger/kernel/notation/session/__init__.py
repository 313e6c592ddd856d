"""Typed sessions: reading them, with the place of each error, and writing them."""
