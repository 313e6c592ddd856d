"""Turning logs and results into rows of the tables."""
