"""Evaluating many simulated games: totals, and two boxes side by side."""
