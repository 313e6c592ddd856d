"""What a line in a session can contain besides a move."""
