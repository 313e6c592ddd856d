"""Building an index: find what is new, stage rows in worker processes, load them in one go."""
