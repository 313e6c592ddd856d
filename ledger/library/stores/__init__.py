"""Where a library is kept, and how it is copied."""
