"""Recorded sessions and other people's files become logs."""
