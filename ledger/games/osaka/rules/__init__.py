"""The rules: set-up, turns and their actions, sale rounds, and the Black Tide."""
