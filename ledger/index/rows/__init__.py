"""From logs and results to rows of the tables."""
