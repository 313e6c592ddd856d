"""Games in the shape that other programs expect."""
