"""Filling an index: what is new, rows staged by worker processes, loaded in one go."""
