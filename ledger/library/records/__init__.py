"""What records say about a game, and which of them are about the same game."""
