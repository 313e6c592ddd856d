"""Following games live, one at a time or all in one stream."""
