"""Measure two commits against each other: `scripts/lab bench-compare COMMIT`."""
