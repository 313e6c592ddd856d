"""What a game says of itself, and what follows."""
