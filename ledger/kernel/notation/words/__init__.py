"""The meanings of single words in a typed line, and how they are written."""
