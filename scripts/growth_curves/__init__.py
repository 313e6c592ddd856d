"""How cost grows with the length of a log, and with the number of games in a library."""
