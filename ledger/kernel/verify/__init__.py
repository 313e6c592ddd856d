"""Whether a log is what the rules give, and whose fault it is if not."""
