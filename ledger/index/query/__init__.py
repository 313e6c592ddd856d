"""Asking an index: read-only, explained when it fails, locked in for strangers."""
