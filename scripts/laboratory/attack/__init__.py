"""What strangers can do to a server while games are played, and what it does to the players."""
