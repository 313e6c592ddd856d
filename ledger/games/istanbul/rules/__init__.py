"""The rules: set-up, the start of a turn and its actions, the bazaar, and the end."""
