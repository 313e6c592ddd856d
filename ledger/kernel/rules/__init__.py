"""Rules: commands, moves, decisions, chance, folds, and how a game ends."""
