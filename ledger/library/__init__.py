"""A collection of games: what is in it, who played, and which records are of the same game."""
