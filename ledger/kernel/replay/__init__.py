"""Logs together with their game: reading, folding, replaying, redacting, branching."""
