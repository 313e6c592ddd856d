"""The HTTP service: live games over the network, where each seat sees only its own view."""
