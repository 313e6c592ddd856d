"""Importing: recorded sessions and other programs' files become games of a library."""
