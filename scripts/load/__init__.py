"""Many games and readers against one server: under load, and while it is killed."""
