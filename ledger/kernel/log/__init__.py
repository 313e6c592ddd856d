"""The log: events, the lines they are written in, folding them, and checking them."""
