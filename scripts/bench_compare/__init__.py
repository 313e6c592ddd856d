"""Measure two commits against each other: `scripts/bench --compare COMMIT`."""
