"""Where a library lies, and how it is copied."""
