"""What can stand on a line of a session besides a move."""
