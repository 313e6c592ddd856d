"""The rules: a turn with its boats, market days, and the end."""
