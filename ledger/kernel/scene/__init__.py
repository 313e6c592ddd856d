"""A board as data: what is where, and how it looks, independent of any rules."""
