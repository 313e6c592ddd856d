"""Reading a whole session file into a log."""
