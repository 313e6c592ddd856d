"""Tokens and what they permit."""
