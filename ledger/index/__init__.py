"""SQL over all recorded games: a DuckDB file made from logs and results, and questions to it."""
