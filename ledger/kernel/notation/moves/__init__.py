"""Reading typed moves in a position, with hints about wrong ones."""
