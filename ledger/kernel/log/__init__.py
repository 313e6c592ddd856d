"""The log: events, the lines they are written in, and the chain of digests."""
