"""Games followed live, one by one or all in one stream."""
