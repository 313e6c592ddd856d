"""Prompts that take one line after another."""
