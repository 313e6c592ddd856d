"""Many games and readers against services: clients, a checker of what they saw, and a load."""
