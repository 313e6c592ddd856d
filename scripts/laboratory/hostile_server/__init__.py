"""A server that wishes its clients ill."""
