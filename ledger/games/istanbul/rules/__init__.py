"""The rules: the set-up, the start of a turn, its actions, the bazaar, and the end."""
