"""Games for other people's programs, in the shape that those programs know."""
