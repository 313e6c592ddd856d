"""The rules: the set-up, a turn and its actions, a sale round and the Black Tide."""
