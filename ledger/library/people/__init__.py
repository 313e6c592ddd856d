"""The people who played: which names are one person, and whom to forget."""
