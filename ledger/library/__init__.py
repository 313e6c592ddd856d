"""A collection of games: what it contains, who played, and which records describe the same game."""
