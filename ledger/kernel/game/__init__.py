"""What a game is to the rest of the program: its interface, its box, and where to find it."""
