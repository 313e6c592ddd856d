"""Logs, corrections and messages in words."""
