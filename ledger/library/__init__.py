"""A collection of games: what is in it, who played, and which records tell of one game."""
