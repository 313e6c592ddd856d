"""Playing a game: commands and chance results go in, groups of events come out."""
