"""Importing: recorded sessions and other programs' files become games in a library."""
