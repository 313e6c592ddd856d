"""What records say about a game, and which of them are of the same one."""
