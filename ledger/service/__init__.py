"""The HTTP service: games over the network, live, each seat with its own eyes."""
