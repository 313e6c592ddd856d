"""Querying an index: read-only, with errors explained, and in a sandbox for strangers."""
