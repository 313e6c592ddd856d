"""Games followed live, one at a time or all in one stream."""
