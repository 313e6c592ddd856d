"""What players and bots do in an open game."""
