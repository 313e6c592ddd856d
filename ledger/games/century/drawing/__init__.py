"""The board as a picture for the terminal, made from a view alone."""
