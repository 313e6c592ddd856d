"""SQL over all recorded games: a DuckDB file built from logs and results, and queries on it."""
