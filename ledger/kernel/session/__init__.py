"""The typed notation of a game: read with every error at its place, and written."""
